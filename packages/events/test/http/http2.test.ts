import { connect, constants, createServer, type ClientHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { eventStreamNode, eventStreamResponse } from '../../src/http/index.js';
import { SessionEvents } from '../../src/index.js';
import { note } from './note.js';

type Listener = Parameters<typeof createServer>[1];

type Find = (path: string) => SessionEvents;

const listeners: Record<string, (find: Find, onClose: () => void) => Listener> = {
  eventStreamNode: (find, onClose) => (request, response) =>
    eventStreamNode(request, response, find(request.url), { onClose }),
  eventStreamResponse: (find, onClose) =>
    getRequestListener(
      (request) => eventStreamResponse(request, find(new URL(request.url).pathname), { onClose }),
      { overrideGlobalObjects: false },
    ),
};

async function serve(name: string) {
  const onWarning = vi.fn();
  process.on('warning', onWarning);
  const session = new SessionEvents({ sessionId: 'one', streamId: 's' });
  let onClose = (): void => {};
  const closed = new Promise<void>((resolve) => (onClose = resolve));
  const other = new SessionEvents({ sessionId: 'other', streamId: 'other' });
  const find: Find = (path) => (path === '/other' ? other : session);
  const server = createServer(listeners[name]!(find, onClose)!);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    process.off('warning', onWarning);
    session.dispose();
    other.dispose();
    client.destroy();
    server.close();
  });
  return { session, other, server, client, closed, onWarning };
}

function read(client: ClientHttp2Session, path = '/') {
  const stream = client.request({ ':path': path });
  let text = '';
  let wake = (): void => {};
  stream.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    wake();
  });
  const until = async (part: string): Promise<void> => {
    while (!text.includes(part)) await new Promise<void>((resolve) => (wake = resolve));
  };
  const head = new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve));
  return { stream, head, until };
}

describe.each(Object.keys(listeners))('%s over HTTP/2', (name) => {
  test('the head holds nothing of HTTP/1.1, nothing warns, frames arrive', async () => {
    const { session, client, onWarning } = await serve(name);
    const { head, until } = read(client);
    const names = Object.keys(await head).sort();
    const ours = ['cache-control', 'content-type', 'x-accel-buffering'];
    expect(names).toEqual([':status', 'date', ...ours].sort());
    await until('id: s:0');
    session.publish(note(1));
    await until('id: s:1');
    expect(onWarning).not.toHaveBeenCalled();
  });

  test('a reset stream takes its connection along and leaves its neighbour', async () => {
    const { session, client, closed } = await serve(name);
    const [gone, stays] = [read(client), read(client)];
    await Promise.all([gone.until('id: s:0'), stays.until('id: s:0')]);
    gone.stream.close(constants.NGHTTP2_CANCEL);
    await closed;
    session.publish(note(1));
    await stays.until('id: s:1');
    expect(session.stats().connections).toBe(1);
  });

  test('a reader that takes nothing is held back by its own window, and goes with its session', async () => {
    const { session, client, closed } = await serve(name);
    const { stream, until } = read(client);
    await until('id: s:0');
    stream.pause();
    session.publish(note(1, 900_000));
    await new Promise((resolve) => setImmediate(resolve));
    client.destroy();
    await closed;
    expect(session.stats().connections).toBe(0);
  });

  test('while the server stops, one stream that ends leaves its neighbour', async () => {
    const { session, client, server, other } = await serve(name);
    const [ends, stays] = [read(client), read(client, '/other')];
    await Promise.all([ends.until('id: s:0'), stays.until('id: other:0')]);
    server.close();
    const end = new Promise((resolve) => ends.stream.once('close', resolve));
    session.dispose();
    await end;
    other.publish(note(1));
    await stays.until('id: other:1');
  });

  test('dispose ends the stream properly', async () => {
    const { session, client } = await serve(name);
    const { stream, until } = read(client);
    await until('id: s:0');
    const end = new Promise((resolve) => stream.once('end', resolve));
    session.dispose();
    await end;
    expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
  });
});
