import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionEvents, type ApprovalDecision, type ApprovalRequest } from '@loop/events';
import { attachAgent } from '@loop/pi';
import { beforeEach, describe, expect, test } from 'vitest';
import { createApprove } from '../../server/agent/approvals/create-approve.js';
import type { PermissionPreset } from '../../server/agent/permissions.js';
import { observedAgent } from './observed-agent.js';
import { temporaryFolder } from './temporary-folder.js';

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
  await writeFile(join(root, 'README.md'), '# Ledger\n\nKeeps accounts.\n');
});

/** An agent behind a preset that can be changed, and somebody who answers each question. */
function guarded(
  preset: PermissionPreset,
  answer: (request: ApprovalRequest) => ApprovalDecision | Promise<ApprovalDecision>,
) {
  const observed = observedAgent({ workspace: root });
  const session = new SessionEvents({ sessionId: 'session-1', messageUpdates: 'delta' });
  let current = preset;
  const approve = createApprove({ preset: () => current, workspace: root });
  const link = attachAgent(observed.agent, session, { approve });
  const asked: ApprovalRequest[] = [];
  session.onEvent(({ event }) => {
    if (event.type !== 'approval_requested') return;
    const request = event as ApprovalRequest & { type: string };
    asked.push(request);
    void Promise.resolve(answer(request)).then((decision) =>
      session.approvals.decide(request.approvalId, decision),
    );
  });
  let runs = 0;
  return {
    ...{ ...observed, session, asked },
    choose: (next: PermissionPreset) => void (current = next),
    ask(text: string) {
      const n = ++runs;
      const request = { requestId: `request-${n}`, runId: `run-${n}` };
      return link.run(request, () => observed.agent.prompt(text));
    },
  };
}

const allow = (): ApprovalDecision => ({ decision: 'allow' });
const deny = (): ApprovalDecision => ({ decision: 'deny' });
const content = () => readFile(join(root, 'README.md'), 'utf8');

test.each<[PermissionPreset, string[], boolean, boolean]>([
  // preset, kinds asked about, file changed, command run
  ['ask', ['file-write', 'command'], true, true],
  ['auto-edit', ['command'], true, true],
  ['read-only', [], false, false],
  ['full', [], true, true],
])('%s', async (preset, kinds, changes, runs) => {
  const { ask, asked, results } = guarded(preset, allow);
  await ask('replace "Ledger" with "Books" in README.md');
  await ask('run `echo ran`');
  expect(asked.map(({ kind }) => kind)).toEqual(kinds);
  expect((await content()).startsWith('# Books')).toBe(changes);
  expect(results().some(({ text }) => text === 'ran')).toBe(runs);
});

test('the preset counts as it is at the call: chosen in the middle of a run', async () => {
  const { ask, choose, agent, asked, results } = guarded('full', allow);
  const stop = agent.subscribe((event) => {
    if (event.type !== 'tool_execution_end') return;
    stop();
    choose('read-only');
  });
  await ask('replace "Ledger" with "Books" in README.md');
  expect(asked).toEqual([]);
  expect(results().at(-1)?.text).toMatch(/^Denied: this session is read-only/);
  expect(await content()).toContain('# Ledger');
});

describe('denied', () => {
  test('a command: the model says so and goes on with what needs no consent', async () => {
    const { ask, said, calls, session } = guarded('ask', () => ({
      decision: 'deny',
      note: 'not on this machine',
    }));
    await ask('run `rm -r build`');
    expect(calls().map(({ name }) => name)).toEqual(['shell', 'list']);
    expect(said()).toContain('did not run, because it was denied');
    expect(said()).toContain('“not on this machine”');
    expect(session.snapshot().tools.map(({ status }) => status)).toEqual(['error', 'complete']);
    expect(session.activeRunId).toBeNull();
  });

  test('a change: the file stays, and the model shows what it would have done', async () => {
    const { ask, said } = guarded('ask', deny);
    await ask('replace "Ledger" with "Books" in README.md');
    expect(await content()).toContain('# Ledger');
    expect(said()).toContain('The change was denied');
    expect(said()).toContain('+ Books');
  });

  test('one of several side by side: the others run', async () => {
    const { ask, said, results } = guarded('ask', ({ detail }) =>
      detail?.startsWith('sleep') ? deny() : allow(),
    );
    await ask('do several things in parallel');
    expect(results().map(({ isError }) => isError)).toEqual([false, false, false, true]);
    expect(said()).toContain('| denied |');
  });

  test('the second of two: it stops there', async () => {
    const { ask, said } = guarded('ask', ({ detail }) =>
      detail?.startsWith('ls') ? deny() : allow(),
    );
    await ask('run a failing command');
    expect(said()).toContain('You did not want me to look further');
  });
});

test('allowed for the session: the same command runs again, another one asks', async () => {
  const { ask, asked } = guarded('auto-edit', () => ({ decision: 'allow', scope: 'session' }));
  await ask('run `echo one`');
  await ask('run `echo one`');
  expect(asked).toHaveLength(1);
  await ask('run `echo two`');
  expect(asked).toHaveLength(2);
});

test('a file that changes while the question waits is not overwritten', async () => {
  const { ask, results } = guarded('ask', async () => {
    await writeFile(join(root, 'README.md'), '# Ledger\n\nSomebody was here.\n');
    return allow();
  });
  await ask('replace "Ledger" with "Books" in README.md');
  expect(results().at(-1)).toMatchObject({
    isError: true,
    text: expect.stringContaining('was changed after'),
  });
  expect(await content()).toContain('Somebody was here.');
});

test('a file that appears while the question waits is not replaced', async () => {
  const { ask, asked, results } = guarded('ask', async () => {
    await writeFile(join(root, 'plan.md'), 'Mine.\n');
    return allow();
  });
  await ask('create plan.md with a plan');
  expect(asked).toMatchObject([{ title: 'Create plan.md' }]);
  expect(results().at(-1)).toMatchObject({ isError: true });
  expect(await readFile(join(root, 'plan.md'), 'utf8')).toBe('Mine.\n');
});

test('a run that is cancelled while it asks settles, and changes nothing', async () => {
  const { ask, session, agent } = guarded('ask', () => {
    agent.abort();
    return new Promise(() => {});
  });
  await ask('replace "Ledger" with "Books" in README.md');
  expect(session.snapshot().state).toMatchObject({
    run: { status: 'idle' },
    pendingApprovals: [],
    lastApproval: { outcome: 'cancelled' },
  });
  expect(await content()).toContain('# Ledger');
});
