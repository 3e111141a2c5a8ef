/** Whether somebody can see the page. */
export function isPageVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** Calls `listener` whenever that changes, until the way out is taken. */
export function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
