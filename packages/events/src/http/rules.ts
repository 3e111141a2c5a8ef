import { expected, expectFunction } from '../expect.js';
import type { StreamSource } from '../stream/sink.js';

/** Header names and values, as every kind of response takes them. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** A whole response that is not a stream. */
export interface Answer {
  readonly status: number;
  readonly headers: HeaderRecord;
  /** JSON; left out where the method or the status has no body. */
  readonly body: string | undefined;
}

/** How long a reader that found the stream full should wait: long enough for others to leave. */
const RETRY_AFTER_SECONDS = 5;

/** What may stand in a header's value: visible ASCII and spaces between. */
const HEADER_VALUE = /^[!-~](?:[ !-~]*[!-~])?$/;

/**
 * The head of a stream, nothing more and nothing less (DESIGN D22): proxies must neither hold back
 * nor transform. `Connection`, `Transfer-Encoding` and `Content-Encoding` belong to the server;
 * over HTTP/2 the first two would make the response malformed. Contract: "Connection Lifecycle".
 *
 * @throws LoopEventsError `invalid-option` where `cacheControl` cannot be a header's value.
 */
export function streamHeaders(cacheControl = 'no-cache, no-transform'): HeaderRecord {
  expected(
    typeof cacheControl === 'string' && HEADER_VALUE.test(cacheControl),
    "cacheControl: expected a header's value, as 'no-store, no-transform'.",
  );
  return {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': cacheControl,
    'X-Accel-Buffering': 'no',
  };
}

/**
 * A lookup that found nothing must not become a stream.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function checkSource(source: StreamSource): void {
  expectFunction(source?.connect, 'source: expected a session or a list. Answer 404 for none.');
}

/**
 * What a request gets instead of a stream; `undefined`: it gets the stream. HEAD is told what GET
 * would be told, and subscribes nothing (DESIGN D20, D21, D34).
 */
export function answerInstead(
  method: string | undefined,
  source: StreamSource,
  headers: HeaderRecord,
): Answer | undefined {
  const isHead = method === 'HEAD';
  if (!isHead && method !== 'GET') {
    return problem(405, 'method-not-allowed', 'Use GET.', {
      Allow: 'GET, HEAD',
    });
  }
  const refused = refusal(source);
  if (isHead) return { ...(refused ?? { status: 200, headers }), body: undefined };
  return refused;
}

function refusal(source: StreamSource): Answer | undefined {
  switch (source.refusal()) {
    case 'disposed':
      return problem(404, 'disposed', 'This stream has ended.');
    case 'too-many-connections':
      return problem(503, 'too-many-connections', 'This stream is full.', {
        'Retry-After': String(RETRY_AFTER_SECONDS),
      });
    case undefined:
      return undefined;
  }
}

/** An error status is final for a browser's event source, so it must not be remembered. */
function problem(status: number, code: string, error: string, headers?: HeaderRecord): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify({ error, code }),
  };
}

/**
 * What the reader asks for. `Last-Event-ID` wins by being there, because a browser's event source
 * keeps the URL of its first connection; an empty one counts as absent (DESIGN D2).
 *
 * @param url whole, or from its path on.
 */
export function readRequest(
  url: string | undefined,
  lastEventId: string | null | undefined,
): { cursor: string | undefined; approvals: boolean } {
  const query = new URLSearchParams(queryOf(url ?? ''));
  return {
    cursor: lastEventId || query.get('cursor') || undefined,
    approvals: query.get('approvals') === '1',
  };
}

function queryOf(url: string): string {
  const [address = ''] = url.split('#', 1);
  const mark = address.indexOf('?');
  return mark === -1 ? '' : address.slice(mark + 1);
}
