// Shows a real pi agent behind a stream: its run, its tools, and a tool that waits for a person.
// node examples/pi-agent/main.js
import assert from 'node:assert/strict';
import { ListEvents, SessionEvents, SessionRegistry } from '@loop/events';
import { openSession } from '../express/client.js';
import { startServer } from '../express/server.js';
import { runExample, until, waitFor } from '../support/example.js';
import { transcript } from '../support/transcript.js';
import { createAgent } from './agent.js';
import { scriptedModel } from './model.js';

await runExample(async ({ shows, atEnd }) => {
  const registry = new SessionRegistry({ lists: new ListEvents() });
  const session = new SessionEvents({ sessionId: '42', messageUpdates: 'delta' });
  registry.add('workspace-1', session);
  /** @type {string[]} */
  const read = [];
  const agent = createAgent(session, scriptedModel(), (path) => {
    read.push(path);
    return `what ${path} says`;
  });
  let run = Promise.resolve();
  const { origin, stop } = await startServer(registry, (_session, request) => {
    run = agent.prompt(request);
  });
  atEnd(stop);
  atEnd(agent.detach);

  const page = openSession(origin, '42');
  await until('the stream', page.store, ({ connection }) => connection.status === 'open');
  assert.equal((await page.sendPrompt('What is the plan?')).status, 202);
  const { view: waiting } = await until(
    'the question',
    page.store,
    ({ view }) => view.state.pendingApprovals.length > 0 && view.seq === session.seq,
  );
  assert.deepEqual(read, ['notes.md']);
  assert.deepEqual(
    waiting.tools.map(({ toolCallId, status }) => [toolCallId, status]),
    [
      ['call-1', 'complete'],
      ['call-2', 'awaiting-approval'],
    ],
  );
  shows('a tool that may run has run, and one that asks waits');
  page.store.close();

  const reloaded = openSession(origin, '42');
  atEnd(reloaded.store.close);
  const { view: again } = await until(
    'the page',
    reloaded.store,
    ({ view }) => view.seq === session.seq,
  );
  assert.deepEqual(again, waiting);
  shows('a page loaded again holds what the one before it held');

  const [question] = again.state.pendingApprovals;
  assert.equal(question?.detail, 'private/plan.md');
  await reloaded.decide(question?.approvalId ?? '', 'allow');
  await waitFor('the run', run);
  const { view } = await until('the end', reloaded.store, (s) => s.view.seq === session.seq);
  assert.deepEqual(read, ['notes.md', 'private/plan.md']);
  assert.deepEqual(transcript(view), [
    'What is the plan?',
    'First the notes.',
    'what notes.md says',
    '',
    'what private/plan.md says',
    'The plan is to ship on Friday.',
  ]);
  assert.deepEqual(view.state.run, { status: 'idle' });
  assert.equal(view.state.lastApproval?.outcome, 'allowed');
  shows('the answer of a person lets it run, and the run comes to its end');
});
