import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventStreamResponse, type EventStreamOptions } from '../../src/http/index.js';
import { SessionEvents } from '../../src/session-events.js';
import { turn } from '../stream/turn.js';
import { note } from './note.js';

const text = new TextDecoder();

let session: SessionEvents;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  session = new SessionEvents({ sessionId: '42', streamId: 's' });
});

afterEach(() => {
  session.dispose();
  vi.useRealTimers();
});

/** One reader without a network: the body's reader, its abort, and what is left of both. */
function open(options: EventStreamOptions = {}, init: RequestInit = {}) {
  const abort = new AbortController();
  const request = new Request('http://host/e', { ...init, signal: abort.signal });
  let listeners = 0;
  const { addEventListener, removeEventListener } = request.signal;
  vi.spyOn(request.signal, 'addEventListener').mockImplementation(function (
    this: AbortSignal,
    ...args
  ) {
    listeners++;
    addEventListener.apply(this, args as Parameters<typeof addEventListener>);
  });
  vi.spyOn(request.signal, 'removeEventListener').mockImplementation(function (
    this: AbortSignal,
    ...args
  ) {
    listeners--;
    removeEventListener.apply(this, args as Parameters<typeof removeEventListener>);
  });
  const onClose = vi.fn();
  const response = eventStreamResponse(request, session, { onClose, ...options });
  const reader = response.body!.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  return { response, reader, abort, onClose, listeners: () => listeners };
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const { value, done } = await reader.read();
  return done ? 'done' : text.decode(value);
}

test('head and opening frame are there when the response is', async () => {
  const { response, reader } = open();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(await read(reader)).toMatch(/^id: s:0\ndata: \{"type":"session\.snapshot"/);
});

test('one piece is under way at a time; the rest waits in the stream it came from', async () => {
  const { reader } = open();
  session.publish(note(1, 300_000));
  await turn();
  expect((await read(reader)).startsWith('id: s:0\n')).toBe(true);
  const sizes: number[] = [];
  for (let got = 0; got < 300_000; got += sizes.at(-1)!) sizes.push((await read(reader)).length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536);
});

test('a body that nobody reads is given up after two heartbeats, with no bytes to take', async () => {
  const { onClose, reader } = open({ heartbeatMs: 1_000 });
  vi.advanceTimersByTime(2_999);
  expect(onClose).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onClose).toHaveBeenCalledExactlyOnceWith('stalled', expect.anything());
  await expect(reader.read()).rejects.toThrow('cut');
});

test('a heartbeat reaches an idle reader', async () => {
  const { reader } = open();
  await read(reader);
  const next = read(reader);
  await turn();
  vi.advanceTimersByTime(15_000);
  expect(await next).toBe('event: heartbeat\ndata: {}\n\n');
});

test('a request that was aborted before subscribes nothing', () => {
  const request = new Request('http://host/e', { signal: AbortSignal.abort() });
  const response = eventStreamResponse(request, session);
  expect(response.body).toBeNull();
  expect(session.stats().opened).toBe(0);
});

test('a bad option throws at the caller and leaves nothing behind', () => {
  expect(() => open({ heartbeatMs: 0.5 })).toThrow('heartbeatMs');
  expect(() => open({ cacheControl: 'a\nb' })).toThrow('cacheControl');
  expect(session.stats().connections).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('dispose lets a reader have what was sent, then ends the body', async () => {
  const { reader, onClose } = open();
  session.publish(note(1));
  session.dispose();
  expect(await read(reader)).toContain('session.snapshot');
  expect(await read(reader)).toBe('done');
  expect(onClose).toHaveBeenCalledExactlyOnceWith('disposed', expect.anything());
  expect(vi.getTimerCount()).toBe(0);
});

test('dispose drops a body whose bytes nobody takes, after a bounded wait', async () => {
  const { reader } = open();
  session.dispose();
  vi.advanceTimersByTime(2_000);
  await expect(reader.read()).rejects.toThrow();
});

test('the signal lives as long as the connection, even when the request is not held by the host', () => {
  const { abort, listeners } = open();
  expect(listeners()).toBe(1);
  abort.abort();
  expect(listeners()).toBe(0);
});

const endings = {
  cancel: (it: ReturnType<typeof open>) => void it.reader.cancel().catch(() => {}),
  abort: (it: ReturnType<typeof open>) => it.abort.abort(),
  dispose: () => session.dispose(),
  cut: () => vi.advanceTimersByTime(15_000),
};
type Ending = keyof typeof endings;
const names = Object.keys(endings) as Ending[];
const pairs = names.flatMap((first) => names.map((second) => [first, second] as const));

test.each(pairs)(
  'ended by %s, then by %s: one cleanup, nothing written afterwards',
  async (...pair) => {
    for (const isRead of [true, false]) {
      session = new SessionEvents({ sessionId: '42' });
      const it = open({ revalidate: () => false });
      if (isRead) {
        await read(it.reader);
        void it.reader.read().catch(() => {});
        await turn();
      }
      for (const ending of pair) endings[ending](it);
      session.publish(note(1));
      await turn();
      vi.advanceTimersByTime(60_000);
      it.abort.abort();
      expect(it.onClose).toHaveBeenCalledTimes(1);
      expect(session.stats().connections).toBe(0);
      expect(it.listeners()).toBe(0);
      expect(vi.getTimerCount()).toBe(0);
    }
  },
);
