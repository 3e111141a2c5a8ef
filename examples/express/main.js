// Shows an approval that every tab sees and any tab can answer: once.
// node examples/express/main.js
import assert from 'node:assert/strict';
import { ListEvents, SessionEvents, SessionRegistry } from '@loop/events';
import { runExample, until, waitFor } from '../support/example.js';
import { runCommand } from './agent.js';
import { openSession } from './client.js';
import { startServer } from './server.js';

await runExample(async ({ shows, atEnd }) => {
  const registry = new SessionRegistry({ lists: new ListEvents() });
  const session = new SessionEvents({ sessionId: '42', messageUpdates: 'delta' });
  registry.add('workspace-1', session);
  /** @type {string[]} */
  const executed = [];
  /** @param {string} command */
  const execute = async (command) => `${executed.push(command)} so far`;
  /** @type {Promise<void>} */
  let run = Promise.resolve();
  const { origin, stop } = await startServer(registry, (...asked) => {
    run = runCommand(...asked, execute);
  });
  atEnd(stop);
  const [tab, otherTab] = [openSession(origin, '42'), openSession(origin, '42')];
  for (const { store } of [tab, otherTab]) atEnd(store.close);

  assert.equal((await tab.sendPrompt('npm test')).status, 202);
  for (const { store } of [tab, otherTab]) {
    const { view } = await until('the question', store, hasQuestion);
    assert.equal(view.state.pendingApprovals[0]?.detail, 'npm test');
    assert.equal(view.tools[0]?.status, 'awaiting-approval');
  }
  assert.deepEqual(executed, []);
  shows('nothing runs while the question waits, and every tab shows it');

  otherTab.store.close();
  const lateTab = openSession(origin, '42');
  atEnd(lateTab.store.close);
  const { view: late } = await until('the question', lateTab.store, hasQuestion);
  const approvalId = late.state.pendingApprovals[0]?.approvalId ?? '';
  shows('a tab that is opened later finds it');

  assert.equal((await tab.decide('somebody-elses', 'allow')).status, 404);
  assert.equal((await lateTab.decide(approvalId, 'allow')).status, 200);
  assert.equal((await tab.decide(approvalId, 'deny')).status, 409);
  await waitFor('the run', run);
  assert.deepEqual(executed, ['npm test']);
  shows('the first decision counts, and a later one learns that it is late');

  for (const { store } of [tab, lateTab]) {
    const { view } = await until('the end', store, (s) => s.view.seq === session.seq);
    assert.equal(view.state.lastApproval?.outcome, 'allowed');
    assert.equal(view.tools[0]?.status, 'complete');
    assert.deepEqual(view.state.run, { status: 'idle' });
  }
  await tab.sendPrompt('rm -r .');
  const { view } = await until('a question', tab.store, hasQuestion);
  await tab.decide(view.state.pendingApprovals[0]?.approvalId ?? '', 'deny');
  await waitFor('the run', run);
  assert.deepEqual(executed, ['npm test']);
  assert.equal(session.snapshot().tools.at(-1)?.status, 'error');
  shows('what is denied does not run');
});

/** @param {{ view: import('@loop/events').SessionView }} state */
function hasQuestion({ view }) {
  return view.state.pendingApprovals.length > 0;
}
