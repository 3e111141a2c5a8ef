import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSink } from '../../src/http/web-sink.js';
import type { Connection } from '../../src/stream/sink.js';
import { turn } from '../stream/turn.js';

const drained = vi.fn();
const close = vi.fn();
const ten = new Uint8Array(10);

let sink: WebSink;
let reader: ReadableStreamDefaultReader<Uint8Array>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.clearAllMocks();
  sink = new WebSink({ signal: new AbortController().signal });
  reader = sink.stream.getReader();
  sink.follow({ drained, close } as unknown as Connection);
});

afterEach(() => vi.useRealTimers());

test('bytes are pending until their consumer comes back for more, not until it takes them', async () => {
  expect(sink.write(ten)).toBe(false);
  await turn();
  expect([sink.pendingBytes(), drained.mock.calls.length]).toEqual([10, 0]);
  await reader.read();
  await turn();
  expect([sink.pendingBytes(), drained.mock.calls.length]).toEqual([10, 0]);
  void reader.read();
  expect([sink.pendingBytes(), drained.mock.calls.length]).toEqual([0, 1]);
});

test('takes more than was asked for, and counts all of it', async () => {
  sink.write(ten);
  sink.write(ten);
  expect(sink.pendingBytes()).toBe(20);
  await reader.read();
  await reader.read();
  expect(sink.pendingBytes()).toBe(20);
});

test('the bytes that others share stay theirs', async () => {
  sink.write(ten);
  expect((await reader.read()).value).toBe(ten);
  expect(ten.byteLength).toBe(10);
});

test('ends at once while the consumer waits', async () => {
  const next = reader.read();
  sink.end();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(vi.getTimerCount()).toBe(0);
});

test('can still be dropped after its end, while the consumer holds bytes', async () => {
  const next = reader.read();
  sink.write(ten);
  await next;
  sink.end();
  vi.advanceTimersByTime(2_000);
  await expect(reader.closed).rejects.toThrow('cut');
});

test('ending and cutting are idempotent, in any order', async () => {
  sink.write(ten);
  sink.end();
  sink.end();
  sink.destroy();
  sink.destroy();
  sink.end();
  await expect(reader.read()).rejects.toThrow('cut');
  expect(vi.getTimerCount()).toBe(0);
  expect(close).not.toHaveBeenCalled();
});

test('cancelling tells the connection once', async () => {
  await reader.cancel();
  await reader.cancel();
  expect(close).toHaveBeenCalledTimes(1);
});
