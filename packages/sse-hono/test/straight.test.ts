import { SessionEvents } from '@loop/events';
import { Hono, type MiddlewareHandler } from 'hono';
import { OutgoingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventStream } from '../src/index.js';
import { serveApp } from './serve.js';

let session: SessionEvents;

beforeEach(() => {
  session = new SessionEvents({ sessionId: 'session', streamId: 's' });
});
afterEach(() => {
  session.dispose();
  vi.restoreAllMocks();
});

/** A reader, and how often Node's response was asked to write for frames 2 to 4. */
async function readFour(...handlers: MiddlewareHandler[]) {
  const write = vi.spyOn(OutgoingMessage.prototype, 'write');
  const app = new Hono();
  for (const handler of handlers) app.use(handler);
  app.get('/events', (c) => eventStream(c, session));
  const { origin, stop } = await serveApp(app);
  const response = await fetch(`${origin}/events`);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? '';
  const publish = async (n: number): Promise<void> => {
    session.publish({ type: 'bench', n });
    while (!text.includes(`"n":${n}}`)) text += (await reader.read()).value ?? '';
  };
  await publish(1);
  write.mockClear();
  for (const n of [2, 3, 4]) await publish(n);
  expect([...text.matchAll(/^id: s:(\d+)$/gm)].map(([, seq]) => seq)).toEqual([
    '0',
    '1',
    '2',
    '3',
    '4',
  ]);
  return { response, reader, stop, writes: write.mock.calls.length };
}

describe('frames go straight to the socket', () => {
  test('once the first one has gone through', async () => {
    const { writes, stop } = await readFour();
    expect(writes).toBe(0);
    await stop();
  });

  test('also where middleware sets headers afterwards, or wraps the response', async () => {
    const { writes, response, stop } = await readFour(
      async (c, next) => {
        await next();
        c.header('x-late', 'yes');
      },
      async (c, next) => {
        await next();
        c.res = new Response(c.res.body, c.res);
      },
    );
    expect(response.headers.get('x-late')).toBe('yes');
    expect(writes).toBe(0);
    await stop();
  });

  test('and the body has its end, and a cut reader nothing to print', async () => {
    const print = vi.spyOn(console, 'error');
    const { reader, stop } = await readFour();
    session.dispose();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    await stop();
    expect(print).not.toHaveBeenCalled();
  });
});

describe('frames go through the body', () => {
  const piped: MiddlewareHandler = async (c, next) => {
    await next();
    const through = c.res.body!.pipeThrough(new TransformStream());
    c.res = new Response(through, c.res);
  };
  /** Reads the body itself, and hands on what it makes of each chunk. */
  const readBy =
    (change: (bytes: Uint8Array) => Uint8Array): MiddlewareHandler =>
    async (c, next) => {
      await next();
      const reader = c.res.body!.getReader();
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(change(value));
        },
        cancel: () => reader.cancel(),
      });
      c.res = new Response(body, c.res);
    };
  test.each([
    ['reads it and hands on the very same bytes, until it may not', readBy((bytes) => bytes)],
    ['pipes it, though it changes nothing', piped],
    ['reads it and writes other bytes', readBy((bytes) => bytes.slice())],
  ])('where middleware %s', async (_, handler) => {
    const { writes, stop } = await readFour(handler);
    expect(writes).toBe(3);
    await stop();
  });

  test('also when heartbeats, which are the same bytes each time, went before', async () => {
    const write = vi.spyOn(OutgoingMessage.prototype, 'write');
    const app = new Hono();
    app.use(readBy((bytes) => bytes));
    app.get('/events', (c) => eventStream(c, session, { heartbeatMs: 20 }));
    const { origin, stop } = await serveApp(app);
    const response = await fetch(`${origin}/events`);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (times: number, part: string): Promise<void> => {
      while (text.split(part).length <= times) text += (await reader.read()).value ?? '';
    };
    await until(3, 'event: heartbeat');
    session.publish({ type: 'bench', n: 1 });
    await until(1, '"n":1}');
    const written = write.mock.calls.map(([bytes]) => Buffer.from(bytes as Uint8Array).toString());
    expect(written.filter((bytes) => bytes.includes('"n":1}'))).toHaveLength(1);
    await stop();
  });
});
