import { createBackoff } from './backoff.js';

/** Decides how long to wait before the next connection. */
export interface RetryPolicy {
  /** How many connections in a row came to nothing. */
  readonly attempt: number;
  /** The server's `retry:` field: the least to wait from now on, in milliseconds. */
  setLeast(ms: number): void;
  opened(): void;
  /** Events arrived; with `progress` they moved the reader on. */
  delivered(progress: boolean): void;
  /** The wait after an end, in milliseconds; `afterMs` is what the server asked for. */
  ended(afterMs?: number): number;
  /** The wait before starting over, in milliseconds. */
  startedOver(mayBeAtOnce: boolean): number;
  /** Somebody asked for another attempt: a clean slate. */
  reset(): void;
}

/** A connection that lived this long with something heard was a good one. */
const goodLifeMs = 1_000;
/** Starting over is free once in this time, and backed off after that. */
const memoryMs = 60_000;

/**
 * The back-off is reset only by a connection that was of use: it moved the reader on, or lived a
 * while. A server that answers with a snapshot and hangs up at once would otherwise be asked four
 * times a second by every page. Starting over has a back-off of its own, which time resets and
 * not success: each fresh snapshot is a success, also where the frames behind it never fit.
 */
export function createRetryPolicy(): RetryPolicy {
  const failures = createBackoff();
  const faults = createBackoff();
  let leastMs = 0;
  let openedAt = 0;
  let heard = false;
  let faultAt = -Infinity;

  return {
    get attempt() {
      return failures.count;
    },
    setLeast(ms) {
      leastMs = ms;
    },
    opened() {
      openedAt = Date.now();
      heard = false;
    },
    delivered(progress) {
      heard = true;
      if (progress) failures.reset();
    },
    ended(afterMs = 0) {
      if (heard && Date.now() - openedAt >= goodLifeMs) failures.reset();
      heard = false;
      return Math.max(failures.next(), leastMs, afterMs);
    },
    startedOver(mayBeAtOnce) {
      const isFirst = Date.now() - faultAt > memoryMs;
      faultAt = Date.now();
      if (isFirst) faults.reset();
      return isFirst && mayBeAtOnce ? 0 : faults.next();
    },
    reset() {
      failures.reset();
      faults.reset();
      faultAt = -Infinity;
    },
  };
}
