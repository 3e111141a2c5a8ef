import { describe, expect, it } from 'vitest';
import { SessionEvents, type AnyEvent, type AssistantMessage } from '@loop/events';
import { traceSession } from '@loop/events/trace';
import { memoryRecorder, type Told } from './memory-recorder.js';

const answer = (fields: Partial<AssistantMessage> = {}): AnyEvent =>
  ({ type: 'message_end', message: { role: 'assistant', content: [], ...fields } }) as AnyEvent;
const call = (toolCallId: string, more = {}) =>
  ({ type: 'tool_execution_start', toolCallId, toolName: 'read', args: {}, ...more }) as AnyEvent;
const called = (toolCallId: string, more = {}) =>
  ({
    type: 'tool_execution_end',
    toolCallId,
    toolName: 'read',
    result: {},
    isError: false,
    ...more,
  }) as AnyEvent;

function traced(mode?: 'content' | 'stream') {
  const session = new SessionEvents({ sessionId: 's' });
  const recorder = memoryRecorder(mode);
  const trace = traceSession(session, recorder);
  return { session, recorder, trace, run: () => session.accept({ requestId: 'q', runId: 'r' }) };
}

const names = (told: readonly Told[]): string[] => told.map(({ name }) => name);

describe('runs', () => {
  it('lie between the session’s attachment and its detachment, the settled agent inside', () => {
    const { session, recorder, trace, run } = traced();
    run();
    session.publish(answer({ stopReason: 'stop' }));
    session.settle();
    trace();
    trace();
    expect(names(recorder.told)).toEqual([
      ...['session.attached', 'run.started', 'message.completed', 'agent.settled'],
      ...['run.completed', 'session.detached'],
    ]);
    expect(recorder.named('run.started')[0]).toMatchObject({
      ...{ data: { requestId: 'q' }, runId: 'r', operationId: 'r' },
    });
    expect(recorder.named('run.started')[0]?.parentOperationId).toBeUndefined();
    expect(recorder.named('run.completed')[0]).toMatchObject({
      ...{ data: { outcome: 'completed' }, runId: 'r', operationId: 'r' },
    });
    expect(recorder.named('session.detached')[0]?.data).toEqual({ reason: 'detached' });
  });

  it('that the agent begins by itself have no request', () => {
    const { session, recorder } = traced();
    session.publish({ type: 'agent_start' });
    expect(recorder.named('run.started')).toMatchObject([
      { data: { requestId: null }, runId: session.activeRunId },
    ]);
  });

  it.each([
    ['completed', [answer({ stopReason: 'error' }), answer({ stopReason: 'stop' })], {}],
    [
      'error',
      [answer({ stopReason: 'error', errorMessage: 'no key' })],
      { errorMessage: 'no key' },
    ],
    ['error', [{ type: 'prompt_timing', timingId: 'q', phase: 'completed', outcome: 'error' }], {}],
    ['aborted', [answer({ stopReason: 'aborted' }), { type: 'agent_settled', aborted: true }], {}],
  ] as [string, AnyEvent[], object][])('end as %s', (outcome, events, more) => {
    const { session, recorder, run } = traced();
    run();
    for (const event of events) session.publish(event);
    session.settle();
    expect(recorder.named('run.completed').map(({ data }) => data)).toEqual([{ outcome, ...more }]);
  });

  it('that somebody cancels say so once, and end as aborted where the agent does not say how', () => {
    const { session, recorder, run } = traced();
    run();
    const { run: active } = session.snapshot().state;
    const cancelling = { ...active, status: 'cancelling' } as typeof active;
    session.publishState({ run: cancelling });
    session.publishState({ run: cancelling });
    session.settle();
    expect(recorder.named('run.cancel.requested')).toMatchObject([
      { data: { requestId: 'q' }, runId: 'r' },
    ]);
    expect(recorder.named('run.completed')[0]?.data).toEqual({ outcome: 'aborted' });
    session.accept({ requestId: 'q2', runId: 'r2' });
    session.settle();
    expect(recorder.named('run.completed')[1]?.data).toEqual({ outcome: 'completed' });
  });

  it('that were active before have an end and no start', () => {
    const session = new SessionEvents({ sessionId: 's' });
    session.accept({ requestId: 'q', runId: 'r' });
    const recorder = memoryRecorder();
    traceSession(session, recorder);
    session.settle();
    expect(names(recorder.told)).toEqual(['session.attached', 'agent.settled', 'run.completed']);
    expect(recorder.told[0]?.data).toEqual({ activeRunId: 'r' });
    expect(recorder.named('run.completed')[0]?.operationId).toBe('r');
  });

  it('that another one overtakes, or a disposed session leaves, get no end made up', () => {
    const { session, recorder, trace, run } = traced();
    run();
    session.publish(call('c'));
    session.accept({ requestId: 'q2', runId: 'r2' });
    session.dispose();
    trace();
    expect(recorder.named('run.started')).toHaveLength(2);
    expect(recorder.told.some(({ name }) => /^(run|tool)\.completed$/.test(name))).toBe(false);
    expect(recorder.told.at(-1)).toMatchObject({
      ...{ name: 'session.detached', data: { reason: 'disposed', activeRunId: 'r2' } },
    });
  });
});

describe('operations', () => {
  it('pair by their id, and lie in the narrowest thing that is known', async () => {
    const { session, recorder, run } = traced();
    run();
    session.publish(call('outer'));
    session.publish(call('other'));
    const asked = session.approvals.request({ kind: 'command', title: 'x', toolCallId: 'outer' });
    session.publish({
      type: 'nested_tool.started',
      toolCallId: 'in',
      parentToolCallId: 'outer',
      toolName: 'read',
    });
    session.publish({
      type: 'nested_tool.started',
      toolCallId: 'deep',
      parentToolCallId: 'in',
      toolName: 'read',
    });
    session.publish(called('other', { isError: true }));
    session.publish({
      type: 'nested_tool.completed',
      toolCallId: 'deep',
      parentToolCallId: 'in',
      toolName: 'read',
      isError: false,
    });
    session.approvals.decide(session.approvals.pending[0]?.approvalId ?? '', {
      decision: 'deny',
      note: 'secret word',
    });
    await asked;
    session.publish(called('outer'));
    session.publish({ type: 'compaction_start', reason: 'threshold' });
    session.publish({ type: 'compaction_end', reason: 'threshold', aborted: true });

    const started = (name: string, id?: string) =>
      recorder.named(`${name}.started`).find(({ data }) => !id || data['toolCallId'] === id);
    const outer = started('tool', 'outer')?.operationId;
    const inner = started('tool.nested', 'in')?.operationId;
    expect(started('tool', 'outer')?.parentOperationId).toBe('r');
    expect(started('approval')?.parentOperationId).toBe(outer);
    expect(started('tool.nested', 'in')?.parentOperationId).toBe(outer);
    expect(started('tool.nested', 'deep')?.parentOperationId).toBe(inner);
    expect(started('compaction')?.parentOperationId).toBe('r');
    const ends = recorder.told.filter(({ name }) => name.endsWith('.completed'));
    expect(ends).toHaveLength(5);
    for (const end of ends) {
      const root = end.name.replace('.completed', '.started');
      expect(recorder.named(root).map(({ operationId }) => operationId)).toContain(end.operationId);
      expect(end.original).toBeDefined();
    }
    expect(recorder.named('approval.completed')[0]?.data).toMatchObject({ outcome: 'denied' });
    expect(JSON.stringify(recorder.told)).not.toContain('secret word');
    expect(recorder.named('tool.nested.completed')).toHaveLength(1);
  });

  it('outside a run have none, and live on through the next one', async () => {
    const { session, recorder, run } = traced();
    const asked = session.approvals.request({ kind: 'question', title: 'x' });
    run();
    session.settle();
    session.approvals.decide(session.approvals.pending[0]?.approvalId ?? '', { decision: 'allow' });
    await asked;
    const [start] = recorder.named('approval.started');
    expect(start).toMatchObject({ runId: null, parentOperationId: undefined });
    expect(recorder.named('approval.completed')[0]?.operationId).toBe(start?.operationId);
  });

  it('are never paired across runs, where ids come again', () => {
    const { session, recorder, run } = traced();
    run();
    session.publish(call('call_0'));
    session.settle();
    session.accept({ requestId: 'q2', runId: 'r2' });
    session.publish(called('call_0'));
    const [start] = recorder.named('tool.started');
    expect(recorder.named('tool.completed')[0]).toMatchObject({
      operationId: 'call_0',
      runId: 'r2',
    });
    expect(start?.operationId).not.toBe('call_0');
  });
});

describe('single events', () => {
  it('carry the run and their own name; a title has no run', () => {
    const { session, recorder, run } = traced();
    session.publish({ type: 'permission_changed', preset: 'full' });
    run();
    session.publish({ type: 'queue_changed', items: [] });
    session.publish({ type: 'session_title', title: 'T', status: 'ready' });
    expect(recorder.named('permission.changed')[0]).toMatchObject({
      runId: null,
      original: 'permission_changed',
    });
    expect(recorder.named('queue.changed')[0]).toMatchObject({
      runId: 'r',
      original: 'queue_changed',
    });
    expect(recorder.named('session.title.updated')[0]).toMatchObject({ runId: null });
  });

  it('that cannot be read are told as a failure, and the next one is recorded', () => {
    const { session, recorder } = traced();
    let reads = 0;
    const event = {
      type: 'permission_changed',
      get preset(): string {
        // The session reads it once, when it takes the event in.
        if (reads++ > 0) throw new Error('gone');
        return 'ask';
      },
    };
    session.publish(event);
    session.publish({ type: 'permission_changed', preset: 'full' });
    expect(recorder.named('trace.capture.failed')).toMatchObject([
      { data: { source: 'permission_changed', stage: 'map', errorMessage: 'Error: gone' } },
    ]);
    expect(recorder.named('permission.changed')).toMatchObject([{ data: { preset: 'full' } }]);
  });
});

describe('the stream of a model', () => {
  const update = (assistantMessageEvent: object): AnyEvent =>
    ({
      type: 'message_update',
      message: { role: 'assistant', content: [] },
      assistantMessageEvent,
    }) as AnyEvent;
  const partial = { role: 'assistant', content: [{ type: 'text', text: 'all so far' }] };
  const updates = [
    update({ type: 'text_start', contentIndex: 0, partial }),
    update({ type: 'text_delta', contentIndex: 0, delta: 'all', partial }),
    update({ type: 'text_end', contentIndex: 0, content: 'all so far', partial }),
    update({
      type: 'toolcall_end',
      contentIndex: 1,
      toolCall: { type: 'toolCall', id: 'c', name: 'read', arguments: { path: 'all so far' } },
      partial,
    }),
    update({ type: 'done', reason: 'stop', message: partial, partial }),
  ];

  it('is recorded in stream mode, piece by piece and without the message so far', () => {
    const { session, recorder, run } = traced('stream');
    run();
    session.publish({ type: 'message_start', message: { role: 'assistant', content: [] } });
    for (const event of updates) session.publish(event);
    const pieces = recorder.named('model.stream.received');
    expect(pieces.map(({ data }) => data)).toEqual([
      { type: 'text_start', contentIndex: 0 },
      { type: 'text_delta', contentIndex: 0, delta: 'all' },
      { type: 'text_end', contentIndex: 0 },
      { type: 'toolcall_end', contentIndex: 1, toolCallId: 'c', toolName: 'read' },
      { type: 'done', reason: 'stop' },
    ]);
    expect(pieces.every(({ runId }) => runId === 'r')).toBe(true);
    expect(recorder.named('message.started')).toEqual([]);
  });

  it('is not in other modes', () => {
    const { session, recorder, run } = traced('content');
    run();
    for (const event of updates) session.publish(event);
    expect(recorder.named('model.stream.received')).toEqual([]);
  });

  it('lies in the request that the host has begun', () => {
    const { session, recorder, trace, run } = traced('stream');
    run();
    const title = trace.begin('model.request', { purpose: 'title', model: 'm' });
    const main = trace.begin('model.request', { purpose: 'main', model: 'm' });
    for (const event of updates.slice(0, 2)) session.publish(event);
    main.complete({ stopReason: 'stop' });
    session.publish(updates[2] as AnyEvent);
    title.complete({ stopReason: 'stop' });
    const pieces = recorder.named('model.stream.received');
    expect(pieces.map(({ operationId, runId }) => [operationId, runId])).toEqual([
      [main.operationId, undefined],
      [main.operationId, undefined],
      [undefined, 'r'],
    ]);
  });
});

describe('what the host records through it', () => {
  it('lies in the run that is active, a request for a compaction in the compaction', () => {
    const { session, recorder, trace, run } = traced();
    trace.record('input.consumed', { inputId: 'i' });
    run();
    trace.record('input.consumed', { inputId: 'j' });
    session.publish({ type: 'compaction_start', reason: 'manual' });
    trace.begin('model.request', { purpose: 'compaction', model: 'm' });
    trace.begin('model.request', { purpose: 'main', model: 'm' });
    trace.begin('input.prepare', {}, { runId: null });
    const at = (name: string) =>
      recorder.named(name).map(({ runId, parentOperationId }) => [runId, parentOperationId]);
    expect(at('input.consumed')).toEqual([
      [null, undefined],
      ['r', undefined],
    ]);
    const [compaction] = recorder.named('compaction.started');
    expect(at('model.request.started')).toEqual([
      ['r', compaction?.operationId],
      ['r', 'r'],
    ]);
    expect(at('input.prepare.started')).toEqual([[null, undefined]]);
  });

  it('forwards whole observations once; a start lies in the run', () => {
    const { recorder, trace, run } = traced();
    run();
    const save = { saveId: 'x' };
    trace.observe({ type: 'session.save.started', ...save });
    trace.observe({ type: 'session.save.completed', ...save, outcome: 'saved' });
    trace.observe({
      type: 'permission.write.checked',
      toolName: 'write',
      path: 'a',
      allowed: true,
    });
    expect(recorder.told.slice(2)).toMatchObject([
      { name: 'session.save.started', data: save, runId: 'r', parentOperationId: 'r' },
      { name: 'session.save.completed', data: { ...save, outcome: 'saved' }, runId: 'r' },
      { name: 'permission.write.checked', runId: 'r' },
    ]);
    expect(recorder.told.at(-1)?.parentOperationId).toBeUndefined();
    expect(trace.mode).toBe('content');
    expect(trace.enabled).toBe(true);
  });
});
