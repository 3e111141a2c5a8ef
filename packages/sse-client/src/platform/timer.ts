/** A running timer, whatever the platform calls its handle. */
export type Timer = ReturnType<typeof setTimeout>;

/** The longest wait a platform timer knows. A longer one would fire at once. */
const longestMs = 2 ** 31 - 1;

/**
 * Runs `task` after `delayMs`. Platform timers are looked up when used, so that fake clocks work.
 * More than 24 days are cut to that; `Infinity` never comes.
 */
export function startTimer(task: () => void, delayMs: number): Timer | undefined {
  if (delayMs === Infinity) return undefined;
  return setTimeout(task, Math.min(Math.max(delayMs, 0), longestMs));
}
