import type { Agent, AgentTool } from '@earendil-works/pi-agent-core';
import { fauxAssistantMessage, fauxToolCall, type FauxResponseStep } from '@earendil-works/pi-ai';
import { SessionEvents, type PromptTiming } from '@loop/events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { attachAgent } from '../../src/attach-agent.js';
import { FakeAgentSession } from '../fake-agent.js';
import { observedSession } from '../observed-session.js';
import { heldTool, scriptedAgent } from '../real-agent.js';

const REQUEST = { requestId: 'request-1', runId: 'run-1' };
const WORKING: FauxResponseStep = fauxAssistantMessage(fauxToolCall('held', {}, { id: 'a' }), {
  stopReason: 'toolUse',
});

function timed(responses: FauxResponseStep[], tools: AgentTool[] = []) {
  const agent = scriptedAgent(responses, tools);
  const observed = observedSession();
  const attachment = attachAgent(agent, observed.session, { onError: () => {} });
  const records = () => observed.ofType<PromptTiming>('prompt_timing');
  return {
    ...{ ...observed, agent, attachment, records },
    prompt: (request = REQUEST) => attachment.run(request, () => agent.prompt('Go')),
    phases: (id: string) =>
      records()
        .filter(({ timingId }) => timingId === id)
        .map(({ phase }) => phase),
    timing: (id: string) =>
      records()
        .filter(({ timingId }) => timingId === id)
        .at(-1),
  };
}

function busy(...answers: string[]) {
  const held = heldTool('held');
  const link = timed([WORKING, ...answers.map((text) => fauxAssistantMessage(text))], [held.tool]);
  const run = link.prompt();
  return { ...link, held, run };
}

test('a run: comes in, starts, shows something, ends before the run is settled', async () => {
  const { prompt, records, session, frames, types } = timed([fauxAssistantMessage('Hello there')]);
  await prompt();
  const id = { timingId: 'request-1', requestId: 'request-1', runId: 'run-1' };
  const time = expect.any(Number);
  expect(records().map(({ phase, messageIndex }) => [phase, messageIndex])).toEqual([
    ['queued', undefined],
    ['started', 0],
    ['first_output', 0],
    ['completed', 0],
  ]);
  const whole = {
    ...{ ...id, messageIndex: 0, phase: 'completed', outcome: 'completed' },
    ...{ queuedAt: time, startedAt: time, firstOutputAt: time },
    ...{ completedAt: time, durationMs: time },
  };
  expect(records().at(-1)).toEqual({ type: 'prompt_timing', ...whole });
  expect(session.snapshot().state.timings).toEqual([whole]);
  expect(types().slice(-2)).toEqual(['prompt_timing', 'agent_settled']);
  expect(frames.at(-1)?.type).toBe('session.state');
  const runIds = frames.flatMap((frame) => (frame.type === 'loop.event' ? [frame.runId] : []));
  expect(new Set(runIds)).toEqual(new Set(['run-1']));
});

test('a run that nobody asked for through the bridge has no record', async () => {
  const { agent, records } = timed([fauxAssistantMessage('Hi')]);
  await agent.prompt('Go');
  expect(records()).toEqual([]);
});

describe('clocks', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 1_000_000 }));
  afterEach(() => void vi.useRealTimers());

  test('a wall clock that is set back falsifies no duration; waiting does not count', async () => {
    const { held, run, attachment, timing } = busy('One', 'Two');
    await held.started;
    attachment.enqueue({ text: 'x', mode: 'follow-up', inputId: 'f' });
    vi.advanceTimersByTime(5_000);
    vi.setSystemTime(10);
    held.end();
    await run;
    expect(timing('request-1')).toMatchObject({ durationMs: 5_000, completedAt: 10 });
    expect(timing('f')).toMatchObject({ queuedAt: 1_000_000, startedAt: 10, durationMs: 0 });
  });
});

describe('inputs that wait', () => {
  test('a follow-up: its own times, from the end of the answer before it', async () => {
    const { held, run, attachment, phases, timing, types, session } = busy('One', 'Two');
    await held.started;
    attachment.enqueue({
      ...{ text: 'x', mode: 'follow-up', inputId: 'f', requestId: 'request-2', enqueuedAt: 7 },
    });
    expect(phases('f')).toEqual(['queued']);
    expect(session.snapshot().state.timings).toMatchObject([
      { timingId: 'request-1' },
      { queuedAt: 7 },
    ]);
    held.end();
    await run;
    expect(phases('f')).toEqual(['queued', 'started', 'first_output', 'completed']);
    expect(timing('f')).toMatchObject({ runId: 'run-1', requestId: 'request-2', messageIndex: 4 });
    const completed = types().filter((type) => type === 'agent_settled');
    expect(completed).toHaveLength(1);
    expect(timing('request-1')).toMatchObject({ outcome: 'completed' });
    expect(timing('request-1')?.completedAt).toBeLessThanOrEqual(timing('f')?.startedAt ?? 0);
  });

  test('equal texts are told apart', async () => {
    const { held, run, attachment, timing } = busy('One', 'Two');
    await held.started;
    attachment.enqueue({ text: 'same', mode: 'steer', inputId: 's1' });
    attachment.enqueue({ text: 'same', mode: 'steer', inputId: 's2' });
    held.end();
    await run;
    expect(timing('s1')).toMatchObject({ messageIndex: 3, phase: 'completed' });
    expect(timing('s2')).toMatchObject({ messageIndex: 5, phase: 'completed' });
  });

  test('taken up together they share their answer', async () => {
    const { held, run, attachment, agent, phases, timing } = busy('Both');
    agent.steeringMode = 'all';
    await held.started;
    attachment.enqueue({ text: 'a', mode: 'steer', inputId: 's1' });
    attachment.enqueue({ text: 'b', mode: 'steer', inputId: 's2' });
    held.end();
    await run;
    for (const id of ['s1', 's2']) {
      expect(phases(id)).toEqual(['queued', 'started', 'first_output', 'completed']);
    }
    expect(timing('s1')?.firstOutputAt).toBe(timing('s2')?.firstOutputAt);
  });

  test('one that is taken back is cancelled; it never started', async () => {
    const { held, run, attachment, phases, timing } = busy('One');
    await held.started;
    attachment.enqueue({ text: 'a', mode: 'steer', inputId: 's1' });
    attachment.remove('s1');
    held.end();
    await run;
    expect(phases('s1')).toEqual(['queued', 'cancelled']);
    expect(timing('s1')).not.toHaveProperty('startedAt');
  });

  test('a cancelled run ends its own input, and what waits goes on waiting', async () => {
    const { held, run, attachment, phases, timing, prompt } = busy('Next', 'Kept');
    await held.started;
    attachment.enqueue({ text: 'keep', mode: 'steer', inputId: 'keep' });
    attachment.cancel();
    await run;
    expect(timing('request-1')).toMatchObject({ phase: 'cancelled', outcome: 'aborted' });
    expect(phases('keep')).toEqual(['queued']);
    await prompt({ requestId: 'request-2', runId: 'run-2' });
    expect(timing('request-2')).toMatchObject({ outcome: 'completed', messageIndex: 4 });
    expect(timing('keep')).toMatchObject({ outcome: 'completed', runId: 'run-2', messageIndex: 5 });
  });
});

describe('runs that go wrong', () => {
  test('an error of the model', async () => {
    const { prompt, timing } = timed([
      fauxAssistantMessage('Half', { stopReason: 'error', errorMessage: '500' }),
    ]);
    await prompt();
    expect(timing('request-1')).toMatchObject({ phase: 'completed', outcome: 'error' });
  });

  test('an error that was made good by another attempt is none', async () => {
    const { attachment, agent, timing } = timed([
      fauxAssistantMessage('', { stopReason: 'error', errorMessage: '503' }),
      fauxAssistantMessage('Whole'),
    ]);
    await attachment.run(REQUEST, async () => {
      await agent.prompt('Go');
      agent.state.messages = agent.state.messages.slice(0, -1);
      await agent.continue();
    });
    expect(timing('request-1')).toMatchObject({ outcome: 'completed' });
  });

  test('a prompt that is rejected before its message appears', async () => {
    const { attachment, phases, timing } = timed([]);
    await attachment.run(REQUEST, () => Promise.reject(new Error('no model')));
    expect(phases('request-1')).toEqual(['queued', 'completed']);
    expect(timing('request-1')).toMatchObject({ outcome: 'error' });
    expect(timing('request-1')).not.toHaveProperty('messageIndex');
  });

  test('a run that is settled by its host', async () => {
    const { held, run, session, timing } = busy('One');
    await held.started;
    session.settle();
    expect(timing('request-1')).toMatchObject({ phase: 'completed', runId: 'run-1' });
    held.end();
    await run;
  });

  test('the next run, begun at the very end of the last one, keeps its record', async () => {
    const { prompt, session, agent, attachment, phases, timing } = timed([
      fauxAssistantMessage('One'),
      fauxAssistantMessage('Two'),
    ]);
    let second: Promise<void> | undefined;
    session.subscribe((frame) => {
      if (frame.type !== 'loop.event' || frame.event.type !== 'agent_settled' || second) return;
      second = attachment.run({ requestId: 'request-2', runId: 'run-2' }, () => idle(agent));
    });
    await prompt();
    await second;
    expect(phases('request-2')).toEqual(['queued', 'started', 'first_output', 'completed']);
    expect(timing('request-2')).toMatchObject({ runId: 'run-2', messageIndex: 2 });
  });

  async function idle(agent: Agent): Promise<void> {
    await agent.waitForIdle();
    await agent.prompt('Again');
  }
});

describe('an AgentSession', () => {
  test('an input that it refuses, and one that it drops itself, are cancelled', async () => {
    const agent = new FakeAgentSession();
    const { session, ofType } = observedSession();
    const link = attachAgent(agent, session, { onError: () => {} });
    const last = (id: string) =>
      ofType<PromptTiming>('prompt_timing')
        .filter(({ timingId }) => timingId === id)
        .at(-1);
    agent.emit({ type: 'agent_start' });
    link.enqueue({ text: 'a', mode: 'steer', inputId: 'dropped' });
    agent.clearQueue();
    agent.emit({ type: 'agent_start' });
    expect(last('dropped')).toMatchObject({ phase: 'cancelled' });
    vi.spyOn(agent, 'steer').mockRejectedValue(new Error('not now'));
    link.enqueue({ text: 'b', mode: 'steer', inputId: 'refused' });
    expect(last('refused')).toMatchObject({ phase: 'queued' });
    await vi.waitFor(() => expect(last('refused')).toMatchObject({ phase: 'cancelled' }));
  });

  test('inputs from elsewhere have no record, and are not taken for the prompt', () => {
    const agent = new FakeAgentSession();
    const { session, ofType } = observedSession();
    const link = attachAgent(agent, session);
    void link.run(REQUEST, () => new Promise(() => {}));
    agent.emit({ type: 'agent_start' });
    void agent.steer('from elsewhere');
    agent.consume('from elsewhere');
    const phases = () => ofType<PromptTiming>('prompt_timing').map(({ phase }) => phase);
    expect(phases()).toEqual(['queued']);
    agent.emit({ type: 'message_start', message: { role: 'user', content: 'Go' } });
    expect(phases()).toEqual(['queued', 'started']);
  });
});

test('records that an earlier process left open are ended; what waits in the queue waits', () => {
  const before = new SessionEvents({ sessionId: 'session-1' });
  const record = { type: 'prompt_timing', messageIndex: 0, queuedAt: 1, startedAt: 2 } as const;
  before.publish({ type: 'message_start', message: { role: 'user', content: 'Go' } });
  before.publish({ ...record, timingId: 'open', phase: 'first_output' });
  before.publish({ ...record, timingId: 'done', phase: 'completed', outcome: 'completed' });
  before.publish({ ...record, timingId: 'lost', phase: 'queued' });
  before.publish({ ...record, timingId: 'waits', phase: 'queued' });
  const queue = [{ inputId: 'waits', mode: 'steer', text: 'x' }];
  before.publish({ type: 'queue_changed', items: queue } as never);

  const session = new SessionEvents({ sessionId: 'session-1', saved: before.save() });
  attachAgent(scriptedAgent([]), session);
  const { timings } = session.snapshot().state;
  expect(Object.fromEntries(timings.map(({ timingId, phase }) => [timingId, phase]))).toEqual({
    ...{ open: 'cancelled', done: 'completed', lost: 'cancelled', waits: 'queued' },
  });
  expect(session.activeRunId).toBeNull();
});
