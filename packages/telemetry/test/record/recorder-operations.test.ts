import { describe, expect, test } from 'vitest';
import type { TraceRecord } from '../../src/record/envelope.js';
import { openTestRecorder } from './recorder-support.js';

const ids = ({ name, runId, operationId, parentOperationId }: TraceRecord): object => ({
  ...{ name, runId, operationId, parentOperationId },
});

describe('begin and complete', () => {
  test('share an id, the run and the parent', () => {
    const open = openTestRecorder();
    const scope = { runId: 'run-1', parentOperationId: 'run-1' };
    const tool = open.recorder.begin('tool', { toolName: 'read' }, scope);
    tool.complete({ isError: false });
    const { operationId } = tool;
    expect(open.records.map(ids)).toEqual([
      { name: 'tool.started', ...scope, operationId },
      { name: 'tool.completed', ...scope, operationId },
    ]);
  });

  test('ids are short, and differ within a recorder and between two', () => {
    const one = openTestRecorder().recorder;
    const made = Array.from({ length: 50 }, () => one.begin('tool', { toolName: 'a' }).operationId);
    expect(new Set(made).size).toBe(50);
    expect(made[0]).toMatch(/^[0-9a-f]{8}-1$/);
  });

  test('the scope may bring the id', () => {
    const open = openTestRecorder();
    const call = open.recorder.begin('tool', { toolName: 'a' }, { operationId: 'call-1' });
    expect(call.operationId).toBe('call-1');
    expect(open.records[0]?.operationId).toBe('call-1');
  });

  test('the end may lie elsewhere than the start, but is the end of the same', () => {
    const open = openTestRecorder();
    const begun = { runId: 'run-1', parentOperationId: 'op-0', original: 'tool_start' };
    const tool = open.recorder.begin('tool', { toolName: 'a' }, begun);
    tool.complete({ isError: true }, { parentOperationId: 'op-9', operationId: 'other' });
    tool.complete({ isError: true }, { runId: null, original: 'tool_end' });
    const { operationId } = tool;
    expect(open.records.slice(1).map(ids)).toEqual([
      { name: 'tool.completed', runId: 'run-1', operationId, parentOperationId: 'op-9' },
      { name: 'tool.completed', runId: undefined, operationId, parentOperationId: 'op-0' },
    ]);
    expect(open.records.map(({ meta }) => meta?.original)).toEqual([
      ...['tool_start', undefined, 'tool_end'],
    ]);
  });

  test('what was begun elsewhere ends by its id', () => {
    const open = openTestRecorder();
    open.recorder.record('tool.completed', { isError: false }, { operationId: 'call-7' });
    expect(open.records.map(ids)).toMatchObject([
      { name: 'tool.completed', operationId: 'call-7' },
    ]);
  });

  test('nothing ends what is forgotten', () => {
    const open = openTestRecorder();
    open.recorder.begin('tool', { toolName: 'a' });
    open.release();
    expect(open.records.map(({ name }) => name)).toEqual(['tool.started']);
  });
});

describe('observe', () => {
  test('takes the name from the object and says it once', () => {
    const open = openTestRecorder();
    open.recorder.observe({ type: 'agent.settled', status: 'idle' }, { runId: 'run-1' });
    expect(open.records).toMatchObject([{ name: 'agent.settled', runId: 'run-1' }]);
    expect(open.records[0]?.data).toEqual({ status: 'idle' });
  });

  test('both ends of a pair find each other by their id', () => {
    const open = openTestRecorder({ mode: 'metadata' });
    open.recorder.observe({ type: 'save.started', saveId: 'save-1' });
    open.recorder.observe({ type: 'save.completed', saveId: 'save-1', outcome: 'ok' });
    expect(open.records.map(({ operationId }) => operationId)).toEqual(['save-1', 'save-1']);
  });

  test("a scope's id comes first", () => {
    const open = openTestRecorder();
    open.recorder.observe({ type: 'save.started', saveId: 'save-1' }, { operationId: 'op-1' });
    expect(open.records[0]?.operationId).toBe('op-1');
  });

  test('without any id a start has a lifetime of its own, and an end has none', () => {
    const open = openTestRecorder();
    open.recorder.observe({ type: 'tool.started', toolName: 'a' });
    open.recorder.observe({ type: 'tool.completed', isError: false });
    const [start, end] = open.records;
    expect(start?.operationId).toMatch(/^[0-9a-f]{8}-/);
    expect(end).not.toHaveProperty('operationId');
  });

  test.each([
    ['an unknown type', { type: 'no.such' }],
    ['a type that is no text', { type: 7 }],
    ['no type', {}],
    ['nothing', undefined],
    ['a text', 'agent.settled'],
  ])('%s is told and counted', (_, observation) => {
    const open = openTestRecorder();
    open.untyped.observe(observation);
    expect(open.records.map(({ name }) => name)).toEqual(['capture.failed']);
    expect(open.counters.failures).toBe(1);
  });

  test('runs no getter for the type', () => {
    const open = openTestRecorder();
    open.untyped.observe({
      get type(): never {
        return expect.fail();
      },
    });
    expect(open.counters.failures).toBe(1);
  });
});
