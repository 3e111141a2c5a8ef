/** What can write at once. */
interface Flusher {
  flushSync(maxMs: number): unknown;
}

/** For all recordings together: an exit must not seem to hang. */
const MAX_MS = 200;

const flushers = new Set<WeakRef<Flusher>>();
let isHooked = false;

/**
 * Has what waits written when the process exits. One listener for all; what is no longer used is
 * forgotten. Signals are left alone: who handles one decides whether the process exits.
 */
export function flushAtExit(flusher: Flusher): void {
  if (!isHooked) process.on('exit', flushAll);
  isHooked = true;
  for (const known of flushers) {
    if (known.deref() === undefined) flushers.delete(known);
  }
  flushers.add(new WeakRef(flusher));
}

function flushAll(): void {
  const until = performance.now() + MAX_MS;
  for (const known of flushers) {
    const left = until - performance.now();
    if (left > 0) known.deref()?.flushSync(left);
  }
}
