import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MovingSink } from '../../src/http/moving-sink.js';
import type { NodeResponseLike } from '../../src/http/node-types.js';
import type { Connection } from '../../src/stream/sink.js';
import { turn } from '../stream/turn.js';

/** A response whose head has left, and that takes what it is given. */
class FakeResponse extends EventEmitter {
  readonly headersSent = true;
  readonly writableEnded = false;
  readonly socket = null;
  writableLength = 0;
  hasRoom = true;
  readonly written: unknown[] = [];
  readonly destroy = vi.fn();
  readonly end = vi.fn();

  write(bytes: unknown): boolean {
    this.written.push(bytes);
    return this.hasRoom;
  }
}

const drained = vi.fn();
const close = vi.fn();
const bytes = (n: number): Uint8Array => new Uint8Array(10).fill(n);

let response: FakeResponse;
let sink: MovingSink;

beforeEach(() => {
  vi.clearAllMocks();
  response = new FakeResponse();
  sink = new MovingSink(response as unknown as NodeResponseLike);
  sink.follow({ drained, close } as unknown as Connection);
});

/** What a server does: it writes each chunk when it comes, and asks for the next. */
async function serve(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    response.write(next.value);
  }
}

/** Frames, each in a turn of its own. */
async function send(from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n++) {
    sink.write(bytes(n));
    await turn();
  }
}

/** Only who writes to the response itself needs to know when it has room again. */
function isLeft(): boolean {
  return response.listenerCount('drain') > 0;
}

describe('a body that is written as it is read', () => {
  beforeEach(async () => {
    void serve(sink.stream);
    await send(1, 3);
  });

  test('is left for the response, once, and nothing is lost or changed', async () => {
    expect(isLeft()).toBe(true);
    await send(4, 6);
    expect(response.written).toEqual([1, 2, 3, 4, 5, 6].map(bytes));
    expect(response.listenerCount('drain')).toBe(1);
    expect(response.write).toBe(FakeResponse.prototype.write);
  });

  test('has the response’s pace from then on', async () => {
    response.hasRoom = false;
    response.writableLength = 10;
    drained.mockClear();
    expect(sink.write(bytes(4))).toBe(false);
    expect(sink.pendingBytes()).toBe(10);
    expect(drained).not.toHaveBeenCalled();
    response.emit('drain');
    expect(drained).toHaveBeenCalledOnce();
  });

  test('and is cut, cuts the response', () => {
    sink.destroy();
    expect(response.destroy).toHaveBeenCalledOnce();
  });
});

describe('a body that is read otherwise is kept', () => {
  test.each<[string, (body: ReadableStream<Uint8Array>) => Promise<unknown>]>([
    ['as an iterable', writeEach],
    ['piped to a stream', (body) => body.pipeTo(new WritableStream({ write: writeChunk }))],
    ['piped through one', (body) => serve(body.pipeThrough(new TransformStream()))],
  ])('%s', async (_, read) => {
    void read(sink.stream);
    await send(1, 5);
    expect(isLeft()).toBe(false);
    expect(response.written).toEqual([1, 2, 3, 4, 5].map(bytes));
  });

  function writeChunk(chunk: Uint8Array): void {
    response.write(chunk);
  }

  async function writeEach(body: ReadableStream<Uint8Array>): Promise<void> {
    for await (const chunk of body) response.write(chunk);
  }
});

describe('before it is left, the body', () => {
  test('has one piece under way, which is pending', () => {
    expect(sink.write(bytes(1))).toBe(false);
    expect(sink.pendingBytes()).toBe(10);
  });

  test('is cut with its connection', async () => {
    sink.destroy();
    await expect(sink.stream.getReader().read()).rejects.toThrow('cut');
    expect(response.write).toBe(FakeResponse.prototype.write);
  });

  test('is over with the response, whether or not the server gives it up', () => {
    response.emit('close');
    expect(close).toHaveBeenCalledOnce();
    expect(response.write).toBe(FakeResponse.prototype.write);
    expect(response.listenerCount('close')).toBe(0);
  });
});
