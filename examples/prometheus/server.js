// A server with a stream, the lists, and their counters as Prometheus text.
// Run it and see what holds: node examples/prometheus/main.js
import { createServer } from 'node:http';
import { eventStreamNode } from '@loop/events/http';
import { createMetrics } from './metrics.js';

/**
 * @import { AddressInfo } from 'node:net'
 * @import { ListEvents, SessionEvents, SessionRegistry } from '@loop/events'
 */

/**
 * @param {object} streams
 * @param {SessionRegistry} streams.registry
 * @param {ListEvents} streams.lists
 */
export async function startServer({ registry, lists }, port = 0) {
  const metrics = createMetrics();
  metrics.watch('lists', lists);

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, id] = /^\/api\/sessions\/([^/]+)\/events$/.exec(pathname) ?? [];
    const source = pathname === '/api/workspaces/events' ? lists : registry.get(id ?? '');
    if (source) return eventStreamNode(request, response, source);
    if (pathname !== '/metrics') return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
    response.end(metrics.render());
  });
  await new Promise((listening) => server.listen(port, '127.0.0.1', () => listening(undefined)));
  const address = /** @type {AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${address.port}`, addSession, stop };

  /**
   * @param {string} workspaceId
   * @param {SessionEvents} session
   */
  function addSession(workspaceId, session) {
    registry.add(workspaceId, session);
    metrics.watch('session', session);
  }

  /** Streams end first: an open one is a request that `close` waits for. */
  function stop() {
    registry.shutdown();
    lists.dispose();
    return new Promise((closed) => {
      server.close(closed);
      // What is left is idle, or does not read.
      setImmediate(() => server.closeAllConnections());
    });
  }
}
