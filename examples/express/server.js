// An Express server: sessions' streams, prompts, and answers to what an agent asks.
// Run it with its client, and see what holds: node examples/express/main.js
import { eventStream } from '@loop/sse-express';
import express from 'express';

/**
 * @import { Server } from 'node:http'
 * @import { AddressInfo } from 'node:net'
 * @import { SessionEvents, SessionRegistry } from '@loop/events'
 *
 * @typedef {{ requestId: string, runId: string, text: string }} PromptRequest
 */

/**
 * @param {SessionRegistry} registry
 * @param {(session: SessionEvents, request: PromptRequest) => void} prompt hands it to an agent
 */
export async function startServer(registry, prompt, port = 0) {
  const app = express();
  app.use(express.json());
  app.get('/api/sessions/:id/events', (req, res) => {
    const session = registry.get(req.params.id);
    if (session) eventStream(req, res, session);
    else res.status(404).json({ error: 'unknown session' });
  });
  app.post('/api/sessions/:id/prompt', (req, res) => {
    const session = registry.get(req.params.id);
    if (!session) return void res.status(404).json({ error: 'unknown session' });
    const { requestId, text } = req.body ?? {};
    if (typeof text !== 'string') {
      return void res.status(400).json({ error: 'text: expected a text' });
    }
    if (session.activeRunId !== null)
      return void res.status(409).json({ error: 'a run is active' });
    const runId = crypto.randomUUID();
    prompt(session, { requestId, runId, text });
    res.status(202).json({ runId });
  });
  app.post('/api/sessions/:id/approvals/:approvalId', (req, res) => {
    const session = registry.get(req.params.id);
    const { decision } = req.body ?? {};
    if (!session) return void res.status(404).json({ error: 'unknown session' });
    if (decision !== 'allow' && decision !== 'deny') {
      return void res.status(400).json({ error: 'decision: allow or deny' });
    }
    const result = session.approvals.decide(req.params.approvalId, { decision });
    res.status({ resolved: 200, 'already-resolved': 409, unknown: 404 }[result]).json({ result });
  });

  /** @type {Server} */
  const server = await new Promise((listening) => {
    const starting = app.listen(port, '127.0.0.1', () => listening(starting));
  });
  const address = /** @type {AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${address.port}`, stop };

  /** Streams end first: an open one is a request that `close` waits for. */
  function stop() {
    registry.shutdown();
    return new Promise((closed) => {
      server.close(closed);
      // What is left is idle, or does not read.
      setImmediate(() => server.closeAllConnections());
    });
  }
}
