/**
 * How long a response that has ended may take to leave, in milliseconds. Without a bound, one
 * reader that never reads keeps `server.close()` waiting for ever (DESIGN D10).
 */
const END_GRACE_MS = 2_000;

/**
 * Calls `giveUp` when the grace is over. The timer does not keep the process alive: an open socket
 * does.
 *
 * @returns the way to call it off.
 */
export function afterEndGrace(giveUp: () => void): () => void {
  const timer = setTimeout(giveUp, END_GRACE_MS);
  (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer);
}
