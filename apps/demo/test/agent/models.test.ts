import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAgentFactory } from '../../server/agent/agent-factory.js';
import { briefly, paceIn } from '../../server/agent/manner.js';
import { availableModels, modelOf, withEndpoints } from '../../server/agent/models.js';
import { createOpenAiModel } from '../../server/agent/openai-model.js';
import { createScriptedModel } from '../../server/agent/scripted-model.js';
import { observedAgent } from './observed-agent.js';
import { temporaryFolder } from './temporary-folder.js';

const OFFLINE = { LOOP_SCRIPT_PACE_MS: '0' };
let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'README.md'), '# Ledger\n\nKeeps accounts in plain files.\n');
});

describe('what can be chosen', () => {
  const idsIn = (environment: Record<string, string>) =>
    availableModels(environment).map(({ model }) => model.id);

  test('offline: two scripted models with names of their own', () => {
    expect(idsIn(OFFLINE)).toEqual(['scripted', 'scripted-brisk']);
    expect(new Set(availableModels(OFFLINE).map(({ model }) => model.name)).size).toBe(2);
  });

  test('with an endpoint: its model first', () => {
    const endpoint = { LOOP_MODEL_BASE_URL: 'http://127.0.0.1:1/v1', LOOP_MODEL: 'theirs' };
    expect(idsIn(endpoint)).toEqual(['theirs', 'scripted', 'scripted-brisk']);
  });

  test('endpoints come before the scripted ones, and behind what the environment names', () => {
    const endpoint = { LOOP_MODEL_BASE_URL: 'http://127.0.0.1:1/v1', LOOP_MODEL: 'theirs' };
    const ours = createOpenAiModel({ baseUrl: 'http://127.0.0.1:1/v1', model: 'm', id: 'ours/m' });
    const idsOf = (environment: Record<string, string>) =>
      withEndpoints(availableModels(environment), [ours]).map(({ model }) => model.id);
    expect(idsOf(endpoint)).toEqual(['theirs', 'ours/m', 'scripted', 'scripted-brisk']);
    expect(idsOf(OFFLINE)[0]).toBe('ours/m');
  });

  test('by id; one that is gone becomes the default', () => {
    const models = availableModels(OFFLINE);
    expect(modelOf(models, 'scripted-brisk')).toBe(models[1]);
    expect(modelOf(models, 'gone')).toBe(models[0]);
    expect(modelOf(models, undefined)).toBe(models[0]);
  });
});

test.each(['What is this project about?', 'explain in detail how it works', 'find "accounts"'])(
  'the manners differ in words, not in deeds: %s',
  async (request) => {
    const [thorough, brisk] = await Promise.all(
      (['thorough', 'brisk'] as const).map(async (manner) => {
        const model = createScriptedModel({ manner, paceMs: 0 });
        const observed = observedAgent({ workspace: root, model });
        await observed.agent.prompt(request);
        return observed;
      }),
    );
    if (!thorough || !brisk) throw new Error('two manners');
    expect(brisk.calls().map(({ name }) => name)).toEqual(thorough.calls().map(({ name }) => name));
    expect(brisk.said().length).toBeLessThanOrEqual(thorough.said().length);
    expect(brisk.said()).not.toBe('');
    const thoughts = ({ answers }: typeof brisk) =>
      answers().flatMap(({ content }) => content.filter(({ type }) => type === 'thinking'));
    expect(thoughts(thorough)).not.toEqual([]);
    expect(thoughts(brisk)).toEqual([]);
    expect(brisk.answers()[0]).toMatchObject({ model: 'scripted-brisk' });
  },
);

test('the brisk one is faster', () => {
  expect(paceIn('brisk', 30)).toBe(10);
  expect(paceIn('thorough', 30)).toBe(30);
});

test('switched between runs: the next answer is the other one, in the same conversation', async () => {
  const [thorough, brisk] = availableModels(OFFLINE);
  if (!brisk) throw new Error('two models');
  const { agent, answers, types } = observedAgent({ workspace: root, model: thorough });
  await agent.prompt('Read README.md');
  agent.setModel(brisk);
  await agent.prompt('Read README.md');
  agent.setModel(thorough);
  await agent.prompt('hello');
  expect(answers().map(({ model }) => model)).toEqual([
    ...['scripted', 'scripted', 'scripted-brisk', 'scripted-brisk', 'scripted'],
  ]);
  expect(types().filter((type) => type === 'agent_end')).toHaveLength(3);
});

test('switched in the middle of a run: from its next answer on', async () => {
  const [thorough, brisk] = availableModels(OFFLINE);
  if (!brisk) throw new Error('two models');
  const { agent, answers } = observedAgent({ workspace: root, model: thorough });
  const stop = agent.subscribe((event) => {
    if (event.type !== 'tool_execution_start') return;
    stop();
    agent.setModel(brisk);
  });
  await agent.prompt('Read README.md');
  expect(answers().map(({ model }) => model)).toEqual(['scripted', 'scripted-brisk']);
});

test('the factory begins with the model that the session has chosen', async () => {
  const agent = createAgentFactory(OFFLINE)({
    ...{ folder: root, messages: [], model: modelOf(availableModels(OFFLINE), 'scripted-brisk') },
  });
  const models: string[] = [];
  agent.subscribe((event) => {
    if (event.type === 'message_end' && event.message.role === 'assistant')
      models.push(event.message.model);
  });
  await agent.prompt('hello');
  expect(models).toEqual(['scripted-brisk']);
});

test('the factory takes the threshold of the environment', async () => {
  const agent = createAgentFactory({ ...OFFLINE, LOOP_COMPACT_AT: '0.0001' })({
    ...{ folder: root, messages: [], model: availableModels(OFFLINE)[0] },
  });
  const reasons: string[] = [];
  agent.subscribe((event) => {
    if (event.type === 'compaction_end') reasons.push(event.reason);
  });
  await agent.prompt('hello');
  expect(reasons).toEqual([]);
  await agent.prompt('hello');
  expect(reasons).toContain('threshold');
  for (const LOOP_COMPACT_AT of ['0', '1', '70%']) {
    expect(() => createAgentFactory({ LOOP_COMPACT_AT })).toThrow('LOOP_COMPACT_AT');
  }
});

test.each([
  ['Short.', 'Short.'],
  [`First.\n\n${'x'.repeat(400)}`, 'First.'],
  [`First.\n\nLook here:\n\n${'x'.repeat(400)}`, 'First.'],
  [`## Title\n\n${'x'.repeat(400)}`, '## Title'],
  [`First.\n\n\`\`\`\na\n\nb\n\`\`\`\n\n${'x'.repeat(400)}`, 'First.\n\n```\na\n\nb\n```'],
])('briefly %#', (text, expected) => {
  expect(briefly(text)).toBe(expected);
});
