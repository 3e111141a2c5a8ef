/**
 * Runs a task when the current turn of the event loop is over: after everything that is already
 * due, before any timer that is not. Looked up once, so that a test's fake clock does not hold
 * back what waits for no time at all. Browsers and some workers have no `setImmediate`.
 */
export const afterTurn: (task: () => void) => void =
  (globalThis as { setImmediate?: (task: () => void) => void }).setImmediate ??
  globalThis.setTimeout;
