// Shows that a page which is loaded again in the middle of an answer loses nothing.
// node examples/hono/main.js
import assert from 'node:assert/strict';
import { ListEvents, SessionEvents, SessionRegistry } from '@loop/events';
import { runExample, until, waitFor } from '../support/example.js';
import { ScriptedAgent } from '../support/scripted-agent.js';
import { transcript } from '../support/transcript.js';
import { openLists, openSession, sendPrompt } from './client.js';
import { startServer } from './server.js';

await runExample(async ({ shows, atEnd }) => {
  const agent = new ScriptedAgent();
  const lists = new ListEvents();
  const registry = new SessionRegistry({ lists });
  const session = new SessionEvents({ sessionId: '42', messageUpdates: 'delta' });
  registry.add('workspace-1', session);
  const { origin, stop } = await startServer({ registry, lists }, agent.prompt);
  atEnd(stop);

  const page = openSession(origin);
  await until('the stream', page, ({ connection }) => connection.status === 'open');
  /** @type {(workspaceId: string) => void} */
  let onSessionsChanged = () => {};
  const changed = new Promise((resolve) => (onSessionsChanged = resolve));
  const listed = openLists(origin, (workspaceId) => onSessionsChanged(workspaceId));
  atEnd(listed.close);
  await until('the lists', listed, ({ connection }) => connection.status === 'open');
  assert.equal((await sendPrompt(origin, 'What is a cursor?')).status, 202);
  assert.equal((await sendPrompt(origin, 'And now?')).status, 409);
  agent.say('A position ');
  const { view: begun } = await until('the words', page, ({ view }) => view.seq === session.seq);
  assert.deepEqual(transcript(begun), ['What is a cursor?', 'A position ']);
  shows('an answer streams into the page');

  assert.equal(await waitFor('a notice', changed), 'workspace-1');
  shows('a list of sessions hears that one of them works');

  page.close();
  agent.say('in a ');
  const reloaded = openSession(origin);
  atEnd(reloaded.close);
  const { view: soFar } = await until('them', reloaded, ({ view }) => view.seq === session.seq);
  assert.deepEqual(transcript(soFar), ['What is a cursor?', 'A position in a ']);
  agent.say('stream.');
  agent.finish();
  const { view } = await until('the end', reloaded, (s) => s.view.seq === session.seq);
  assert.deepEqual(transcript(view), ['What is a cursor?', 'A position in a stream.']);
  assert.equal(reloaded.stats().connections, 1);
  shows('a page that is loaded again in the middle of it loses nothing');

  const { messages, state } = session.snapshot();
  assert.deepEqual({ messages: view.messages, state: view.state }, { messages, state });
  assert.equal(state.run.status, 'idle');
  shows('page and server hold the same');
});
