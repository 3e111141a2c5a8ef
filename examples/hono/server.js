// A Hono server: the streams of sessions and of lists, and prompts.
// Run it with its client, and see what holds: node examples/hono/main.js
import { serve } from '@hono/node-server';
import { eventStream } from '@loop/sse-hono';
import { Hono } from 'hono';

/**
 * @import { Server } from 'node:http'
 * @import { AddressInfo } from 'node:net'
 * @import { ListEvents, SessionEvents, SessionRegistry } from '@loop/events'
 *
 * @typedef {{ requestId: string, runId: string, text: string }} PromptRequest
 */

/**
 * @param {{ registry: SessionRegistry, lists: ListEvents }} hubs
 * @param {(session: SessionEvents, request: PromptRequest) => void} prompt hands it to an agent
 */
export async function startServer({ registry, lists }, prompt, port = 0) {
  const app = new Hono();
  // Whatever waits, such as authorisation, comes before eventStream: it begins at once.
  app.get('/api/sessions/:id/events', (c) => {
    const session = registry.get(c.req.param('id'));
    return session ? eventStream(c, session) : c.json({ error: 'unknown session' }, 404);
  });
  app.get('/api/workspaces/events', (c) => eventStream(c, lists));
  app.post('/api/sessions/:id/prompt', async (c) => {
    const session = registry.get(c.req.param('id'));
    if (!session) return c.json({ error: 'unknown session' }, 404);
    const { requestId, text } = await c.req.json();
    if (typeof text !== 'string') return c.json({ error: 'text: expected a text' }, 400);
    if (session.activeRunId !== null) return c.json({ error: 'a run is active' }, 409);
    const runId = crypto.randomUUID();
    prompt(session, { requestId, runId, text });
    return c.json({ runId }, 202);
  });

  /** @type {Server} */
  const server = await new Promise((listening) => {
    const starting = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, () =>
      listening(/** @type {Server} */ (starting)),
    );
  });
  const address = /** @type {AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${address.port}`, stop };

  /** Streams end first: an open one is a request that `close` waits for. */
  function stop() {
    registry.shutdown();
    return new Promise((closed) => {
      // Their last bytes leave a turn later. What is left then is idle, or does not read.
      setImmediate(() => {
        server.close(closed);
        server.closeAllConnections();
      });
    });
  }
}
