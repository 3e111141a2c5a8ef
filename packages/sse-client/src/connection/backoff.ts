/** Grows the wait between attempts. */
export interface Backoff {
  /** Waits given since the last reset. */
  readonly count: number;
  /** The next wait, in milliseconds. */
  next(): number;
  reset(): void;
}

const firstCapMs = 500;
const lastCapMs = 30_000;

/**
 * Exponential with full jitter: a wait between nothing and a cap that doubles from 0.5 s to 30 s.
 * Clients that were cut together come back spread over the whole cap, not in a second wave.
 */
export function createBackoff(): Backoff {
  let count = 0;

  return {
    get count() {
      return count;
    },
    next() {
      const capMs = Math.min(firstCapMs * 2 ** count, lastCapMs);
      count += 1;
      return Math.round(Math.random() * capMs);
    },
    reset() {
      count = 0;
    },
  };
}
