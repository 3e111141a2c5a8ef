import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionEvents, type ApprovalDecision, type ApprovalRequest } from '@loop/events';
import { attachAgent } from '@loop/pi';
import { expect, test } from 'vitest';
import { createApprove } from '../../server/agent/approvals/create-approve.js';
import type { PermissionPreset } from '../../server/agent/permissions.js';
import { createScriptedModel } from '../../server/agent/scripted-model.js';
import { writeSampleProject } from '../../server/workspaces/sample-project.js';
import { observedAgent } from './observed-agent.js';
import { temporaryFolder } from './temporary-folder.js';

/** A tour through `root`, with somebody who answers each question. */
async function tourOf(
  root: string,
  preset: PermissionPreset,
  answer: (request: ApprovalRequest) => ApprovalDecision['decision'] = () => 'allow',
) {
  const observed = observedAgent({ workspace: root });
  const session = new SessionEvents({ sessionId: 'session-1', messageUpdates: 'delta' });
  const approve = createApprove({ preset: () => preset, workspace: root });
  const link = attachAgent(observed.agent, session, { approve });
  const asked: ApprovalRequest[] = [];
  session.onEvent(({ event }) => {
    if (event.type !== 'approval_requested') return;
    const request = event as ApprovalRequest & { type: string };
    asked.push(request);
    session.approvals.decide(request.approvalId, { decision: answer(request) });
  });
  let runs = 0;
  const take = (text = 'Take the tour') => {
    const request = { requestId: `request-${runs}`, runId: `run-${runs++}` };
    return link.run(request, () => observed.agent.prompt(text));
  };
  const calls = () => observed.calls().map(({ name }) => name);
  return { ...observed, session, asked, take, calls };
}

async function sampleProject(): Promise<string> {
  const root = await temporaryFolder();
  await writeSampleProject(root);
  return root;
}

const clock = (root: string) => readFile(join(root, 'src/clock.js'), 'utf8');

const START = ['list', 'read', 'search', 'batch', 'shell'];

test('allowed: a bug is found and repaired, a retry and a compaction really happen', async () => {
  const root = await sampleProject();
  const { take, session, asked, types, calls, results, said } = await tourOf(root, 'ask');
  await take();
  expect(calls()).toEqual([...START, 'edit', 'shell', 'list']);
  expect(asked.map(({ kind }) => kind)).toEqual(['command', 'file-write', 'command']);
  expect(asked[1]?.detail).toContain("+  const rest = String(seconds % 60).padStart(2, '0');");
  expect(results().map(({ isError }) => isError)).toEqual([
    ...[false, false, false, false, true, false, false, false],
  ]);
  expect(results()[4]?.text).toContain('1:05');
  expect(await clock(root)).toContain(".padStart(2, '0')");
  expect(types().filter((type) => /nested|retry|compaction/.test(type))).toEqual([
    ...Array.from({ length: 3 }, () => 'nested_tool.started'),
    ...Array.from({ length: 3 }, () => 'nested_tool.completed'),
    ...['auto_retry_start', 'auto_retry_end', 'compaction_start', 'compaction_end'],
  ]);
  const { messages, state, roundCount } = session.snapshot();
  expect(messages.filter(({ superseded }) => superseded)).toHaveLength(2);
  expect(messages.map(({ message }) => message.role)).toContain('compactionSummary');
  expect([state.run.status, roundCount]).toEqual(['idle', 1]);
  // What the last answer tells of the tour it has from the summary alone.
  expect(said()).toContain('> - `npm test` failed');
  expect(said()).toContain('> - `npm test` ended well');
  expect(said()).toContain('> - Edited src/clock.js: one place.');
  expect(said().length).toBeGreaterThan(3_000);
});

test('a second time: nothing is left to repair, and it says so', async () => {
  const root = await sampleProject();
  const { take, calls, said } = await tourOf(root, 'full');
  await take();
  const first = calls().length;
  await take('/tour');
  expect(calls().slice(first)).toEqual([...START, 'list']);
  expect(said()).toContain('has been repaired before');
  expect(said().match(/## The end of the tour/g)).toHaveLength(2);
});

test.each<[string, PermissionPreset, (kind: string) => boolean, string[], string]>([
  ['all denied', 'ask', () => false, [...START, 'edit', 'list'], 'You denied the change'],
  ['read only', 'read-only', () => true, [...START, 'edit', 'list'], 'You denied the change'],
  [
    ...(['commands denied', 'ask', (kind) => kind !== 'command'] as [
      string,
      PermissionPreset,
      (kind: string) => boolean,
    ]),
    [...START, 'edit', 'list'],
    'No tests, then',
  ],
])('%s: it goes on, and nothing happens against the will', async (_w, preset, may, tools, text) => {
  const root = await sampleProject();
  const before = await clock(root);
  const { take, calls, said, asked } = await tourOf(root, preset, ({ kind }) =>
    may(kind) ? 'allow' : 'deny',
  );
  await take();
  expect(calls()).toEqual(tools);
  expect(said()).toContain(text);
  expect(said()).toContain('## The end of the tour');
  const isChanged = asked.some(({ kind }) => kind === 'file-write' && may(kind));
  expect((await clock(root)) !== before).toBe(isChanged);
});

test('brisk: the same deeds in fewer words', async () => {
  const root = await sampleProject();
  const model = createScriptedModel({ manner: 'brisk', paceMs: 0 });
  const { agent, calls, said, events } = observedAgent({ workspace: root, model });
  await agent.prompt('Take the tour');
  expect(calls().map(({ name }) => name)).toEqual([...START, 'edit', 'shell', 'list']);
  expect(events.some(({ type }) => type === 'compaction_end')).toBe(true);
  expect(said()).toContain('## The end of the tour');
});

test('on any other folder it says so, and changes nothing', async () => {
  const { take, calls, said, session } = await tourOf(await temporaryFolder(), 'full');
  await take();
  expect(calls()).toEqual(['list', 'read', 'search']);
  expect(said()).toContain('This is not the sample project');
  expect(session.snapshot().state.run.status).toBe('idle');
});

test.each(['Take the tour', 'take a tour', '/tour', 'Tour'])('%s is a tour', async (text) => {
  const { take, said } = await tourOf(await temporaryFolder(), 'full');
  await take(text);
  expect(said()).toContain('Welcome to the tour');
});

test('cancelled at any question: the run settles', async () => {
  const root = await sampleProject();
  const { take, session, agent, asked } = await tourOf(root, 'ask', ({ kind }) => {
    if (kind === 'file-write') agent.abort();
    return 'allow';
  });
  await take();
  expect(asked.map(({ kind }) => kind)).toEqual(['command', 'file-write']);
  expect(session.snapshot().state).toMatchObject({ run: { status: 'idle' }, pendingApprovals: [] });
  expect(await clock(root)).not.toContain('padStart');
});
