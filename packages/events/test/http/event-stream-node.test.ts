import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventStreamNode, type EventStreamOptions } from '../../src/http/index.js';
import { SessionEvents } from '../../src/session-events.js';
import { note } from './note.js';

/** A response that shows what was done to it, and drains when told to, or a tick after each write. */
class FakeResponse extends EventEmitter {
  headersSent = false;
  writableEnded = false;
  writableLength = 0;
  destroyed = false;
  isEager = true;
  readonly heads: unknown[][] = [];
  readonly written: string[] = [];

  writeHead(...head: unknown[]): this {
    this.heads.push(head);
    this.headersSent = true;
    return this;
  }

  write(bytes: Uint8Array): boolean {
    this.written.push(new TextDecoder().decode(bytes));
    this.writableLength += bytes.length;
    if (this.isEager) process.nextTick(() => this.drain());
    return false;
  }

  drain(): void {
    this.writableLength = 0;
    this.emit('drain');
  }

  end(body?: string): this {
    if (body !== undefined) this.written.push(body);
    this.writableEnded = true;
    if (this.writableLength === 0) process.nextTick(() => this.emit('close'));
    return this;
  }

  destroy(): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    process.nextTick(() => this.emit('close'));
    return this;
  }
}

let session: SessionEvents;
let response: FakeResponse;
const onClose = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  session = new SessionEvents({ sessionId: '42', streamId: 's' });
  response = new FakeResponse();
  onClose.mockReset();
});

afterEach(() => {
  session.dispose();
  vi.useRealTimers();
});

function serve(options: EventStreamOptions = {}, request: object = {}): void {
  const asked = { method: 'GET', url: '/e', headers: {}, ...request };
  eventStreamNode(asked, response, session, { onClose, ...options });
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('takes the requests and responses of node:http and node:http2 as they are', () => {
  const plain: (a: IncomingMessage, b: ServerResponse) => void = (a, b) =>
    eventStreamNode(a, b, session);
  const http2: (a: Http2ServerRequest, b: Http2ServerResponse) => void = (a, b) =>
    eventStreamNode(a, b, session);
  expect([plain, http2]).toHaveLength(2);
});

test('head and opening frame have left when the call returns', () => {
  serve();
  expect(response.heads).toEqual([
    [
      200,
      {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-cache, no-transform',
        'X-Accel-Buffering': 'no',
      },
    ],
  ]);
  expect(response.written.join('')).toMatch(/^id: s:0\ndata: .*\n\n$/);
});

test('a response that always asks to wait gets each frame once, and no more listeners', async () => {
  serve();
  await turn();
  const before = response.eventNames().map((name) => response.listenerCount(name));
  for (let n = 1; n <= 100; n++) {
    session.publish(note(n));
    if (n % 3 === 0) await turn();
  }
  for (let n = 0; n < 50; n++) await turn();
  const ids = response.written.join('').match(/^id: .*$/gm);
  expect(ids).toEqual(Array.from({ length: 101 }, (_, n) => `id: s:${n}`));
  expect(response.eventNames().map((name) => response.listenerCount(name))).toEqual(before);
});

test('does not park on backpressure when the reader leaves without ever draining', async () => {
  response.isEager = false;
  serve();
  session.publish(note(0));
  await turn();
  response.destroy();
  await turn();
  expect(onClose).toHaveBeenCalledExactlyOnceWith('client', expect.anything());
  expect(response.written).toHaveLength(1);
  expect(response.eventNames()).toEqual([]);
});

test('one large frame and one drain do not leave a reader blocked', async () => {
  response.isEager = false;
  serve();
  response.drain();
  session.publish(note(0, 60_000));
  await turn();
  vi.advanceTimersByTime(20);
  response.drain();
  response.isEager = true;
  for (let n = 0; n < 100; n++) {
    session.publish(note(n));
    vi.advanceTimersByTime(600);
    await turn();
  }
  expect(onClose).not.toHaveBeenCalled();
  expect(response.written.join('').match(/^id:/gm)).toHaveLength(102);
});

test('an error of the response ends the connection and the response', async () => {
  serve();
  response.emit('error', new Error('broken pipe'));
  await turn();
  expect(response.destroyed).toBe(true);
  expect(onClose).toHaveBeenCalledExactlyOnceWith('client', expect.anything());
  expect(response.eventNames()).toEqual([]);
});

test('a write that throws cuts this reader and nothing else', async () => {
  serve();
  await turn();
  vi.spyOn(response, 'write').mockImplementation(() => {
    throw new Error('wrapped badly');
  });
  session.publish(note(0));
  await turn();
  expect(response.destroyed).toBe(true);
  expect(onClose).toHaveBeenCalledExactlyOnceWith('failed', expect.anything());
});

test('a first write that throws leaves nothing behind', async () => {
  response.writeHead = () => {
    throw new Error('no head');
  };
  serve();
  await turn();
  expect(response.destroyed).toBe(true);
  expect(response.eventNames()).toEqual([]);
  expect(session.stats().connections).toBe(0);
});

test('a bad option throws before anything is sent', () => {
  expect(() => serve({ maxPendingBytes: -1 })).toThrow('maxPendingBytes');
  expect(() => serve({ cacheControl: '' })).toThrow('cacheControl');
  expect(response.headersSent).toBe(false);
  expect(response.eventNames()).toEqual([]);
  expect(session.stats().connections).toBe(0);
});

test('a reader that is gone already is no error and no connection', () => {
  response.destroyed = true;
  serve();
  const http2 = Object.assign(new FakeResponse(), { stream: { destroyed: true } });
  eventStreamNode({ method: 'GET', headers: {} }, http2, session);
  expect([...response.heads, ...http2.heads]).toEqual([]);
  expect(session.stats().opened).toBe(0);
});

test.each(['headersSent', 'writableEnded'] as const)('a response with %s is refused', (state) => {
  response[state] = true;
  expect(() => serve()).toThrow(expect.objectContaining({ code: 'invalid-option' }));
  expect(session.stats().opened).toBe(0);
});

test('a repeated Last-Event-ID names no position', () => {
  serve({}, { headers: { 'last-event-id': ['s:1', 's:2'] } });
  expect(session.stats().snapshots.malformed).toBe(1);
});

test('refusals are whole JSON answers', () => {
  session.dispose();
  serve();
  expect(response.heads[0]?.[0]).toBe(404);
  expect(JSON.parse(response.written.join(''))).toMatchObject({ code: 'disposed' });
  expect(response.writableEnded).toBe(true);
});

test('dispose ends the response; what nobody takes is dropped after a bounded wait', async () => {
  response.isEager = false;
  serve();
  session.dispose();
  expect(response.writableEnded).toBe(true);
  vi.advanceTimersByTime(1_999);
  expect(response.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(response.destroyed).toBe(true);
  await turn();
  expect(response.eventNames()).toEqual([]);
});

test('an end that leaves in time calls the wait off', async () => {
  serve();
  await turn();
  session.dispose();
  await turn();
  expect(vi.getTimerCount()).toBe(0);
  expect(response.destroyed).toBe(false);
});

const endings = {
  leave: () => void response.destroy(),
  error: () => {
    if (response.listenerCount('error') > 0) response.emit('error', new Error('broken pipe'));
  },
  dispose: () => session.dispose(),
  cut: () => vi.advanceTimersByTime(15_000),
};
type Ending = keyof typeof endings;
const names = Object.keys(endings) as Ending[];
const pairs = names.flatMap((first) => names.map((second) => [first, second] as const));

test.each(pairs)(
  'ended by %s, then by %s: one cleanup, nothing written afterwards',
  async (...pair) => {
    for (const isEager of [true, false]) {
      response = new FakeResponse();
      response.isEager = isEager;
      session = new SessionEvents({ sessionId: '42' });
      onClose.mockReset();
      serve({ revalidate: () => false });
      await turn();
      for (const ending of pair) endings[ending]();
      const count = response.written.length;
      session.publish(note(1));
      await turn();
      vi.advanceTimersByTime(60_000);
      await turn();
      expect(response.written).toHaveLength(count);
      expect(onClose).toHaveBeenCalledTimes(1);
      expect(session.stats().connections).toBe(0);
      expect(response.eventNames()).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
    }
  },
);
