/** What the page tells, where there is one. */
export interface PageEvents {
  /** The page can be seen, is back on a network, or runs again after it was put away. */
  onWake(): void;
  onOffline(): void;
  /** Nobody can see the page any more. */
  onHidden(): void;
  /**
   * The page is put away: into the back/forward cache, frozen, or for good. A page that still
   * holds a connection, a lock or a channel then is not kept by every browser; one that is kept
   * finds its connections dead.
   */
  onPutAway(): void;
}

/** Whether somebody can see the page. `false` outside of pages. */
export function isVisible(): boolean {
  return typeof document !== 'undefined' && document.visibilityState === 'visible';
}

/** Whether there is a page and nobody can see it. */
export function isHidden(): boolean {
  return typeof document !== 'undefined' && document.visibilityState === 'hidden';
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
  const { onWake, onOffline, onHidden, onPutAway } = events;
  const leaving = new AbortController();
  const { signal } = leaving;
  if (typeof globalThis.addEventListener === 'function') {
    globalThis.addEventListener('online', onWake, { signal });
    globalThis.addEventListener('offline', onOffline, { signal });
    globalThis.addEventListener('pagehide', onPutAway, { signal });
    globalThis.addEventListener('pageshow', onWake, { signal });
  }
  if (typeof document !== 'undefined') {
    const look = (): void => (isHidden() ? onHidden() : onWake());
    document.addEventListener('visibilitychange', look, { signal });
    document.addEventListener('freeze', onPutAway, { signal });
    document.addEventListener('resume', onWake, { signal });
  }
  return () => leaving.abort();
}
