import type { Agent } from '@earendil-works/pi-agent-core';
import { fauxAssistantMessage, fauxText, fauxThinking, fauxToolCall } from '@earendil-works/pi-ai';
import {
  applyFrames,
  initialView,
  windowOf,
  type AnyEvent,
  type QueueChanged,
  type SessionFrame,
} from '@loop/events';
import { describe, expect, test, vi } from 'vitest';
import { attachAgent } from '../src/attach-agent.js';
import type { Attachment } from '../src/attachment.js';
import { observedSession } from './observed-session.js';
import { heldTool, quickTool, scriptedAgent, textOf } from './real-agent.js';

const REQUEST = { requestId: 'request-1', runId: 'run-1' };
const LONG = 'one two three four five six seven eight nine ten eleven twelve';

function attached(agent: Agent) {
  const observed = observedSession();
  const errors: unknown[] = [];
  const attachment = attachAgent(agent, observed.session, { onError: (e) => errors.push(e) });
  const settlements = () => observed.ofType<{ aborted?: boolean }>('agent_settled');
  return { ...observed, agent, attachment, errors, settlements };
}

/** Does something at the first event that fits, while the agent waits for its listener. */
function once(agent: Agent, fits: (event: AnyEvent) => boolean, work: () => void): void {
  const stop = agent.subscribe((event) => {
    if (!fits(event)) return;
    stop();
    work();
  });
}

function isTextDelta(event: AnyEvent): boolean {
  const { assistantMessageEvent } = event as { assistantMessageEvent?: { type: string } };
  return assistantMessageEvent?.type === 'text_delta';
}

function prompt(agent: Agent, attachment: Attachment, text = 'Go', request = REQUEST) {
  return attachment.run(request, () => agent.prompt(text));
}

test('a prompt: accepted, streamed, settled once', async () => {
  const { agent, attachment, session, frames, settlements } = attached(
    scriptedAgent([fauxAssistantMessage([fauxThinking('hm'), fauxText('Hello there')])]),
  );
  await prompt(agent, attachment);
  expect(frames[0]).toMatchObject({ type: 'run.accepted', ...REQUEST });
  expect(frames.at(-1)?.type).toBe('session.state');
  expect(settlements()).toEqual([{ type: 'agent_settled', aborted: false }]);
  const { messages, state } = session.snapshot();
  expect(messages.map(({ message, status, runId }) => [message.role, status, runId])).toEqual([
    ['user', 'complete', 'run-1'],
    ['assistant', 'complete', 'run-1'],
  ]);
  expect(state.run).toEqual({ status: 'idle' });
});

test('a run that nobody accepted begins by itself and is settled before prompt() resolves', async () => {
  const { agent, session, settlements } = attached(scriptedAgent([fauxAssistantMessage('Hi')]));
  const runIds = new Set<string | null>();
  agent.subscribe(() => void runIds.add(session.activeRunId));
  await agent.prompt('Go');
  expect(settlements()).toHaveLength(1);
  expect(session.activeRunId).toBeNull();
  expect(runIds.size).toBe(1);
  expect([...runIds][0]).toEqual(expect.any(String));
});

test('two prompts in a row are two runs', async () => {
  const { agent, settlements, frames } = attached(
    scriptedAgent([fauxAssistantMessage('One'), fauxAssistantMessage('Two')]),
  );
  await agent.prompt('First');
  await agent.prompt('Second');
  expect(settlements()).toHaveLength(2);
  expect(new Set(runIdsOf(frames)).size).toBe(2);
});

test('what a page folds from the frames is what the session holds', async () => {
  const { agent, attachment, session, frames } = attached(
    scriptedAgent(
      [
        fauxAssistantMessage([fauxText('Look'), fauxToolCall('look', {}, { id: 'a' })], {
          stopReason: 'toolUse',
        }),
        fauxAssistantMessage('Seen'),
      ],
      [quickTool('look')],
    ),
  );
  const { sessionId, streamId, seq } = session;
  const opening: SessionFrame = {
    type: 'session.snapshot',
    ...{ sessionId, streamId, seq },
    snapshot: session.snapshot(),
  };
  await prompt(agent, attachment);
  const { view, outcome } = applyFrames(initialView, [opening, ...frames]);
  expect(outcome).toBe('applied');
  expect(windowOf(view, 3)).toMatchObject(session.snapshot());
});

describe('tools', () => {
  test('parallel calls: ends in their order, results in the order of the calls', async () => {
    const slow = heldTool('slow');
    const { agent, attachment, session, types, ofType } = attached(
      scriptedAgent(
        [
          fauxAssistantMessage(
            [fauxToolCall('slow', {}, { id: 'a' }), fauxToolCall('quick', {}, { id: 'b' })],
            { stopReason: 'toolUse' },
          ),
          fauxAssistantMessage('Both are back'),
        ],
        [slow.tool, quickTool('quick')],
      ),
    );
    once(agent, (event) => event.type === 'tool_execution_end', slow.end);
    await prompt(agent, attachment);
    const ends = ofType<{ toolCallId: string }>('tool_execution_end');
    expect(ends.map(({ toolCallId }) => toolCallId)).toEqual(['b', 'a']);
    const { tools, messages } = session.snapshot();
    expect(tools.map(({ toolCallId, status }) => [toolCallId, status])).toEqual([
      ['a', 'complete'],
      ['b', 'complete'],
    ]);
    expect(messages.map(({ message }) => message.role)).toEqual([
      ...['user', 'assistant', 'toolResult', 'toolResult', 'assistant'],
    ]);
    expect(types().filter((type) => type === 'tool_execution_update')).toHaveLength(1);
  });

  test('abort in the middle of a tool', async () => {
    const held = heldTool('held');
    const { agent, attachment, session, settlements } = attached(
      scriptedAgent(
        [fauxAssistantMessage(fauxToolCall('held', {}, { id: 'a' }), { stopReason: 'toolUse' })],
        [held.tool],
      ),
    );
    const run = prompt(agent, attachment);
    await held.started;
    expect(attachment.cancel()).toBe(true);
    expect(session.snapshot().state.run).toMatchObject({ status: 'cancelling', runId: 'run-1' });
    await run;
    expect(settlements()).toEqual([{ type: 'agent_settled', aborted: true }]);
    const { tools, messages } = session.snapshot();
    expect(tools[0]).toMatchObject({ toolCallId: 'a', status: 'error' });
    expect(messages.map(({ message }) => message.role)).toEqual([
      ...['user', 'assistant', 'toolResult', 'assistant'],
    ]);
  });
});

test('abort in the middle of a sentence: the text stays as far as it came', async () => {
  const { agent, attachment, session, settlements } = attached(
    scriptedAgent([fauxAssistantMessage(LONG)]),
  );
  once(agent, isTextDelta, () => attachment.cancel());
  await prompt(agent, attachment);
  expect(settlements()).toEqual([{ type: 'agent_settled', aborted: true }]);
  const last = session.snapshot().messages.at(-1);
  expect(last).toMatchObject({ status: 'complete', message: { stopReason: 'aborted' } });
  expect(LONG.startsWith(textOf(last?.message as never))).toBe(true);
});

test('a run that is cancelled before the agent begins is aborted when it does', async () => {
  const { agent, attachment, session, settlements } = attached(
    scriptedAgent([fauxAssistantMessage(LONG)]),
  );
  const run = attachment.run(REQUEST, async () => {
    await Promise.resolve();
    await agent.prompt('Go');
  });
  attachment.enqueue({ text: 'later', mode: 'steer', inputId: 'later' });
  attachment.cancel();
  await run;
  expect(settlements()).toEqual([{ type: 'agent_settled', aborted: true }]);
  expect(session.snapshot().messages.map(({ message }) => textOf(message as never))).toEqual([
    'Go',
    '',
  ]);
  expect(session.snapshot().state.queue).toMatchObject([{ inputId: 'later' }]);
});

test('an error of the model ends the run like any other', async () => {
  const { agent, attachment, session, settlements } = attached(
    scriptedAgent([
      fauxAssistantMessage('Half', { stopReason: 'error', errorMessage: '500 oh no' }),
    ]),
  );
  await prompt(agent, attachment);
  expect(settlements()).toEqual([{ type: 'agent_settled', aborted: false }]);
  expect(session.snapshot().messages.at(-1)?.message).toMatchObject({ errorMessage: '500 oh no' });
});

describe('inputs', () => {
  const SAME = 'the same words';

  function busyAgent() {
    const held = heldTool('held');
    const link = attached(
      scriptedAgent(
        [
          fauxAssistantMessage(fauxToolCall('held', {}, { id: 'a' }), { stopReason: 'toolUse' }),
          ...['One', 'Two', 'Three', 'Four'].map((text) => fauxAssistantMessage(text)),
        ],
        [held.tool],
      ),
    );
    const run = prompt(link.agent, link.attachment);
    const changes = () => link.ofType<QueueChanged>('queue_changed');
    return { ...link, held, run, changes };
  }

  test('equal texts, steering and follow-up, are told apart and run in one run', async () => {
    const { held, run, attachment, changes, session, settlements, types } = busyAgent();
    await held.started;
    attachment.enqueue({ text: SAME, mode: 'follow-up', inputId: 'f' });
    attachment.enqueue({ text: SAME, mode: 'steer', inputId: 's1', requestId: 'request-2' });
    attachment.enqueue({ text: SAME, mode: 'steer', inputId: 's2' });
    expect(session.snapshot().state.queue).toMatchObject([
      { inputId: 'f', mode: 'follow-up', text: SAME },
      { inputId: 's1', mode: 'steer', requestId: 'request-2' },
      { inputId: 's2', mode: 'steer' },
    ]);
    held.end();
    await run;
    expect(changes().flatMap(({ consumed }) => consumed ?? [])).toEqual(['s1', 's2', 'f']);
    expect(session.snapshot().state.queue).toEqual([]);
    expect(settlements()).toHaveLength(1);
    // The change stands directly before the message it is about.
    const order = types();
    const consumedAt = order.lastIndexOf('queue_changed');
    expect(order[consumedAt + 1]).toBe('message_start');
  });

  test('an input can be taken back; the others stay in order', async () => {
    const { held, run, attachment, session, changes } = busyAgent();
    await held.started;
    for (const inputId of ['s1', 's2', 's3']) {
      attachment.enqueue({ text: SAME, mode: 'steer', inputId });
    }
    expect(attachment.remove('s2')).toBe(true);
    expect(attachment.remove('s2')).toBe(false);
    expect(session.snapshot().state.queue.map(({ inputId }) => inputId)).toEqual(['s1', 's3']);
    held.end();
    await run;
    expect(changes().flatMap(({ consumed }) => consumed ?? [])).toEqual(['s1', 's3']);
    const users = session.snapshot().messages.filter(({ message }) => message.role === 'user');
    expect(users).toHaveLength(3);
  });

  test('what waits at an abort stays, can be removed, and runs with the next prompt', async () => {
    const { held, run, attachment, session, agent, changes } = busyAgent();
    await held.started;
    attachment.enqueue({ text: 'keep', mode: 'steer', inputId: 'keep' });
    attachment.enqueue({ text: 'drop', mode: 'follow-up', inputId: 'drop' });
    attachment.cancel();
    await run;
    expect(session.snapshot().state).toMatchObject({
      run: { status: 'idle' },
      queue: [{ inputId: 'keep' }, { inputId: 'drop' }],
    });
    expect(attachment.remove('drop')).toBe(true);
    await prompt(agent, attachment, 'Next', { requestId: 'request-2', runId: 'run-2' });
    expect(changes().at(-1)).toMatchObject({ items: [], consumed: 'keep' });
    expect(session.snapshot().state.queue).toEqual([]);
  });
});

describe('runs that break', () => {
  test('a prompt that is rejected before anything happens settles its run', async () => {
    const { agent, attachment, session, errors, settlements } = attached(
      scriptedAgent([fauxAssistantMessage('Hi')]),
    );
    const failure = new Error('no such model');
    await attachment.run(REQUEST, () => Promise.reject(failure));
    expect(errors).toEqual([failure]);
    expect(settlements()).toHaveLength(1);
    expect(session.activeRunId).toBeNull();
    await prompt(agent, attachment, 'Go', { requestId: 'request-2', runId: 'run-2' });
    expect(settlements()).toHaveLength(2);
  });

  test("another listener's error breaks the run, and it is settled all the same", async () => {
    const { agent, session, settlements } = attached(scriptedAgent([fauxAssistantMessage('Hi')]));
    agent.subscribe(() => {
      throw new Error('not ours');
    });
    await expect(agent.prompt('Go')).rejects.toThrow('not ours');
    expect(settlements()).toHaveLength(1);
    expect(session.activeRunId).toBeNull();
  });

  test('a second run while one is active is refused and disturbs nothing', async () => {
    const held = heldTool('held');
    const { agent, attachment, session, settlements } = attached(
      scriptedAgent(
        [
          fauxAssistantMessage(fauxToolCall('held', {}, { id: 'a' }), { stopReason: 'toolUse' }),
          fauxAssistantMessage('Done'),
        ],
        [held.tool],
      ),
    );
    const run = prompt(agent, attachment);
    await held.started;
    const second = () =>
      prompt(agent, attachment, 'No', { requestId: 'request-2', runId: 'run-2' });
    expect(second).toThrow(expect.objectContaining({ code: 'busy' }));
    expect(session.activeRunId).toBe('run-1');
    held.end();
    await run;
    expect(settlements()).toHaveLength(1);
  });

  test("a host's own attempts belong to the run as long as its promise lasts", async () => {
    const { agent, attachment, frames, settlements } = attached(
      scriptedAgent([
        fauxAssistantMessage('Half', { stopReason: 'error', errorMessage: '503' }),
        fauxAssistantMessage('Whole'),
      ]),
    );
    await attachment.run(REQUEST, async () => {
      await agent.prompt('Go');
      agent.state.messages = agent.state.messages.slice(0, -1);
      await agent.continue();
    });
    expect(settlements()).toHaveLength(1);
    expect(new Set(runIdsOf(frames))).toEqual(new Set(['run-1']));
  });
});

describe('nothing reaches the agent', () => {
  test('an event that cannot be encoded is reported, and the run goes on', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const strange = {
      ...quickTool('strange'),
      execute: () =>
        Promise.resolve({ content: [{ type: 'text' as const, text: 'x' }], details: circular }),
    };
    const { agent, attachment, session, errors, settlements } = attached(
      scriptedAgent(
        [
          fauxAssistantMessage(fauxToolCall('strange', {}, { id: 'a' }), { stopReason: 'toolUse' }),
          fauxAssistantMessage('Still here'),
        ],
        [strange],
      ),
    );
    await prompt(agent, attachment);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors[0]).toMatchObject({ code: 'not-serializable' });
    expect(agent.state.errorMessage).toBeUndefined();
    expect(settlements()).toHaveLength(1);
    expect(textOf(session.snapshot().messages.at(-1)?.message as never)).toBe('Still here');
  });

  test('an error handler that throws is dropped', async () => {
    const agent = scriptedAgent([fauxAssistantMessage('Hi')]);
    const { session } = observedSession();
    vi.spyOn(session, 'publish').mockImplementation(() => {
      throw new Error('publish is broken');
    });
    attachAgent(agent, session, {
      onError: () => {
        throw new Error('and so is the handler');
      },
    });
    await agent.prompt('Go');
    expect(agent.state.messages.at(-1)).toMatchObject({ role: 'assistant', stopReason: 'stop' });
  });
});

test('detached in the middle of a run: the run goes on unseen, the host settles it', async () => {
  const { agent, attachment, session, frames, settlements } = attached(
    scriptedAgent([fauxAssistantMessage(LONG)]),
  );
  let framesAtDetach = 0;
  once(agent, isTextDelta, () => {
    attachment();
    attachment();
    framesAtDetach = frames.length;
  });
  await prompt(agent, attachment);
  expect(frames).toHaveLength(framesAtDetach);
  expect(agent.state.messages.at(-1)).toMatchObject({ role: 'assistant', stopReason: 'stop' });
  expect(session.activeRunId).toBe('run-1');
  session.settle();
  expect(settlements()).toHaveLength(1);
  expect(session.snapshot().messages.at(-1)?.status).toBe('interrupted');
});

test('messages that the agent holds without events come in through the session', async () => {
  const { agent, attachment, session } = attached(scriptedAgent([fauxAssistantMessage('Hi')]));
  session.append({ role: 'system', content: agent.state.systemPrompt });
  await prompt(agent, attachment);
  const { messages } = session.snapshot();
  expect(messages.map(({ messageIndex, message }) => [messageIndex, message.role])).toEqual([
    [0, 'system'],
    [1, 'user'],
    [2, 'assistant'],
  ]);
});

function runIdsOf(frames: SessionFrame[]): (string | null)[] {
  return frames.flatMap((frame) => (frame.type === 'loop.event' ? [frame.runId] : []));
}
