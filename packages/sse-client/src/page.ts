/** What the page tells, where there is one. */
export interface PageEvents {
  /**
   * The page can be seen, is back on a network, or was shown again. `restored`: it comes out of
   * the back/forward cache, which has ended its connections.
   */
  onWake(restored: boolean): void;
  onOffline(): void;
}

/** Whether somebody can see the page. `false` outside of pages. */
export function isVisible(): boolean {
  return typeof document !== 'undefined' && document.visibilityState === 'visible';
}

/** What the platform believes about the network; `true` where it has no opinion. */
export function isOnline(): boolean {
  // Node knows no `onLine`, and older ones no `navigator`, whatever the types say.
  return typeof navigator === 'undefined' || navigator.onLine !== false;
}

/**
 * Listens to the page until the way out is taken. In a worker there is only the network, in Node
 * nothing; either is fine.
 */
export function watchPage(events: PageEvents): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  if (typeof globalThis.addEventListener === 'function') {
    globalThis.addEventListener('online', () => events.onWake(false), { signal });
    globalThis.addEventListener('offline', () => events.onOffline(), { signal });
    globalThis.addEventListener('pageshow', (event) => events.onWake(event.persisted), { signal });
  }
  if (typeof document !== 'undefined') {
    const look = (): void => {
      if (isVisible()) events.onWake(false);
    };
    document.addEventListener('visibilitychange', look, { signal });
  }
  return () => leaving.abort();
}
