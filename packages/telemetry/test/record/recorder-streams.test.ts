import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeRedactor } from '../capture/fake-redactor.js';
import { openTestRecorder } from './recorder-support.js';

const scope = { runId: 'run-1', operationId: 'op-1' };

function deltasOf({ records }: ReturnType<typeof openTestRecorder>): unknown[] {
  return records.map(({ data }) => data['delta']);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('pieces are redacted as what they make, and keep number, time and place of their capture', () => {
  const open = openTestRecorder({ mode: 'stream' });
  open.recorder.record('stream.received', { type: 'delta', delta: 'is key-', part: 0 }, scope);
  open.passTime(7);
  open.recorder.record('stream.received', { type: 'delta', delta: 'abcd\n', part: 0 }, scope);
  expect(open.records).toMatchObject([
    { seq: 1, mono: 1_000_000_000, ...scope, meta: { redacted: 1 } },
    { seq: 2, mono: 1_000_007_000, ...scope },
  ]);
  expect(deltasOf(open)).toEqual(['is [redacted:key]', '\n']);
  expect(open.counters).toMatchObject({ recorded: 2, redacted: 1 });
});

test('a credential within one piece is counted once', () => {
  const open = openTestRecorder({ mode: 'stream' });
  open.recorder.record(
    'stream.received',
    { type: 'key-zzzz', delta: 'key-abcd\n', part: 0 },
    scope,
  );
  expect(open.records[0]).toMatchObject({
    meta: { redacted: 2 },
    data: { delta: '[redacted:key]\n' },
  });
});

test('a piece that is large is described like any text', () => {
  const open = openTestRecorder({ mode: 'stream' });
  open.recorder.record('stream.received', { type: 'delta', delta: 'ab '.repeat(6_000), part: 0 });
  open.release();
  expect(open.records[0]).toMatchObject({
    meta: { omitted: 1 },
    data: { delta: { $omitted: { reason: 'size', chars: 18_000 } } },
  });
});

describe('a hold ends', () => {
  const openHeld = (): ReturnType<typeof openTestRecorder> => {
    const open = openTestRecorder({ mode: 'stream' });
    open.recorder.record('stream.received', { type: 'delta', delta: 'a', part: 0 }, scope);
    expect(open.lines).toEqual([]);
    return open;
  };

  test('with an event of the same part without text', () => {
    const open = openHeld();
    open.recorder.record('stream.received', { type: 'end', part: 1 }, scope);
    expect(open.lines).toEqual([]);
    open.recorder.record('stream.received', { type: 'end', part: 0 }, scope);
    expect(open.records.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test('with an event of no part', () => {
    const open = openHeld();
    open.recorder.record('stream.received', { type: 'done' }, scope);
    expect(open.records.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test('with its operation', () => {
    const open = openHeld();
    open.recorder.record('tool.completed', { isError: false }, { operationId: 'op-2' });
    expect(open.lines).toEqual([]);
    open.recorder.record('tool.completed', { isError: false }, { operationId: 'op-1' });
    expect(open.records.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test('with release, for a flush and at the end', () => {
    const open = openHeld();
    open.release();
    expect(deltasOf(open)).toEqual(['a']);
  });

  test('after 250 ms, and everything that came since is in order', () => {
    const open = openHeld();
    open.recorder.record('agent.settled', { status: 'idle' });
    open.fill = 0.6;
    open.recorder.record('stream.received', { type: 'delta', delta: 'b', part: 0 }, scope);
    expect(open.lost).toEqual([]);
    vi.advanceTimersByTime(250);
    expect(open.records.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(open.lost).toEqual([{ seq: 3, reason: 'queue-full' }]);
  });
});

test('a stream that cannot be looked through is not written, and that is told', () => {
  const joined = (): never => {
    throw new Error('too much work');
  };
  const open = openTestRecorder({ mode: 'stream', redactor: { ...fakeRedactor(), joined } });
  open.recorder.record('stream.received', { type: 'delta', delta: 'a\n' });
  expect(open.records).toMatchObject([
    { seq: 1, data: { $omitted: { reason: 'redaction-failed' } } },
    { seq: 2, name: 'capture.failed', data: { source: 'stream.received', stage: 'redact' } },
  ]);
});

test.each([
  ['the end of its operation', 'tool.completed', { isError: false }],
  ['the end of its part', 'stream.received', { type: 'end', part: 0 }],
])('the notice of a failure that %s brings out comes before it, in order', (_, name, data) => {
  const joined = (): never => {
    throw new Error('too much work');
  };
  const open = openTestRecorder({ mode: 'stream', redactor: { ...fakeRedactor(), joined } });
  open.recorder.record('stream.received', { type: 'delta', delta: 'a', part: 0 }, scope);
  open.untyped.record(name, data, scope);
  expect(open.records.map((record) => [record.seq, record.name])).toEqual([
    ...[
      [1, 'stream.received'],
      [2, 'capture.failed'],
      [3, name],
    ],
  ]);
});

test('a piece that hides its text is no piece, and stays unread', () => {
  const open = openTestRecorder({ mode: 'stream' });
  open.untyped.record('stream.received', {
    get delta(): never {
      return expect.fail();
    },
  });
  expect(deltasOf(open)).toEqual([{ $omitted: { reason: 'accessor' } }]);
});
