import { LoopClientError, type LoopClientErrorCode } from '../error.js';
import { discard, type ByteStreamLike, type ResponseLike } from './fetch-like.js';

/** What a server's answer to a stream request means. */
export type Answer =
  | { body: ByteStreamLike }
  | {
      error: LoopClientError;
      /** Milliseconds that the server asks to wait. */
      afterMs?: number | undefined;
    };

/** Reads an answer's head. The body of one that is no stream is let go. */
export function readAnswer(response: ResponseLike, now: number): Answer {
  const { status, body, headers } = response;
  const type = headers.get('content-type');
  if (status === 200 && body && isEventStream(type)) return { body };
  discard(response);
  const error = errorOfStatus(status) ?? notAStream(status, type);
  return { error, afterMs: parseRetryAfter(headers.get('retry-after'), now) };
}

/** The error that a status stands for; `undefined` for one that only its content can explain. */
export function errorOfStatus(status: number): LoopClientError | undefined {
  const meaning = meaningOf(status);
  if (!meaning) return undefined;
  const [code, what] = meaning;
  return new LoopClientError(code, `The server answered ${status}: ${what}`, { status });
}

function meaningOf(status: number): readonly [LoopClientErrorCode, string] | undefined {
  switch (status) {
    case 204:
      return ['ended', 'the stream is over. Close the store.'];
    case 401:
      return ['unauthorized', 'sign in, or give onUnauthorized a way to. Then call reconnect().'];
    case 403:
      return ['forbidden', 'this user may not read it.'];
    case 404:
      return ['not-found', 'there is no such session. Check the URL.'];
    case 410:
      return ['gone', 'the session is no more.'];
    case 408:
    case 425:
    case 429:
      return ['unavailable', 'later. It is tried again.'];
    default:
      if (status >= 500) return ['unavailable', 'it cannot serve just now. It is tried again.'];
      // The request is at fault, and the next one would be the same.
      if (status >= 400)
        return ['rejected', 'it does not accept the request. Check URL and headers.'];
      return undefined;
  }
}

/**
 * A captive portal or a proxy answers 200 with a page of its own until somebody has signed in;
 * stopping for good would leave the tab dead afterwards. So it is an error that passes.
 */
function notAStream(status: number, type: string | null): LoopClientError {
  return new LoopClientError(
    'not-an-event-stream',
    `Expected 200 with text/event-stream, got ${status} with ${type ?? 'no content type'}. ` +
      'Something in between may have answered; it is tried again.',
    { status },
  );
}

function isEventStream(type: string | null): boolean {
  return type?.split(';', 1)[0]?.trim().toLowerCase() === 'text/event-stream';
}

/**
 * How long a server asks to wait, in milliseconds, from a `Retry-After` field: seconds or an HTTP
 * date. `undefined` where there is none, or none that can be read.
 */
function parseRetryAfter(value: string | null, now: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Without the letter test engines would read "-1" or "1.5" as a date.
  const date = /^[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}
