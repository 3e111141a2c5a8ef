// Shows a handler of Requests that needs no server, and that any server can serve.
// node examples/fetch-handler/main.js
import assert from 'node:assert/strict';
import { runExample, until } from '../support/example.js';
import { ScriptedAgent } from '../support/scripted-agent.js';
import { transcript } from '../support/transcript.js';
import { openSession } from './client.js';
import { GET } from './route.js';
import { startServer } from './server.js';
import { registry } from './sessions.js';

await runExample(async ({ shows, atEnd }) => {
  const session = registry.get('42');
  assert.ok(session);
  const agent = new ScriptedAgent();
  const path = '/api/sessions/42/events';

  const direct = openSession(`http://localhost${path}`, handle);
  await until('the stream', direct, ({ connection }) => connection.status === 'open');
  agent.prompt(session, { requestId: 'request-1', runId: 'run-1', text: 'Is there a server?' });
  agent.say('There is ');
  const { view: begun } = await until('the words', direct, ({ view }) => view.seq === session.seq);
  assert.deepEqual(transcript(begun), ['Is there a server?', 'There is ']);
  direct.close();
  assert.equal(session.stats().connections, 0);
  shows('a bare call of the handler streams, and ends with its reader');

  const { origin, stop } = await startServer(handle);
  atEnd(stop);
  const served = openSession(`${origin}${path}`);
  atEnd(served.close);
  await until('the stream', served, ({ view }) => view.seq === session.seq);
  agent.say('none.');
  agent.finish();
  const { view } = await until('the end', served, (state) => state.view.seq === session.seq);
  assert.deepEqual(transcript(view), ['Is there a server?', 'There is none.']);
  shows('the same handler behind a server goes on in the middle of the answer');

  const unknown = await handle(new Request('http://localhost/api/sessions/unknown/events'));
  assert.equal(unknown.status, 404);
  const head = await handle(new Request(`http://localhost${path}`, { method: 'HEAD' }));
  assert.equal(head.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.equal(session.stats().connections, 1);
  shows('an unknown session is 404, and HEAD opens no stream');
});

/** Does what the framework's router does. @param {Request} request */
function handle(request) {
  const [, id = ''] =
    /^\/api\/sessions\/([^/]+)\/events$/.exec(new URL(request.url).pathname) ?? [];
  return GET(request, { params: Promise.resolve({ id }) });
}
