import type { Message } from '@loop/events';
import { SessionEvents } from '@loop/events';
import { attachAgent } from '@loop/pi';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAgentFactory } from '../../server/agent/agent-factory.js';
import { createAgent } from '../../server/agent/create-agent.js';
import { createScriptedModel } from '../../server/agent/scripted-model.js';
import type { Piece } from '../../server/agent/paced-stream.js';
import { answering, fail } from './answering-model.js';
import { observedAgent } from './observed-agent.js';
import { temporaryFolder } from './temporary-folder.js';

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
});

const FAILING: Piece[] = [fail('503 service unavailable')];

describe('repetition', () => {
  test('gives up after three, and says so', async () => {
    const model = answering(FAILING, FAILING, FAILING, FAILING);
    const { agent, events, answers } = observedAgent({ workspace: root, model });
    await agent.prompt('Hi');
    expect(model.asked).toHaveLength(4);
    expect(answers().map(({ stopReason }) => stopReason)).toEqual([
      'error',
      'error',
      'error',
      'error',
    ]);
    expect(events.at(-2)).toEqual({
      type: 'auto_retry_end',
      success: false,
      attempt: 3,
      finalError: '503 service unavailable',
    });
  });

  test('what is cancelled while it waits is not repeated', async () => {
    const model = answering(FAILING);
    const { agent, events } = observedAgent({
      workspace: root,
      model,
      retry: { baseDelayMs: 60_000 },
    });
    agent.subscribe(({ type }) => {
      if (type === 'auto_retry_start') agent.abort();
    });
    await agent.prompt('Hi');
    expect(model.asked).toHaveLength(1);
    expect(events.slice(-2)).toMatchObject([
      { type: 'auto_retry_end', success: false },
      { type: 'agent_settled', aborted: true },
    ]);
  });

  test('in the middle of a run: the tools are not run again', async () => {
    const call: Piece = { type: 'toolCall', id: 'a', name: 'list', arguments: {} };
    const model = answering([call], FAILING, [{ type: 'text', text: 'Done' }]);
    const { agent, types, said } = observedAgent({ workspace: root, model });
    await agent.prompt('Hi');
    expect(model.roles()).toEqual([
      ['user'],
      ['user', 'assistant', 'toolResult'],
      ['user', 'assistant', 'toolResult'],
    ]);
    expect(types().filter((type) => type === 'tool_execution_start')).toHaveLength(1);
    expect(said()).toBe('Done');
  });
});

test('one run at a time', async () => {
  const { agent } = observedAgent({ workspace: root });
  const run = agent.prompt('hello');
  await expect(agent.prompt('hello')).rejects.toThrow('busy');
  await run;
  await agent.prompt('hello');
});

test('an abort before the run has begun is not lost', async () => {
  const { agent, answers } = observedAgent({ workspace: root });
  const run = agent.prompt('hello');
  agent.abort();
  await run;
  expect(answers()).toMatchObject([{ content: [], stopReason: 'aborted' }]);
});

test('waitForIdle lasts until the end, asked at the first event', async () => {
  const { agent, types } = observedAgent({ workspace: root, model: answering(FAILING) });
  const order: string[] = [];
  agent.subscribe(({ type }) => {
    if (type === 'agent_start' && order.length === 0) {
      order.push('asked');
      void agent.waitForIdle().then(() => order.push(`idle after ${types().at(-1)}`));
    }
  });
  await agent.prompt('Hi');
  await agent.waitForIdle();
  expect(order).toEqual(['asked', 'idle after agent_settled']);
});

test('goes on with what was said before: summaries first, nothing that no model is sent', async () => {
  const model = answering([{ type: 'text', text: 'Going on' }]);
  const history: Message[] = [
    { role: 'system', content: 'old' },
    { role: 'user', content: 'Hi', timestamp: 1 },
    { role: 'compactionSummary', summary: 'short' },
  ];
  await observedAgent({ workspace: root, model, history }).agent.prompt('Go on');
  expect(model.roles()).toEqual([['user', 'user', 'user']]);
  expect(JSON.stringify(model.asked[0]?.messages[0])).toContain('short');
});

test('another model answers from the next answer on', async () => {
  const { agent, said } = observedAgent({
    workspace: root,
    model: answering([{ type: 'text', text: 'First' }]),
  });
  await agent.prompt('Hi');
  agent.setModel(answering([{ type: 'text', text: 'Second' }]));
  await agent.prompt('Hi');
  expect(said()).toBe('First\nSecond');
});

test('the factory makes an agent of the model that it is given', async () => {
  const model = createScriptedModel({ paceMs: 0 });
  const agent = createAgentFactory({})({ folder: root, messages: [], model });
  const texts: unknown[] = [];
  agent.subscribe((event) => {
    if (event.type === 'message_end' && event.message.role === 'assistant')
      texts.push(event.message.content);
  });
  await agent.prompt('hello');
  expect(JSON.stringify(texts)).toContain('scripted model');
});

describe('on the bridge', () => {
  test('repetitions are one run; the failed attempt is marked; the budget is state', async () => {
    const session = new SessionEvents({ sessionId: 'session-1', messageUpdates: 'delta' });
    const agent = createAgent({
      workspace: root,
      model: createScriptedModel({ paceMs: 0 }),
      retry: { baseDelayMs: 1 },
    });
    attachAgent(agent, session);
    let settlements = 0;
    session.onEvent(({ event }) => {
      if (event.type === 'agent_settled') settlements++;
    });
    await agent.prompt('simulate an outage');
    await agent.waitForIdle();
    const { messages, state } = session.snapshot();
    expect(messages.map(({ superseded, status }) => [superseded, status])).toEqual([
      [undefined, 'complete'],
      [true, 'complete'],
      [undefined, 'complete'],
    ]);
    expect(new Set(messages.map(({ runId }) => runId)).size).toBe(1);
    expect(settlements).toBe(1);
    expect(state).toMatchObject({
      run: { status: 'idle' },
      contextBudget: { contextWindow: 64_000 },
    });
    expect(state).not.toHaveProperty('retry');
  });

  test('an input that waits while the run is cancelled runs with the next prompt', async () => {
    const session = new SessionEvents({ sessionId: 'session-1' });
    const agent = createAgent({ workspace: root, model: createScriptedModel({ paceMs: 5 }) });
    const attachment = attachAgent(agent, session);
    const run = attachment.run({ requestId: 'request-1', runId: 'run-1' }, () =>
      agent.prompt('explain it in detail'),
    );
    attachment.enqueue({ text: 'Search for "x"', mode: 'follow-up', inputId: 'input-1' });
    attachment.cancel();
    await run;
    expect(session.snapshot().state.queue).toMatchObject([{ inputId: 'input-1' }]);
    await attachment.run({ requestId: 'request-2', runId: 'run-2' }, () => agent.prompt('hello'));
    expect(session.snapshot().state.queue).toEqual([]);
    expect(session.snapshot().tools).toMatchObject([{ toolName: 'search', status: 'complete' }]);
  });
});
