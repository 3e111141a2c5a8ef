import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createScriptedModel } from '../../server/agent/scripted-model.js';
import { observedAgent, type ObservedAgent } from './observed-agent.js';
import { temporaryFolder } from './temporary-folder.js';

let root: string;

beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'README.md'), '# Ledger\n\nKeeps accounts in plain files.\n');
  await writeFile(
    join(root, 'package.json'),
    '{ "name": "ledger", "scripts": { "test": "node --test" } }',
  );
  await writeFile(
    join(root, 'src', 'sum.ts'),
    'export function sum(a: number, b: number) {\n  return a + b;\n}\n',
  );
});

async function ask(text: string): Promise<ObservedAgent> {
  const observed = observedAgent({ workspace: root });
  await observed.agent.prompt(text);
  return observed;
}

describe('what is asked decides which tools are called', () => {
  test.each([
    ['What is this project about?', ['list', 'read', 'read']],
    ['Please look around', ['list', 'read', 'read']],
    ['something nobody has a script for', ['list', 'read', 'read']],
    ['Read src/sum.ts', ['read']],
    ['what is in README.md?', ['read']],
    ['show me src/som.ts', ['read', 'list']],
    ['Search for "plain"', ['search', 'read']],
    ['where is sum?', ['search', 'read']],
    ['find nothing_like_this', ['search']],
    ['replace "a + b" with "b + a" in src/sum.ts', ['read', 'edit']],
    ['add "a thought" to NOTES.md', ['read', 'write']],
    ['append a line to README.md: The end.', ['read', 'edit']],
    ['create docs/plan.md with a plan', ['read', 'write']],
    ['run `echo hi`', ['shell']],
    ['run a failing command', ['shell', 'shell']],
    ['explain in detail how it works', []],
    ['simulate an outage', []],
    ['hello', []],
  ])('%s', async (request, tools) => {
    const { calls, types } = await ask(request);
    expect(calls().map(({ name }) => name)).toEqual(tools);
    expect(types().slice(-2)).toEqual(['agent_end', 'agent_settled']);
  });
});

test.each([
  ['Run `echo hi` and fix what fails', 'echo hi'],
  ['run "sleep 0", it takes a while', 'sleep 0'],
  ['Start `echo hi`. Which tests fail?', 'echo hi'],
])('%s: a command that is written out is the one that runs', async (request, command) => {
  const { calls } = await ask(request);
  expect(calls()).toMatchObject([{ name: 'shell', arguments: { command } }]);
});

test('what it says about the workspace it has read there', async () => {
  const { said } = await ask('What is this?');
  expect(said()).toContain('**Ledger**');
  expect(said()).toContain('**ledger**');
  expect(said()).toContain('| `.ts` | 1 |');
});

test('a skill is shown to have arrived, with the file that it is called with', async () => {
  await mkdir(join(root, '.loop/skills'), { recursive: true });
  await writeFile(join(root, '.loop/skills/review.md'), 'Look for missing tests.');
  const { calls, said } = await ask('/review src/sum.ts');
  expect(calls()).toMatchObject([{ name: 'read', arguments: { path: 'src/sum.ts' } }]);
  expect(said()).toContain('Look for missing tests.');
  expect(said()).toContain('It exports `sum`.');
  const without = await ask('/unknown thing');
  expect(without.calls().map(({ name }) => name)).toEqual(['list', 'read', 'read']);
});

test('an empty workspace', async () => {
  const observed = observedAgent({ workspace: await temporaryFolder() });
  await observed.agent.prompt('What is this?');
  expect(observed.said()).toContain('empty');
});

test('changes are real', async () => {
  await ask('replace "a + b" with "b + a" in src/sum.ts');
  expect(await readFile(join(root, 'src/sum.ts'), 'utf8')).toContain('return b + a;');
  await ask('add "a thought" to README.md');
  expect(await readFile(join(root, 'README.md'), 'utf8')).toBe(
    '# Ledger\n\nKeeps accounts in plain files.\na thought\n',
  );
  const { results } = await ask('replace "not there" with "x" in src/sum.ts');
  expect(results().at(-1)).toMatchObject({ isError: true });
});

test('a failing command is seen as failed, and spoken about', async () => {
  const { results, said } = await ask('run a failing command');
  expect(results().map(({ isError }) => isError)).toEqual([true, false]);
  expect(said()).toContain('exit code 1');
});

test('tools that run side by side end in another order than they were asked for', async () => {
  const { events, results, calls } = await ask('do several things in parallel');
  expect(calls().map(({ name }) => name)).toEqual(['shell', 'list', 'search', 'shell']);
  const started = events.flatMap((e) => (e.type === 'tool_execution_start' ? [e.toolCallId] : []));
  const ended = events.flatMap((e) => (e.type === 'tool_execution_end' ? [e.toolCallId] : []));
  expect(new Set(ended)).toEqual(new Set(started));
  expect(ended.at(-1)).toBe(started[0]);
  expect(results()).toHaveLength(4);
});

test('the same conversation gets the same answer', async () => {
  const first = await ask('What is this?');
  const second = await ask('What is this?');
  expect(second.said()).toBe(first.said());
});

test('an outage breaks in the middle of a sentence and is answered at the second attempt', async () => {
  const { answers, types } = await ask('simulate an outage');
  expect(answers().map(({ stopReason }) => stopReason)).toEqual(['error', 'stop']);
  expect(answers()[0]?.content).toHaveLength(2);
  expect(types().filter((type) => type.startsWith('auto_retry'))).toEqual([
    'auto_retry_start',
    'auto_retry_end',
  ]);
});

test('a steering text is answered after the tools that run', async () => {
  const observed = observedAgent({ workspace: root });
  const stop = observed.agent.subscribe((event) => {
    if (event.type !== 'tool_execution_start') return;
    stop();
    observed.agent.steer({ role: 'user', content: 'Search for "plain"', timestamp: Date.now() });
  });
  await observed.agent.prompt('Read README.md');
  expect(observed.calls().map(({ name }) => name)).toEqual(['read', 'search', 'read']);
});

describe('the stream', () => {
  test('small deltas; every event holds its own copy of the answer so far', async () => {
    const { events } = await ask('Read README.md');
    const updates = events.flatMap((event) =>
      event.type === 'message_update' ? [event.assistantMessageEvent] : [],
    );
    const deltas = updates.filter((update) => update.type === 'text_delta');
    expect(Math.max(...deltas.map(({ delta }) => delta.length))).toBeLessThan(10);
    let text = '';
    for (const { delta, partial, contentIndex } of deltas) {
      text += delta;
      expect(partial.content[contentIndex]).toMatchObject({ type: 'text', text });
    }
  });

  test('tool arguments arrive in pieces that add up', async () => {
    const { events, calls } = await ask('Read README.md');
    const json = events
      .flatMap((event) =>
        event.type === 'message_update' && event.assistantMessageEvent.type === 'toolcall_delta'
          ? [event.assistantMessageEvent.delta]
          : [],
      )
      .join('');
    expect(JSON.parse(json)).toEqual(calls()[0]?.arguments);
  });

  test('call ids differ between prompts of one session', async () => {
    const observed = observedAgent({ workspace: root });
    await observed.agent.prompt('Read README.md');
    await observed.agent.prompt('Read README.md');
    const ids = observed.events.flatMap((e) =>
      e.type === 'tool_execution_start' ? [e.toolCallId] : [],
    );
    expect(new Set(ids).size).toBe(2);
  });

  test.each(['thinking_delta', 'text_delta', 'toolcall_delta'])(
    'an abort at a %s ends it at once',
    async (kind) => {
      const model = createScriptedModel({ paceMs: 10 });
      const observed = observedAgent({ workspace: root, model });
      let deltasAfterAbort = 0;
      let aborted = false;
      observed.agent.subscribe((event) => {
        if (event.type !== 'message_update') return;
        if (aborted) deltasAfterAbort++;
        if (event.assistantMessageEvent.type !== kind) return;
        aborted = true;
        observed.agent.abort();
      });
      const request =
        kind === 'toolcall_delta' ? 'find x1' : kind === 'text_delta' ? 'hello' : 'Read README.md';
      await observed.agent.prompt(request);
      expect(deltasAfterAbort).toBe(0);
      expect(observed.answers().at(-1)).toMatchObject({ stopReason: 'aborted' });
      expect(observed.answers()).toHaveLength(1);
    },
  );
});
