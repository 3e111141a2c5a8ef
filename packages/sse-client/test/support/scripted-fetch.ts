import { vi } from 'vitest';
import type { SessionFrame } from '@loop/events';
import type { FetchLike, FetchLikeInit } from '../../src/index.js';
import { wire } from './frames.js';

/** One request, to be answered by the test. */
export interface Call {
  url: string;
  init: FetchLikeInit;
  /** The position that the request asks to go on from. */
  cursor: string | null;
  answer(status: number, headers?: Record<string, string>, body?: string): Promise<void>;
  fail(): Promise<void>;
  /** Answers with an event stream. */
  open(type?: string): Promise<Stream>;
}

/** The body of an answer. */
export interface Stream {
  send(...frames: SessionFrame[]): Promise<void>;
  sendText(text: string): Promise<void>;
  sendBytes(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
  cut(): Promise<void>;
  /** Whether the client let go of it. */
  cancelled(): boolean;
}

/** A `fetch` whose calls wait for the test. With fake timers, each step lets what is due happen. */
export function scriptedFetch(): { fetch: FetchLike; calls: Call[]; call(at: number): Call } {
  const calls: Call[] = [];
  const fetch: FetchLike = (url, init) => {
    let resolve!: (response: Response) => void;
    let reject!: (error: unknown) => void;
    const promise = new Promise<Response>((yes, no) => {
      resolve = yes;
      reject = no;
    });
    init.signal.addEventListener('abort', () => reject(init.signal.reason as Error));
    calls.push(createCall(url, init, resolve, reject));
    return promise;
  };
  return { fetch, calls, call };

  function call(at: number): Call {
    const found = calls.at(at);
    if (!found) throw new Error(`There is no request ${at}; ${calls.length} were made.`);
    return found;
  }
}

/** Lets everything that is due now happen, and no time pass. */
export async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

function createCall(
  url: string,
  init: FetchLikeInit,
  resolve: (response: Response) => void,
  reject: (error: unknown) => void,
): Call {
  return {
    url,
    init,
    cursor: new URL(url, 'http://host').searchParams.get('cursor'),
    async answer(status, headers = {}, body) {
      resolve(new Response(body ?? null, { status, headers }));
      await settle();
    },
    async fail() {
      reject(new TypeError('fetch failed'));
      await settle();
    },
    async open(type = 'text/event-stream; charset=utf-8') {
      const { body, stream } = createStream();
      resolve(new Response(body, { headers: { 'content-type': type } }));
      await settle();
      return stream;
    },
  };
}

function createStream(): { body: ReadableStream<Uint8Array>; stream: Stream } {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      cancelled = true;
    },
  });
  const stream: Stream = {
    send: (...frames) => stream.sendText(wire(...frames)),
    sendText: (text) => stream.sendBytes(new TextEncoder().encode(text)),
    async sendBytes(bytes) {
      if (!cancelled) controller.enqueue(bytes);
      await settle();
    },
    async end() {
      controller.close();
      await settle();
    },
    async cut() {
      controller.error(new TypeError('terminated'));
      await settle();
    },
    cancelled: () => cancelled,
  };
  return { body, stream };
}
