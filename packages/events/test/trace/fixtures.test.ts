import { describe, expect, it } from 'vitest';
import { SessionEvents, type AnyEvent } from '@loop/events';
import { traceSession } from '@loop/events/trace';
import { drive } from '../drive.js';
import { fixtureNames, readFixture } from '../fixtures.js';
import { memoryRecorder, type Told } from './memory-recorder.js';

describe.each(fixtureNames)('%s', (name) => {
  const events = readFixture(name);
  const recorder = memoryRecorder('stream');
  const session = new SessionEvents({ sessionId: name, messageUpdates: 'delta' });
  const trace = traceSession(session, recorder);
  drive(session, events);
  trace();
  const { told } = recorder;

  it('has an end for every start, under one id, in its run', () => {
    const starts = told.filter((record) => record.name.endsWith('.started') && record.operationId);
    for (const start of starts) {
      const ends = told.filter(
        (record) => record.name === endOf(start) && record.operationId === start.operationId,
      );
      expect(
        ends.map(({ runId }) => runId),
        start.name,
      ).toEqual([start.runId]);
    }
    const ids = starts.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const orphans = told.filter(
      (r) => r.name.endsWith('.completed') && r.operationId && !ids.includes(r.operationId),
    );
    expect(orphans).toEqual([]);
    expect(recorder.named('run.started').length).toBeGreaterThan(0);
  });

  it('has its operations in their run, a tool called by a tool in that one', () => {
    for (const start of told.filter(isStart)) {
      const parent = told
        .filter(isStart)
        .find((one) => one.operationId === start.parentOperationId);
      if (start.name === 'run.started' || start.runId === null) continue;
      const within = start.data['parentToolCallId'];
      expect(parent?.name).toBe(within === undefined ? 'run.started' : 'tool.started');
      expect(parent?.data['toolCallId']).toBe(within);
    }
  });

  it('tells what each tool, and the agent, came to', () => {
    const ends = events.filter(({ type }) => type === 'tool_execution_end');
    const recorded = recorder.named('tool.completed').map(({ data }) => data['isError']);
    expect(recorded).toEqual(ends.map((event) => Reflect.get(event, 'isError')));
    const outcomes = recorder.named('run.completed').map(({ data }) => data['outcome']);
    if (name.includes('abort-mid')) expect(outcomes).toContain('aborted');
    if (name.includes('error-final')) expect(outcomes).toEqual(['error']);
    if (name.includes('retry-then-ok')) expect(outcomes).toEqual(['completed']);
  });

  it('holds each message once, each piece of the stream, and no growing draft', () => {
    const complete = events.filter(({ type }) => type === 'message_end').length;
    const updates = events.filter(({ type }) => type === 'message_update').length;
    expect(recorder.named('message.completed')).toHaveLength(complete);
    expect(recorder.named('model.stream.received')).toHaveLength(updates);
    expect(JSON.stringify(told)).not.toContain('"partial"');
    const deltas = recorder
      .named('model.stream.received')
      .map(({ data }) => (data as { delta?: string }).delta ?? '');
    expect(deltas.join('')).toBe(events.map(deltaOf).join(''));
  });
});

function isStart({ name, operationId }: Told): boolean {
  return name.endsWith('.started') && operationId !== undefined;
}

function endOf({ name }: Told): string {
  return name.replace(/started$/, 'completed');
}

function deltaOf(event: AnyEvent): string {
  return (
    (event as { assistantMessageEvent?: { delta?: string } }).assistantMessageEvent?.delta ?? ''
  );
}
