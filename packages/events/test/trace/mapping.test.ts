import { expect, it } from 'vitest';
import type { AnyEvent, SessionEvent } from '@loop/events';
import { formerNames, mapEvent } from '@loop/events/trace';

const ids = { toolCallId: 'call', toolName: 'read' };
const outcome = {
  approvalId: 'a',
  outcome: 'allowed',
  by: 'user',
  resolvedAt: 1,
  waitedMs: 1,
} as const;

/** One of every kind. */
const samples: SessionEvent[] = [
  { type: 'message_start', message: { role: 'user', content: 'hello' } },
  { type: 'message_update', assistantMessageEvent: { type: 'start' } },
  { type: 'message_end', message: { role: 'assistant', content: [], stopReason: 'stop' } },
  { type: 'tool_execution_start', ...ids, args: { path: 'a' } },
  { type: 'tool_execution_update', ...ids, partialResult: {} },
  { type: 'tool_execution_end', ...ids, result: { content: [] }, isError: false },
  { type: 'nested_tool.started', ...ids, parentToolCallId: 'outer' },
  { type: 'nested_tool.completed', ...ids, parentToolCallId: 'outer', isError: true },
  { type: 'agent_settled', aborted: true },
  { type: 'compaction_start', reason: 'manual' },
  { type: 'compaction_end', reason: 'manual' },
  { type: 'auto_retry_start', attempt: 1, maxAttempts: 3, delayMs: 1, errorMessage: 'busy' },
  { type: 'auto_retry_end', success: true, attempt: 1 },
  { type: 'queue_changed', items: [] },
  { type: 'prompt_timing', timingId: 't', phase: 'started' },
  { type: 'context_budget', tokens: 1, contextWindow: 2, percent: 50 },
  { type: 'skills_loaded', skills: [] },
  { type: 'session_title', title: null, status: 'pending' },
  { type: 'permission_changed', preset: 'ask' },
  { type: 'approval_requested', approvalId: 'a', kind: 'tool', title: 'Run', requestedAt: 1 },
  { type: 'approval_resolved', ...outcome },
];
const leftOut = ['message_update', 'tool_execution_update', 'auto_retry_start', 'auto_retry_end'];

it.each(samples.map((event) => [event.type, event] as const))('%s', (type, event) => {
  const mapped = mapEvent(event);
  if (leftOut.includes(type)) return expect(mapped).toBeUndefined();
  const name = mapped && ('name' in mapped ? mapped.name : `${mapped.operation}.${mapped.end}`);
  expect(name).toBe(formerNames[type]);
  expect(mapped?.data).not.toHaveProperty('type');
});

it('maps every business event that has a name in the trace', () => {
  const mapped = samples.map(({ type }) => type).filter((type) => !leftOut.includes(type));
  const business = Object.keys(formerNames).filter((name) => !/^(run|model)\./.test(name));
  expect(mapped.sort()).toEqual(business.sort());
});

it('leaves out the start of an assistant’s message, and what it does not know', () => {
  const start: AnyEvent = {
    type: 'message_start',
    message: { role: 'assistant', content: [] },
  } as AnyEvent;
  expect(mapEvent(start)).toBeUndefined();
  for (const type of ['agent_start', 'turn_end', 'toString', '__proto__', 'something.new']) {
    expect(mapEvent({ type })).toBeUndefined();
  }
});

it('says beside an assistant’s message how it ended, and of a failed tool why', () => {
  const message = {
    role: 'assistant',
    content: [],
    stopReason: 'error',
    errorMessage: 'overloaded',
  };
  expect(mapEvent({ type: 'message_end', message } as AnyEvent, 7)).toEqual({
    name: 'message.completed',
    data: {
      messageIndex: 7,
      role: 'assistant',
      stopReason: 'error',
      errorMessage: 'overloaded',
      message,
    },
  });
  const result = { content: [{ type: 'image' }, { type: 'text', text: 'no such file' }] };
  const end = { type: 'tool_execution_end', ...ids, result, isError: true };
  expect(mapEvent(end)?.data).toEqual({
    ...ids,
    result,
    isError: true,
    errorMessage: 'no such file',
  });
  expect(mapEvent({ ...end, isError: false } as AnyEvent)?.data).not.toHaveProperty('errorMessage');
});
