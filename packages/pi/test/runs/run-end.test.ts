import { beforeEach, describe, expect, test, vi } from 'vitest';
import { attachAgent } from '../../src/attach-agent.js';
import type { Attachment } from '../../src/attachment.js';
import { FakeAgent, FakeAgentSession } from '../fake-agent.js';
import { observedSession, type ObservedSession } from '../observed-session.js';

// The shapes are those of 0.74's AgentSession unless a test says otherwise: no agent_settled, no
// waitForIdle, retries and compactions announced within the turn of agent_end.

const FAILED = { role: 'assistant', content: [], stopReason: 'error', errorMessage: '503' };
const DONE = { role: 'assistant', content: [], stopReason: 'stop' };
const RETRY = {
  type: 'auto_retry_start',
  attempt: 1,
  maxAttempts: 2,
  delayMs: 10,
  errorMessage: '503',
};
const REQUEST = { requestId: 'request-1', runId: 'run-1' };

let agent: FakeAgentSession;
let observed: ObservedSession;
let attachment: Attachment;

beforeEach(() => {
  agent = new FakeAgentSession();
  observed = observedSession();
  attachment = attachAgent(agent, observed.session);
});

function settlements(): number {
  return observed.types().filter((type) => type === 'agent_settled').length;
}

/** Long enough for the rule to act: one turn of the event loop. */
function aTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}

function attempt(message: object, target: FakeAgent = agent): void {
  target.emit({ type: 'agent_start' });
  target.emit({ type: 'turn_start' });
  target.emit({ type: 'message_start', message });
  target.emit({ type: 'message_end', message });
  target.emit({ type: 'turn_end', message, toolResults: [] });
  target.emit({ type: 'agent_end', messages: [message] });
}

test('agent_end alone is the end', async () => {
  attempt(DONE);
  expect(settlements()).toBe(0);
  await vi.waitFor(() => expect(settlements()).toBe(1));
});

test('a retry that is announced after agent_end is waited for', async () => {
  attempt(FAILED);
  agent.emit(RETRY);
  await aTurn();
  expect(settlements()).toBe(0);
  attempt(DONE);
  agent.emit({ type: 'auto_retry_end', success: true, attempt: 1 });
  await vi.waitFor(() => expect(settlements()).toBe(1));
});

test('a successful retry whose tools still run is not over', async () => {
  attempt(FAILED);
  agent.emit(RETRY);
  agent.emit({ type: 'agent_start' });
  agent.emit({ type: 'message_end', message: { ...DONE, stopReason: 'toolUse' } });
  agent.emit({ type: 'auto_retry_end', success: true, attempt: 1 });
  await aTurn();
  expect(settlements()).toBe(0);
  agent.emit({ type: 'agent_end', messages: [] });
  await vi.waitFor(() => expect(settlements()).toBe(1));
});

test('retries that are used up end the run', async () => {
  attempt(FAILED);
  agent.emit({ type: 'auto_retry_end', success: false, attempt: 2, finalError: '503' });
  await vi.waitFor(() => expect(settlements()).toBe(1));
});

test('a retry that is cancelled while it waits ends the run, aborted', async () => {
  attempt(FAILED);
  agent.emit(RETRY);
  await aTurn();
  Object.assign(agent, {
    abort: () => agent.emit({ type: 'auto_retry_end', success: false, attempt: 1 }),
  });
  expect(attachment.cancel()).toBe(true);
  await vi.waitFor(() => expect(settlements()).toBe(1));
  expect(observed.ofType('agent_settled')).toEqual([{ type: 'agent_settled', aborted: true }]);
});

test.each([
  ['that is followed by another attempt', { willRetry: true }, []],
  ['after which what waits is taken up', { willRetry: false }, ['and then this']],
])('a compaction %s is waited for', async (_what, end, waiting) => {
  attempt(DONE);
  agent.emit({ type: 'compaction_start', reason: 'overflow' });
  for (const text of waiting) await agent.followUp(text);
  agent.emit({ type: 'compaction_end', reason: 'overflow', ...end });
  await aTurn();
  expect(settlements()).toBe(0);
  if (waiting[0]) agent.consume(waiting[0]);
  attempt(DONE);
  await vi.waitFor(() => expect(settlements()).toBe(1));
});

test('a compaction with nothing after it ends the run', async () => {
  attempt(DONE);
  agent.emit({ type: 'compaction_start', reason: 'threshold' });
  await aTurn();
  expect(settlements()).toBe(0);
  agent.emit({ type: 'compaction_end', reason: 'threshold', willRetry: false });
  await vi.waitFor(() => expect(settlements()).toBe(1));
});

test('a compaction before the prompt begins does not end the accepted run', async () => {
  observed.session.accept(REQUEST);
  agent.emit({ type: 'compaction_start', reason: 'threshold' });
  agent.emit({ type: 'compaction_end', reason: 'threshold', willRetry: false });
  await aTurn();
  expect(observed.session.activeRunId).toBe('run-1');
  attempt(DONE);
  await vi.waitFor(() => expect(settlements()).toBe(1));
});

test('a manual compaction outside a run settles nothing', async () => {
  agent.emit({ type: 'compaction_start', reason: 'manual' });
  agent.emit({ type: 'compaction_end', reason: 'manual', willRetry: false });
  await aTurn();
  expect(settlements()).toBe(0);
});

test('a promise that outlives agent_end keeps the run open, one that ends early does not end it', async () => {
  let finish = () => {};
  const run = attachment.run(REQUEST, () => new Promise<void>((resolve) => (finish = resolve)));
  attempt(DONE);
  await aTurn();
  expect(settlements()).toBe(0);
  finish();
  await run;
  expect(settlements()).toBe(1);

  await attachment.run({ requestId: 'request-2', runId: 'run-2' }, () => {
    agent.emit({ type: 'agent_start' });
    return Promise.resolve();
  });
  expect(observed.session.activeRunId).toBe('run-2');
  agent.emit({ type: 'agent_end', messages: [] });
  await vi.waitFor(() => expect(settlements()).toBe(2));
});

test('a run that is cancelled although its agent is idle ends', async () => {
  observed.session.accept(REQUEST);
  Object.assign(agent, { abort: () => {} });
  attachment.cancel();
  await vi.waitFor(() => expect(observed.session.activeRunId).toBeNull());
  expect(attachment.cancel()).toBe(false);
});

test('a host that settles first is not settled again', async () => {
  attempt(DONE);
  observed.session.settle();
  await aTurn();
  agent.emit({ type: 'agent_settled' });
  expect(settlements()).toBe(1);
});

describe('agents of 1.x', () => {
  class SettlingAgent extends FakeAgent {
    resolveIdle = (): void => {};
    waitForIdle(): Promise<void> {
      return new Promise((resolve) => (this.resolveIdle = resolve));
    }
  }

  test('their own agent_settled is the only one, however late it comes', async () => {
    const settling = new SettlingAgent();
    attachAgent(settling, observed.session);
    attempt(FAILED, settling);
    settling.emit(RETRY);
    attempt(DONE, settling);
    await aTurn();
    expect(settlements()).toBe(0);
    settling.emit({ type: 'agent_settled', aborted: false });
    settling.resolveIdle();
    await aTurn();
    expect(settlements()).toBe(1);
  });

  test('a run that breaks without agent_end ends when the agent is idle', async () => {
    const settling = new SettlingAgent();
    attachAgent(settling, observed.session);
    settling.emit({ type: 'agent_start' });
    settling.resolveIdle();
    await vi.waitFor(() => expect(settlements()).toBe(1));
  });
});

describe('queues of texts', () => {
  beforeEach(() => agent.emit({ type: 'agent_start' }));
  const queue = () => observed.session.snapshot().state.queue;

  test('an input keeps the id it was given, beside equal ones from elsewhere', async () => {
    await agent.steer('same');
    attachment.enqueue({ text: 'same', mode: 'steer', inputId: 'mine', requestId: 'request-2' });
    expect(queue().map(({ text }) => text)).toEqual(['same', 'same']);
    expect(queue()[1]).toMatchObject({ inputId: 'mine', requestId: 'request-2' });
    agent.consume('same');
    expect(queue().map(({ inputId }) => inputId)).toEqual(['mine']);
  });

  test('one is taken back: the others keep ids and order, and none counts as consumed', () => {
    attachment.enqueue({ text: 'a', mode: 'steer', inputId: '1' });
    attachment.enqueue({ text: 'b', mode: 'follow-up', inputId: '2' });
    attachment.enqueue({ text: 'a', mode: 'steer', inputId: '3' });
    expect(attachment.remove('1')).toBe(true);
    expect(queue().map(({ inputId }) => inputId)).toEqual(['3', '2']);
    expect(attachment.remove('3')).toBe(true);
    expect(attachment.remove('2')).toBe(true);
    expect(attachment.remove('2')).toBe(false);
    expect(queue()).toEqual([]);
    expect(
      observed
        .ofType<{ consumed?: string }>('queue_changed')
        .every((c) => c.consumed === undefined),
    ).toBe(true);
  });

  test('an input that the agent refuses is reported', async () => {
    const errors: unknown[] = [];
    const refusing = Object.assign(new FakeAgentSession(), {
      steer: () => Promise.reject(new Error('not here')),
    });
    const link = attachAgent(refusing, observed.session, { onError: (e) => errors.push(e) });
    link.enqueue({ text: '/command', mode: 'steer' });
    await vi.waitFor(() => expect(errors).toHaveLength(1));
    expect(queue()).toEqual([]);
  });
});

test('agents without a queue or an abort say so', () => {
  const bare = new FakeAgent();
  const link = attachAgent(bare, observed.session);
  bare.emit({ type: 'agent_start' });
  const unsupported = expect.objectContaining({ code: 'unsupported' });
  expect(() => link.enqueue({ text: 'x', mode: 'steer' })).toThrow(unsupported);
  expect(link.remove('x')).toBe(false);
  expect(() => link.cancel()).toThrow(unsupported);
});

test('a queue_update of another shape passes through untouched', () => {
  agent.emit({ type: 'queue_update', steer: [{ role: 'user' }] });
  expect(observed.events()).toEqual([{ type: 'queue_update', steer: [{ role: 'user' }] }]);
});
