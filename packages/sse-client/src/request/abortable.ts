import { LoopClientError } from '../error.js';
import { startTimer } from '../platform/timer.js';

/**
 * Settles like `work`, or rejects with the signal's reason as soon as that is aborted. It makes
 * an end certain where the work does not listen to the signal: a host's token refresh, a `fetch`
 * of its own. What such work brings later goes to `late`; its rejection goes nowhere.
 */
export function abortable<T>(
  work: T | PromiseLike<T>,
  signal: AbortSignal,
  late: (value: T) => void = () => {},
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    Promise.resolve(work).then(
      (value) => {
        signal.removeEventListener('abort', abort);
        if (signal.aborted) late(value);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener('abort', abort);
        reject(error as Error);
      },
    );
  });
}

/** {@link abortable}, and aborts by itself with the error `timeout` after `timeoutMs`. */
export async function bounded<T>(
  work: T | PromiseLike<T>,
  controller: AbortController,
  timeoutMs: number,
  late?: (value: T) => void,
): Promise<T> {
  const giveUp = (): void =>
    controller.abort(new LoopClientError('timeout', `No answer for ${timeoutMs} ms. Try again.`));
  const timer = startTimer(giveUp, timeoutMs);
  try {
    return await abortable(work, controller.signal, late);
  } finally {
    clearTimeout(timer);
  }
}
