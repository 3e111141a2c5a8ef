// A server on node:http alone: sessions' streams, and prompts.
// Run it with its client, and see what holds: node examples/node-http/main.js
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { eventStreamNode } from '@loop/events/http';

/**
 * @import { IncomingMessage, ServerResponse } from 'node:http'
 * @import { AddressInfo } from 'node:net'
 * @import { SessionEvents, SessionRegistry } from '@loop/events'
 * @import { EventStreamOptions } from '@loop/events/http'
 *
 * @typedef {{ requestId: string, runId: string, text: string }} PromptRequest
 */

/**
 * @param {SessionRegistry} registry
 * @param {(session: SessionEvents, request: PromptRequest) => void} prompt hands it to an agent
 * @param {EventStreamOptions & { port?: number }} [options]
 */
export async function startServer(registry, prompt, { port = 0, ...streaming } = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, id, action] = /^\/api\/sessions\/([^/]+)\/(events|prompt)$/.exec(pathname) ?? [];
    const session = registry.get(id ?? '');
    if (!session) answer(response, 404, { error: 'unknown session' });
    else if (action === 'events') eventStreamNode(request, response, session, streaming);
    else if (request.method === 'POST') void takePrompt(session, request, response);
    else answer(response, 405, { error: 'POST a prompt' });
  });
  await new Promise((listening) => server.listen(port, '127.0.0.1', () => listening(undefined)));
  const address = /** @type {AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${address.port}`, cut, stop };

  /**
   * @param {SessionEvents} session
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  async function takePrompt(session, request, response) {
    const body = /** @type {{ requestId: string, text: string } | undefined} */ (
      await json(request).catch(() => undefined)
    );
    if (typeof body?.text !== 'string')
      return answer(response, 400, { error: 'text: expected a text' });
    const { requestId, text } = body;
    if (session.activeRunId !== null) return answer(response, 409, { error: 'a run is active' });
    const runId = crypto.randomUUID();
    prompt(session, { requestId, runId, text });
    answer(response, 202, { runId });
  }

  /** Drops every connection, as a proxy that is restarted does. */
  function cut() {
    server.closeAllConnections();
  }

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

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {object} body
 */
function answer(response, status, body) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
