import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createOpenAiModel, openAiModelFromEnvironment } from '../../server/agent/openai-model.js';
import { completionsServer, type Answer } from './completions-server.js';
import { observedAgent } from './observed-agent.js';
import { temporaryFolder } from './temporary-folder.js';

/** Made up. */
const API_KEY = ['tiny', 'made', 'up'].join('-');

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
  await writeFile(join(root, 'README.md'), 'A readme.\n');
});

/** An agent whose model is a local endpoint with these answers. */
async function agentWith(...answers: Answer[]) {
  const { baseUrl, requests } = await completionsServer(...answers);
  const model = createOpenAiModel({ baseUrl, model: 'tiny', apiKey: API_KEY });
  return { ...observedAgent({ workspace: root, model }), requests };
}

const hello: Answer = (response) =>
  response.delta({ content: 'Hel' }).delta({ content: 'lo' }).end('stop');

test('text: streamed, with thinking and usage', async () => {
  const { agent, events, answers, requests } = await agentWith((response) =>
    response
      .delta({ reasoning_content: 'hm' })
      .delta({ content: 'Hel' })
      .delta({ content: 'lo' })
      .delta({}, 'stop')
      .usage(100, 5)
      .end(),
  );
  await agent.prompt('Hi');
  expect(answers()[0]).toMatchObject({
    content: [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'Hello' },
    ],
    stopReason: 'stop',
    model: 'tiny',
  });
  expect(events.find(({ type }) => type === 'context_budget')).toMatchObject({ tokens: 105 });
  expect(requests[0]).toMatchObject({
    path: '/v1/chat/completions',
    authorization: `Bearer ${API_KEY}`,
    body: { model: 'tiny', stream: true },
  });
  expect(requests[0]?.body).not.toHaveProperty('store');
  expect(requests[0]?.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(requests[0]?.body.tools?.map((tool) => tool.function.name)).toEqual([
    ...['list', 'read', 'search', 'batch', 'write', 'edit', 'shell'],
  ]);
});

test('a tool call goes there and back', async () => {
  const { agent, results, said, requests } = await agentWith(
    (response) => response.toolCall('call-1', 'read', '{"pa', 'th":"README.md"}').end('tool_calls'),
    hello,
  );
  await agent.prompt('Read it');
  expect(results()).toEqual([{ isError: false, text: 'A readme.' }]);
  expect(said()).toBe('Hello');
  expect(requests[1]?.body.messages.at(-1)).toMatchObject({
    role: 'tool',
    tool_call_id: 'call-1',
    content: 'A readme.',
  });
});

test('a path outside the workspace comes back to the model as an error', async () => {
  const { agent, results, requests } = await agentWith(
    (response) => response.toolCall('call-1', 'read', '{"path":"/etc/passwd"}').end('tool_calls'),
    hello,
  );
  await agent.prompt('Read it');
  expect(results()).toEqual([
    { isError: true, text: expect.stringContaining('is refused') as string },
  ]);
  expect(requests).toHaveLength(2);
});

test('a server that is overloaded is asked again', async () => {
  const { agent, answers, types, requests } = await agentWith(
    (response) => response.fail(503, 'overloaded'),
    hello,
  );
  await agent.prompt('Hi');
  expect(answers().map(({ stopReason, errorMessage }) => [stopReason, errorMessage])).toEqual([
    ['error', '503 overloaded'],
    ['stop', undefined],
  ]);
  expect(types().filter((type) => type.startsWith('auto_'))).toEqual([
    'auto_retry_start',
    'auto_retry_end',
  ]);
  expect(requests).toHaveLength(2);
});

test('a stream that breaks in the middle keeps what came, and is asked for again', async () => {
  const { agent, answers, requests } = await agentWith(
    (response) => response.delta({ content: 'Half an ans' }).breakOff(),
    hello,
  );
  await agent.prompt('Hi');
  expect(answers()[0]).toMatchObject({
    stopReason: 'error',
    content: [{ type: 'text', text: 'Half an ans' }],
  });
  expect(answers()[1]).toMatchObject({ stopReason: 'stop' });
  // The half answer is not sent back to the model.
  expect(requests[1]?.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
});

test('a stream that breaks in a tool call runs no tool', async () => {
  const { agent, types } = await agentWith(
    (response) => response.toolCall('call-1', 'shell', '{"command":"touch bro').breakOff(),
    hello,
  );
  await agent.prompt('Hi');
  expect(types()).not.toContain('tool_execution_start');
});

test.each([
  [401, 'wrong key'],
  [400, 'no such model'],
])('%i is final: %s', async (status, message) => {
  const { agent, answers, types, requests } = await agentWith((response) =>
    response.fail(status, message),
  );
  await agent.prompt('Hi');
  expect(requests).toHaveLength(1);
  expect(answers()[0]).toMatchObject({ stopReason: 'error', errorMessage: `${status} ${message}` });
  expect(types()).not.toContain('auto_retry_start');
});

test('a key that the endpoint repeats in its refusal is not passed on', async () => {
  const { agent, answers } = await agentWith((response, { authorization }) =>
    response.fail(401, `Incorrect key: ${authorization?.replace('Bearer ', '')}`),
  );
  await agent.prompt('Hi');
  expect(answers()[0]).toMatchObject({ errorMessage: '401 Incorrect key: [key]' });
});

test('a key that the endpoint repeats in its answer is not passed on, in no piece and no call', async () => {
  const pieces = (text: string) => text.match(/[^]{1,3}/g) ?? [];
  const { agent, events, results } = await agentWith((response, { authorization = '' }) => {
    for (const piece of pieces(`I got ${authorization}`)) {
      response.delta({ reasoning_content: piece });
    }
    for (const piece of pieces(`It says ${authorization}, tiny`)) {
      response.delta({ content: piece });
    }
    const args = JSON.stringify({ command: `echo ${authorization}` });
    response.toolCall('call-1', 'shell', ...pieces(args)).end('tool_calls');
  }, hello);
  await agent.prompt('Hi');
  expect(JSON.stringify(events)).not.toContain(API_KEY);
  const deltas = events.flatMap((event) => {
    const { assistantMessageEvent: { type, delta } = {} } = event as {
      assistantMessageEvent?: { type?: string; delta?: string };
    };
    return type === 'text_delta' ? [delta] : [];
  });
  expect(deltas.join('')).toBe('It says Bearer [key], Hello');
  expect(JSON.stringify(events)).toContain('It says Bearer [key], tiny');
  expect(results()).toEqual([{ isError: false, text: 'Bearer [key]' }]);
});

test('what is no JSON is a failure, and printed nowhere: it may hold the key', async () => {
  const printed = vi.spyOn(console, 'error');
  const { agent, answers } = await agentWith((response, { authorization }) =>
    response.delta({ content: 'Hel' }).raw(`data: {${authorization}\n\n`).end(),
  );
  await agent.prompt('Hi');
  expect(answers()[0]).toMatchObject({ stopReason: 'error' });
  expect(JSON.stringify(answers())).not.toContain(API_KEY);
  expect(printed).not.toHaveBeenCalled();
});

test('arguments of a depth that nobody reads end the answer, and nothing else', async () => {
  const deep = `{"path":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const { agent, answers } = await agentWith(
    (response) => response.toolCall('call-1', 'read', deep).end('tool_calls'),
    hello,
    hello,
  );
  await agent.prompt('Hi');
  expect(answers().at(-1)).toMatchObject({ stopReason: 'error' });
  await agent.prompt('Hi again');
  expect(answers().at(-1)).toMatchObject({ stopReason: 'stop' });
});

test('a failure that is a whole page is told in short', async () => {
  const { agent, answers } = await agentWith((response) => response.fail(400, 'x'.repeat(300_000)));
  await agent.prompt('Hi');
  expect(answers()[0]?.errorMessage?.length).toBeLessThan(2_100);
});

test('an abort reaches the endpoint', async () => {
  let closed: Promise<void> | undefined;
  const { agent, answers } = await agentWith((response) => {
    closed = response.closed;
    response.delta({ content: 'Endless' });
  });
  agent.subscribe((event) => {
    if (event.type === 'message_update' && event.assistantMessageEvent.type === 'text_delta')
      agent.abort();
  });
  await agent.prompt('Hi');
  expect(answers()[0]).toMatchObject({ stopReason: 'aborted', content: [{ text: 'Endless' }] });
  await closed;
});

describe('the environment', () => {
  test('names no model', () => {
    expect(openAiModelFromEnvironment({})).toBeUndefined();
    expect(openAiModelFromEnvironment({ LOOP_MODEL: 'tiny' })).toBeUndefined();
  });

  test('names one, with or without a key', () => {
    const baseUrl = 'http://127.0.0.1:11434/v1';
    const model = openAiModelFromEnvironment({ LOOP_MODEL_BASE_URL: baseUrl, LOOP_MODEL: 'tiny' });
    expect(model?.model).toMatchObject({ id: 'tiny', baseUrl, provider: '127.0.0.1' });
  });

  test('says how much the model can hold', () => {
    const endpoint = { LOOP_MODEL_BASE_URL: 'http://127.0.0.1:1/v1', LOOP_MODEL: 'tiny' };
    const windowOf = (environment: Record<string, string>) =>
      openAiModelFromEnvironment(environment)?.model.contextWindow;
    expect(windowOf(endpoint)).toBe(128_000);
    expect(windowOf({ ...endpoint, LOOP_MODEL_CONTEXT_WINDOW: '8192' })).toBe(8_192);
  });

  test.each([
    [{ LOOP_MODEL_BASE_URL: 'http://127.0.0.1/v1' }, 'LOOP_MODEL'],
    [{ LOOP_MODEL_BASE_URL: 'not a url', LOOP_MODEL: 'tiny' }, 'LOOP_MODEL_BASE_URL'],
    [{ LOOP_MODEL_BASE_URL: 'file:///v1', LOOP_MODEL: 'tiny' }, 'LOOP_MODEL_BASE_URL'],
    [
      {
        ...{ LOOP_MODEL_BASE_URL: 'http://127.0.0.1/v1', LOOP_MODEL: 'tiny' },
        LOOP_MODEL_CONTEXT_WINDOW: '32k',
      },
      'LOOP_MODEL_CONTEXT_WINDOW',
    ],
  ])('says what is wrong with %j', (environment, variable) => {
    expect(() => openAiModelFromEnvironment(environment)).toThrow(variable);
  });
});
