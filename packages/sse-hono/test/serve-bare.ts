import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hono } from 'hono';
import { stopServer } from './serve.js';

/**
 * An app behind the least that a fetch-style server does: it makes a `Request`, and reads the body
 * of the `Response`. There is no `env`, so the app never sees Node's own response.
 */
export async function serveBare(app: Hono): Promise<{ origin: string; stop: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => void answer(app, incoming, outgoing));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, stop: () => stopServer(server) };
}

async function answer(app: Hono, incoming: IncomingMessage, outgoing: ServerResponse) {
  const left = new AbortController();
  outgoing.once('close', () => left.abort());
  const response = await app.fetch(requestFrom(incoming, left.signal));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) await send(response.body.getReader(), outgoing, left.signal);
  else outgoing.end();
}

function requestFrom(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url, headers } = incoming;
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Request(`http://${headers.host}${url}`, { method, headers: sent, signal });
}

/** One chunk at a time, at the socket's pace. A body that breaks drops the socket. */
async function send(
  body: ReadableStreamDefaultReader<Uint8Array>,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (let next = await body.read(); !next.done; next = await body.read()) {
      const hasRoom = outgoing.write(next.value);
      if (!hasRoom) await Promise.race([once(outgoing, 'drain', { signal }), body.closed]);
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
    await body.cancel().catch(() => {});
  }
}
