import { createServer, OutgoingMessage, type Server, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SessionEvents } from '@loop/events';
import { eventStreamNode } from '../../src/http/index.js';
import { chunkOf } from '../../src/http/chunks.js';
import { RawReader } from './raw-reader.js';
import { turn } from './served.js';

/** A session whose responses are prepared by `prepare`, as frameworks and middleware do. */
async function serve(prepare: (response: ServerResponse) => void = () => {}) {
  const session = new SessionEvents({ sessionId: 'session', streamId: 's' });
  const responses: ServerResponse[] = [];
  const server: Server = createServer((request, response) => {
    if (request.url === '/plain') return void response.end('plain');
    responses.push(response);
    prepare(response);
    eventStreamNode(request, response, session, { maxPendingBytes: 20_000_000 });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    session.dispose();
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as { port: number };
  return { session, server, port, responses };
}

/** Chunks that Node itself was asked to write while `task` ran. */
async function throughNode(task: () => Promise<unknown>): Promise<number> {
  const write = vi.spyOn(OutgoingMessage.prototype, 'write');
  onTestFinished(() => write.mockRestore());
  await task();
  return write.mock.calls.length;
}

describe('a frame for many readers is one chunk, straight to their sockets', () => {
  it('once the head has left', async () => {
    const { session, port } = await serve();
    const readers = [new RawReader({ port }), new RawReader({ port })];
    await Promise.all(readers.map((reader) => reader.until('"roundCount":0')));
    const asked = await throughNode(async () => {
      for (const type of ['one', 'two', 'three']) {
        session.publish({ type });
        await turn();
      }
      await Promise.all(readers.map((reader) => reader.until('"three"')));
    });
    expect(asked).toBe(0);
    for (const { text } of readers) expect(text.match(/^id: s:\d/gm)).toHaveLength(4);
  });

  it('and the body ends as chunks do: the socket serves the next request, and nothing listens on', async () => {
    const { session, port, responses } = await serve();
    const reader = await new RawReader({ port }).until('"roundCount":0');
    session.publish({ type: 'one' });
    await reader.until('"one"');
    const { socket } = responses[0] as { socket: NonNullable<ServerResponse['socket']> };
    const before = socket.listenerCount('drain');
    session.dispose();
    await reader.until('\r\n0\r\n\r\n');
    reader.socket.write('GET /plain HTTP/1.1\r\nHost: test\r\n\r\n');
    await reader.until('plain');
    expect(socket.listenerCount('drain')).toBe(before - 1);
  });

  it('at the reader’s pace, whole: megabytes for one that pauses', async () => {
    const { session, port } = await serve();
    const reader = await new RawReader({ port }).until('"roundCount":0');
    reader.socket.pause();
    const text = '#'.repeat(300_000);
    for (let n = 1; n <= 30; n++) {
      session.publish({ type: 'big', text, n });
      await turn();
    }
    reader.socket.resume();
    await reader.until('"n":30');
    const seqs = [...reader.text.matchAll(/^id: s:(\d+)/gm)].map(([, seq]) => Number(seq));
    expect(seqs).toEqual(Array.from({ length: 31 }, (_, n) => n));
    expect(reader.text.replaceAll(/[^#]+/g, '')).toHaveLength(30 * text.length);
  });
});

/** A reader that pauses, with more waiting for it than its socket takes. */
async function paused(session: SessionEvents, port: number) {
  const reader = await new RawReader({ port }).until('"roundCount":0');
  session.publish({ type: 'one' });
  await reader.until('"one"');
  reader.socket.pause();
  return reader;
}

describe('nothing is written to a socket', () => {
  it('behind the last chunk of a response that the host has ended itself', async () => {
    const { session, port, responses } = await serve();
    const reader = await paused(session, port);
    const text = '#'.repeat(300_000);
    for (let n = 1; n <= 30; n++) {
      session.publish({ type: 'big', text, n });
      await turn();
    }
    responses[0]?.end();
    reader.socket.resume();
    await reader.until('\r\n0\r\n\r\n');
    reader.socket.write('GET /plain HTTP/1.1\r\nHost: test\r\n\r\n');
    await reader.until('plain');
    const end = reader.text.indexOf('\r\n0\r\n\r\n') + 7;
    expect(reader.text.slice(end, end + 15)).toBe('HTTP/1.1 200 OK');
  });

  it('whose reader has ended its side: what is pending still reaches it', async () => {
    const { session, server, port, responses } = await serve();
    const onError = vi.fn();
    server.on('clientError', onError);
    const reader = await paused(session, port);
    const { socket } = responses[0] as { socket: NonNullable<ServerResponse['socket']> };
    const text = '#'.repeat(9_000);
    for (let n = 1; socket.writableLength === 0; n++) {
      session.publish({ type: 'small', text, n });
      await turn();
    }
    session.publish({ type: 'latest' });
    const left = new Promise((resolve) => socket.once('end', resolve));
    reader.leave('half-close');
    await left;
    session.publish({ type: 'too late' });
    await turn();
    reader.socket.resume();
    expect(await reader.ended).toBe('FIN');
    expect(onError).not.toHaveBeenCalled();
    expect(reader.text).toContain(`"n":${session.seq - 3}}`);
  });
});

describe('the response is written to', () => {
  it('where middleware has put a write of its own on it', async () => {
    const written: string[] = [];
    const { session, port } = await serve((response) => {
      const write = response.write.bind(response) as (bytes: Uint8Array) => boolean;
      response.write = (bytes: Uint8Array) => {
        written.push(Buffer.from(bytes).toString());
        return write(bytes);
      };
    });
    const reader = await new RawReader({ port }).until('"roundCount":0');
    session.publish({ type: 'one' });
    await reader.until('"one"');
    expect(written).toHaveLength(2);
  });

  it('where a framework has one in between', async () => {
    const written: Uint8Array[] = [];
    const { session, port } = await serve((response) => {
      const between = Object.create(Object.getPrototypeOf(response) as object) as ServerResponse;
      between.write = function (this: ServerResponse, bytes: Uint8Array) {
        written.push(bytes);
        return OutgoingMessage.prototype.write.call(this, bytes, 'utf8');
      } as ServerResponse['write'];
      Object.setPrototypeOf(response, between);
    });
    const reader = await new RawReader({ port }).until('"roundCount":0');
    session.publish({ type: 'one' });
    await reader.until('"one"');
    expect(written).toHaveLength(2);
  });

  it('to a reader of HTTP/1.0, who knows no chunks', async () => {
    const { session, port } = await serve();
    const reader = await new RawReader({ port, version: '1.0' }).until('"roundCount":0');
    session.publish({ type: 'one' });
    await reader.until('"one"');
    session.dispose();
    await reader.ended;
    const body = reader.text.slice(reader.text.indexOf('\r\n\r\n') + 4);
    expect(body.startsWith('id: s:0\ndata: ')).toBe(true);
    expect(body).not.toContain('\r\n');
  });
});

it('encodes a chunk once for all who are sent the same bytes', () => {
  const bytes = new TextEncoder().encode('x'.repeat(26));
  expect(Buffer.from(chunkOf(bytes)).toString()).toBe(`1a\r\n${'x'.repeat(26)}\r\n`);
  expect(chunkOf(bytes)).toBe(chunkOf(bytes));
  expect(chunkOf(bytes.slice())).not.toBe(chunkOf(bytes));
});
