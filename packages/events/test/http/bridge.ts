import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

type Body = ReadableStreamDefaultReader<Uint8Array>;

/**
 * The smallest server for a fetch-style handler: what such servers do, and nothing else. It takes
 * one chunk at a time, waits for the socket, cancels the body when the reader goes, and drops the
 * socket when the body breaks.
 */
export function bridge(handler: (request: Request) => Response): RequestListener {
  return (incoming, outgoing) => {
    const abort = new AbortController();
    const response = handler(requestFrom(incoming, abort.signal));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    const body = response.body?.getReader();
    outgoing.once('close', () => {
      abort.abort();
      body?.cancel().catch(() => {});
    });
    if (body) void pipe(body, outgoing);
    else outgoing.end();
  };
}

function requestFrom(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const url = `http://${incoming.headers.host}${incoming.url}`;
  return new Request(url, { method: incoming.method ?? 'GET', headers, signal });
}

async function pipe(body: Body, outgoing: ServerResponse): Promise<void> {
  try {
    for (let next = await body.read(); !next.done; next = await body.read()) {
      if (!outgoing.write(next.value)) await drained(outgoing, body);
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

/** The socket takes bytes again, or there is no more to give it. */
function drained(outgoing: ServerResponse, body: Body): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.once('drain', resolve);
    body.closed.then(resolve, reject);
  });
}
