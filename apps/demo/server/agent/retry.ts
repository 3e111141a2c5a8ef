import { setTimeout } from 'node:timers/promises';
import { isContextOverflow, type AssistantMessage } from '@earendil-works/pi-ai';

/** How often, and how fast, a failed answer is asked for again. */
export interface RetryOptions {
  /** @default 3 */
  maxAttempts?: number;
  /** Milliseconds before the first repetition; doubles with each further one. @default 1_000 */
  baseDelayMs?: number;
}

/** What the agent says about its repetitions, as pi's own sessions do. */
export type RetryEvent =
  | {
      type: 'auto_retry_start';
      attempt: number;
      maxAttempts: number;
      delayMs: number;
      errorMessage: string;
    }
  | { type: 'auto_retry_end'; success: boolean; attempt: number; finalError?: string };

/** What a repetition needs of its agent. */
export interface RetryHost {
  emit: (event: RetryEvent) => void;
  /** The failed answer that the run ended with, if it did. */
  failure: () => AssistantMessage | undefined;
  /** Takes the failed answer out of the agent's list and asks again. */
  askAgain: () => Promise<void>;
  signal: AbortSignal;
}

/** Repetitions of one run. */
export interface Retry {
  /** Asks again as long as it fails and may be repeated. Resolves when the run has its end. */
  untilOver(): Promise<void>;
  /** An answer came through: the repetition, if it was one, has succeeded. */
  succeeded(): void;
}

/** Repeats what failed on the way to a model: overload, limits, broken connections. */
export function createRetry(
  { emit, failure, askAgain, signal }: RetryHost,
  { maxAttempts = 3, baseDelayMs = 1_000 }: RetryOptions = {},
): Retry {
  let attempt = 0;

  function end(success: boolean, finalError?: string): void {
    if (attempt === 0) return;
    emit({
      type: 'auto_retry_end',
      success,
      attempt,
      ...(finalError !== undefined && { finalError }),
    });
    attempt = 0;
  }

  return {
    async untilOver() {
      for (let failed = failure(); failed; failed = failure()) {
        const errorMessage = failed.errorMessage ?? 'unknown error';
        const isWorthIt = isPassing(errorMessage) && !isContextOverflow(failed);
        if (!isWorthIt || attempt === maxAttempts) return end(false, errorMessage);
        attempt++;
        const delayMs = baseDelayMs * 2 ** (attempt - 1);
        emit({ type: 'auto_retry_start', attempt, maxAttempts, delayMs, errorMessage });
        if (!(await waited(delayMs, signal))) return end(false, 'cancelled');
        await askAgain();
      }
      end(false, 'cancelled');
    },
    succeeded: () => end(true),
  };
}

/** Whether the same request may well succeed a moment later. A wrong key or a bad request will not. */
function isPassing(errorMessage: string): boolean {
  return /\b(408|409|425|429|5\d\d)\b|overload|rate.?limit|too many requests|timed? ?out|connection|network|socket|fetch failed|terminated|ended without|unavailable/i.test(
    errorMessage,
  );
}

async function waited(delayMs: number, signal: AbortSignal): Promise<boolean> {
  return setTimeout(delayMs, true, { signal }).catch(() => false);
}
