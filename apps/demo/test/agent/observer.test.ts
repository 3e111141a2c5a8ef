import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionEvents } from '@loop/events';
import { attachAgent } from '@loop/pi';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentModel } from '../../server/agent/agent-model.js';
import { createApprove } from '../../server/agent/approvals/create-approve.js';
import { guardObserver, type AgentObserver } from '../../server/agent/observer.js';
import type { PermissionPreset } from '../../server/agent/permissions.js';
import { createScriptedModel } from '../../server/agent/scripted-model.js';
import { answering, call, fail, say } from './answering-model.js';
import { observedAgent } from './observed-agent.js';
import { temporaryFolder } from './temporary-folder.js';

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
  await writeFile(join(root, 'README.md'), '# Ledger\n');
});

type Told = { hook: keyof AgentObserver; start: object; ends: object[] };

/** An observer that writes down what it is told. */
function witness() {
  const told: Told[] = [];
  const point = (hook: keyof AgentObserver) => (start: object) =>
    void told.push({ hook, start, ends: [] });
  const pair = (hook: keyof AgentObserver) => (start: object) => {
    const entry: Told = { hook, start, ends: [] };
    told.push(entry);
    return (end: object) => void entry.ends.push(end);
  };
  const observer: AgentObserver = {
    modelRequest: pair('modelRequest'),
    inputPreparation: pair('inputPreparation'),
    modelInput: point('modelInput'),
    writeChecked: point('writeChecked'),
    policyResolved: point('policyResolved'),
  };
  const of = (hook: keyof AgentObserver) => told.filter((entry) => entry.hook === hook);
  return { observer, of };
}

describe('model requests', () => {
  async function requestsOf(model: AgentModel, during?: (type: string, abort: () => void) => void) {
    const { observer, of } = witness();
    const { agent } = observedAgent({ workspace: root, model, observer });
    agent.subscribe(({ type }) => during?.(type, agent.abort));
    await agent.prompt('Hi');
    await agent.titleFor('Hi', new AbortController().signal).catch(() => {});
    await agent.compact();
    return of('modelRequest').map(({ start, ends }) => ({ ...start, ends }));
  }

  test('one end each: answers, tools, a title, a summary', async () => {
    const list = call('a', 'list');
    const model = answering([list], [say('Done.')], [say('A title')], [say('In short')]);
    expect(await requestsOf(model)).toEqual([
      {
        ...{ purpose: 'main', provider: 'loop', model: 'scripted', attempt: 1 },
        ...{ messageCount: 1, toolCount: 7 },
        ends: [{ stopReason: 'toolUse', usage: expect.any(Object) }],
      },
      expect.objectContaining({ purpose: 'main', messageCount: 3, attempt: 1 }),
      expect.objectContaining({ purpose: 'title', messageCount: 1, toolCount: 0, attempt: 1 }),
      expect.objectContaining({
        purpose: 'compaction',
        ends: [expect.objectContaining({ stopReason: 'stop' })],
      }),
    ]);
  });

  test('failures are ends, and count the attempts', async () => {
    const busy = fail('503 busy');
    const requests = await requestsOf(answering([busy], [busy], [say('Done.')], [busy], [busy]));
    const lines = requests.map(({ ends, ...start }) => {
      const [end = {}] = ends as { stopReason?: string; errorMessage?: string }[];
      const { purpose, attempt } = start as unknown as { purpose: string; attempt: number };
      return `${purpose} ${attempt} ${ends.length} ${end.stopReason} ${end.errorMessage ?? ''}`;
    });
    expect(lines).toEqual([
      'main 1 1 error 503 busy',
      'main 2 1 error 503 busy',
      'main 3 1 stop ',
      'title 1 1 error 503 busy',
    ]);
  });

  test('an abort is an end', async () => {
    const model = createScriptedModel({ paceMs: 0 });
    const requests = await requestsOf(model, (type, abort) => {
      if (type === 'message_update') abort();
    });
    expect(requests[0]?.ends).toMatchObject([{ stopReason: 'aborted' }]);
    expect(requests.every(({ ends }) => ends.length === 1)).toBe(true);
  });

  test('a model that throws instead of telling is an end, too', async () => {
    const { model } = createScriptedModel();
    const broken: AgentModel = {
      model,
      stream: () => {
        throw new Error('no such provider');
      },
    };
    const requests = await requestsOf(broken);
    expect(requests.map(({ ends }) => ends)).toEqual(
      requests.map(() => [
        { stopReason: 'error', errorMessage: expect.stringContaining('no such') },
      ]),
    );
    expect(requests.length).toBeGreaterThan(1);
  });
});

test('what the model’s input is made of is told once for each main request', async () => {
  await mkdir(join(root, '.loop/skills'), { recursive: true });
  await writeFile(join(root, '.loop/skills/review.md'), 'Look twice.');
  await writeFile(join(root, 'AGENTS.md'), 'Tabs.');
  const { observer, of } = witness();
  const model = answering([say('One.')], [say('Two.')], [say('In short')], [call('a', 'list')]);
  const { agent } = observedAgent({ workspace: root, model, observer });
  await agent.prompt('one');
  await agent.prompt('two');
  await agent.compact();
  await agent.prompt('/review it');
  const projections = of('modelInput').map(({ start }) =>
    (start as { messages: { role: string; origin: string }[] }).messages.map(
      ({ role, origin }) => `${role} ${origin}`,
    ),
  );
  const system = ['system system', 'system agents-file', 'system skill'];
  expect(projections).toEqual([
    [...system, 'user input'],
    [...system, 'user history', 'assistant history', 'user input'],
    [
      ...[...system, 'user summary', 'user history', 'assistant history'],
      ...['user input', 'user skill'],
    ],
    [
      ...[...system, 'user summary', 'user history', 'assistant history'],
      ...['user input', 'user skill', 'assistant history', 'toolResult history'],
    ],
  ]);
});

test('the preparation of each input begins and ends once, whatever becomes of it', async () => {
  await mkdir(join(root, '.loop/skills'), { recursive: true });
  await writeFile(join(root, '.loop/skills/review.md'), 'Look twice.');
  await writeFile(join(root, '.loop/skills/huge.md'), 'x'.repeat(40_000));
  const { observer, of } = witness();
  const model = answering([fail('503 busy')], [say('One.')], [say('Two.')]);
  const { agent } = observedAgent({ workspace: root, model, observer });
  agent.followUp({ role: 'user', content: 'queued', timestamp: 1 });
  await agent.prompt('/review it');
  await agent.prompt('/huge now');
  const run = agent.prompt('aborted');
  agent.abort();
  await run;
  expect(of('inputPreparation').map(({ start, ends }) => ({ ...start, ends }))).toEqual([
    { text: '/review it', ends: [{ outcome: 'ready', skills: ['review'] }] },
    { text: 'queued', ends: [{ outcome: 'ready', skills: [] }] },
    {
      text: '/huge now',
      ends: [{ outcome: 'failed', skills: [], error: expect.stringContaining('too large') }],
    },
    { text: 'aborted', ends: [{ outcome: 'ready', skills: [] }] },
  ]);
});

describe('permissions', () => {
  function guarded(preset: PermissionPreset, decision: 'allow' | 'deny') {
    const { observer, of } = witness();
    const observed = observedAgent({ workspace: root, observer });
    const session = new SessionEvents({ sessionId: 'session-1' });
    const approve = createApprove({ preset: () => preset, workspace: root, observer });
    attachAgent(observed.agent, session, { approve });
    session.onEvent(({ event }) => {
      if (event.type !== 'approval_requested') return;
      session.approvals.decide(Reflect.get(event, 'approvalId') as string, { decision });
    });
    return { ...observed, of };
  }
  const REPLACE = 'replace "Ledger" with "Books" in README.md';
  const check = { toolName: 'edit', path: 'README.md', allowed: true };

  test.each<[PermissionPreset, 'allow' | 'deny', string, number]>([
    // The target is checked when the change is shown, and when it is made.
    ['ask', 'allow', 'ask', 2],
    ['ask', 'deny', 'ask', 1],
    ['auto-edit', 'deny', 'allow', 1],
    ['read-only', 'allow', 'deny', 0],
  ])('%s, %s', async (preset, decision, verdict, checks) => {
    const { agent, of } = guarded(preset, decision);
    await agent.prompt(REPLACE);
    expect(of('policyResolved').map(({ start }) => start)).toEqual([
      { preset, toolName: 'read', verdict: 'allow' },
      { preset, toolName: 'edit', verdict },
    ]);
    expect(of('writeChecked').map(({ start }) => start)).toEqual(
      Array.from({ length: checks }, () => check),
    );
  });

  test('a target that is refused, with the reason', async () => {
    await symlink(await temporaryFolder(), join(root, 'out'));
    const { observer, of } = witness();
    const model = answering([call('a', 'write', { path: 'out/x.md', content: 'x' })]);
    await observedAgent({ workspace: root, model, observer }).agent.prompt('Write');
    expect(of('writeChecked').map(({ start }) => start)).toEqual([
      {
        ...{ toolName: 'write', path: 'out/x.md', allowed: false },
        reason: expect.stringContaining('leads out of the workspace'),
      },
    ]);
  });
});

describe('an observer that misbehaves', () => {
  const harm = (): never => {
    throw new Error('harm');
  };

  test.each<[string, AgentObserver]>([
    [
      'at once',
      {
        ...{ modelRequest: harm, modelInput: harm, inputPreparation: harm },
        ...{ writeChecked: harm, policyResolved: harm },
      },
    ],
    ['at the end', { modelRequest: () => harm, inputPreparation: () => harm }],
    ['by returning nothing', { modelRequest: (() => undefined) as unknown as () => () => void }],
  ])('never reaches the agent: %s', async (_how, observer) => {
    const observed = observedAgent({ workspace: root, observer });
    const session = new SessionEvents({ sessionId: 'session-1' });
    const approve = createApprove({ preset: () => 'full', workspace: root, observer });
    attachAgent(observed.agent, session, { approve });
    await observed.agent.prompt('replace "Ledger" with "Books" in README.md');
    expect(observed.results().map(({ isError }) => isError)).toEqual([false, false]);
    expect(observed.answers().at(-1)?.stopReason).toBe('stop');
  });

  test('no end is told twice', () => {
    const ends: unknown[] = [];
    const guarded = guardObserver({ inputPreparation: () => (end) => void ends.push(end) });
    const end = guarded.inputPreparation({ text: '' });
    end({ outcome: 'ready', skills: [] });
    end({ outcome: 'failed', skills: [] });
    expect(ends).toEqual([{ outcome: 'ready', skills: [] }]);
  });
});
