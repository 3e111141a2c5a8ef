import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream';
import { onTestFinished } from 'vitest';

/** How long anything may be under way: less than what a proxy that holds bytes back would need. */
const SOON_MS = 10_000;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A reader of one response that leaves when told to, or with the test. */
export interface StreamReader {
  readonly response: Response;
  /** The next event, which has to be there soon. */
  next(): Promise<EventSourceMessage>;
  leave(): void;
}

export async function openReader(
  url: string,
  headers: Record<string, string> = {},
  request: Fetch = fetch,
): Promise<StreamReader> {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await soon(request(url, { headers, signal: abort.signal }), 'the head');
  if (!response.body) throw new Error(`${response.status} without a body`);
  // Made at the first read: a reader that never reads takes nothing from the network.
  let events: ReadableStreamDefaultReader<EventSourceMessage> | undefined;
  return {
    response,
    next: async () => {
      events ??= eventsOf(response.body!).getReader();
      const { value, done } = await soon(events.read(), 'the next event');
      if (done) throw new Error('the stream has ended');
      return value;
    },
    leave: () => abort.abort(),
  };
}

/** Its events by another hand than ours. */
export function eventsOf(body: ReadableStream<Uint8Array>): ReadableStream<EventSourceMessage> {
  const text = body.pipeThrough(
    new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>,
  );
  return text.pipeThrough(new EventSourceParserStream());
}

/** @throws Error where it takes longer than {@link SOON_MS} */
export async function soon<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${SOON_MS} ms`)), SOON_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
