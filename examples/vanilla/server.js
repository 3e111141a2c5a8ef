// The page, its script, the core's modules as they are, and a stream. Nothing is built.
// Run it and see what holds: node examples/vanilla/main.js
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { eventStreamNode } from '@loop/events/http';

/**
 * @import { ServerResponse } from 'node:http'
 * @import { AddressInfo } from 'node:net'
 * @import { SessionEvents } from '@loop/events'
 */

/** Where the core lies: its entry, and what that imports beside it. */
const MODULES = new URL('.', import.meta.resolve('@loop/events'));

/** @param {SessionEvents} session */
export async function startServer(session, port = 0) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, name] = /^\/modules\/((?:[a-z][a-z-]*\/)*[a-z][a-z-]*\.js)$/.exec(pathname) ?? [];
    if (pathname === '/api/sessions/42/events') {
      // Browsers wait for seconds before they come back, unless they are told another time.
      eventStreamNode(request, response, session, { retryMs: 20 });
    } else if (pathname === '/') void send(response, new URL('page.html', import.meta.url));
    else if (pathname === '/page.js') void send(response, new URL('page.js', import.meta.url));
    else if (name) void send(response, new URL(name, MODULES));
    else response.writeHead(404).end();
  });
  await new Promise((listening) => server.listen(port, '127.0.0.1', () => listening(undefined)));
  const address = /** @type {AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${address.port}`, cut, stop };

  /** Drops every connection, as a proxy that is restarted does. */
  function cut() {
    server.closeAllConnections();
  }

  /** Streams end first: an open one is a request that `close` waits for. */
  function stop() {
    session.dispose();
    return new Promise((closed) => {
      server.close(closed);
      // What is left is idle, or does not read.
      setImmediate(() => server.closeAllConnections());
    });
  }
}

/**
 * @param {ServerResponse} response
 * @param {URL} file
 */
async function send(response, file) {
  try {
    const body = await readFile(file);
    const type = file.pathname.endsWith('.html') ? 'text/html' : 'text/javascript';
    response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}
