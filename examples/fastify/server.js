// A Fastify server: sessions' streams, and the rounds before those that a stream begins with.
// Run it with its client, and see what holds: node examples/fastify/main.js
import { eventStreamNode } from '@loop/events/http';
import { fastify } from 'fastify';

/** @import { SessionRegistry } from '@loop/events' */

/** @param {SessionRegistry} registry */
export async function startServer(registry, port = 0) {
  const app = fastify({ forceCloseConnections: true });
  app.get('/api/sessions/:id/events', (request, reply) => {
    const session = registry.get(idOf(request));
    if (!session) return reply.code(404).send({ error: 'unknown session' });
    // From here on the response is the stream's.
    reply.hijack();
    eventStreamNode(request.raw, reply.raw, session);
    return reply;
  });
  app.get('/api/sessions/:id/history', (request, reply) => {
    const session = registry.get(idOf(request));
    if (!session) return reply.code(404).send({ error: 'unknown session' });
    const query = /** @type {{ before: string, rounds?: string }} */ (request.query);
    const [before, rounds] = [Number(query.before), Number(query.rounds ?? 3)];
    if (![before, rounds].every(Number.isSafeInteger) || before < 0 || rounds < 1) {
      return reply.code(400).send({ error: 'before, rounds: expected whole numbers' });
    }
    return session.history({ before, rounds });
  });
  const origin = await app.listen({ port, host: '127.0.0.1' });
  return { origin, cut, stop };

  /** Drops every connection, as a proxy that is restarted does. */
  function cut() {
    app.server.closeAllConnections();
  }

  /** Streams end first: an open one is a request that `close` waits for. */
  async function stop() {
    registry.shutdown();
    await app.close();
  }
}

/** @param {{ params: unknown }} request */
function idOf({ params }) {
  return /** @type {{ id: string }} */ (params).id;
}
