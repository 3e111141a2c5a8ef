import { traceSchema } from '@loop/events/trace';
import { describe, expect, test } from 'vitest';
import { firstFailure, foldOperations, runsOf } from '../../src/index.ts';
import type { FoldOptions, OperationNode, ReadItem } from '../../src/index.ts';
import type { TraceRecord } from '../../src/record/envelope.ts';
import { end, gap, items, record, START } from './lines.ts';

const fold = (list: readonly ReadItem[], options: FoldOptions = {}) =>
  foldOperations(list, { schema: traceSchema, ...options });

function start(seq: number, root: string, id: string, given: Partial<TraceRecord> = {}) {
  return record(seq, `${root}.started`, { operationId: id, ...given });
}

function finish(seq: number, root: string, id: string, given: Partial<TraceRecord> = {}) {
  return record(seq, `${root}.completed`, { operationId: id, ...given });
}

const brief = ({ operationId, status, outcome, missing }: OperationNode) =>
  [operationId, status, outcome, ...(missing ? [missing] : [])].join(' ');

describe('lifetimes (C-065)', () => {
  test('each state from its own records, and from fields only', async () => {
    const tree = await fold([
      ...items([
        start(1, 'tool', 'well'),
        finish(2, 'tool', 'well', { data: { isError: false } }),
        start(3, 'tool', 'bad'),
        finish(4, 'tool', 'bad', { data: { isError: true, errorMessage: 'no such file' } }),
        start(5, 'tool', 'open'),
        finish(6, 'tool', 'end-only', { data: { isError: false, durationMs: 25 } }),
        start(7, 'tool', 'twice'),
        finish(8, 'tool', 'twice', { data: {} }),
        finish(9, 'tool', 'twice', { data: { isError: true } }),
        finish(11, 'tool', 'early', { data: { isError: false } }),
        start(10, 'tool', 'early'),
        start(12, 'tool', 'child', { parentOperationId: 'nobody' }),
      ]),
      ...items([start(13, 'tool', 'well')], { segment: 2, writer: '0000000b' }),
    ]);
    expect(tree.roots.map(brief)).toEqual([
      'well complete ok',
      'bad complete error',
      'open incomplete unknown crashed',
      'end-only orphaned ok',
      'twice complete unknown',
      'early complete ok',
      'child incomplete unknown crashed',
      'well incomplete unknown crashed',
    ]);
    expect(tree.byId.get('well')).toHaveLength(2);
    expect(tree.byId.get('bad')?.[0]?.error).toBe('no such file');
    expect(tree.byId.get('twice')?.[0]?.extra.map(({ seq }) => seq)).toEqual([9]);
    expect(tree.byId.get('child')?.[0]?.isParentMissing).toBe(true);
    expect(tree.byId.get('early')?.[0]?.durationMs).toBe(10);
    // An orphan began when its end says.
    expect(tree.byId.get('end-only')?.[0]?.startedAt).toBe(START + 60 - 25);
  });

  test('an end is that of its own writer, or of the latest use of its id', async () => {
    const crashedAndReopened = [
      ...items([start(1, 'tool', 'call')]),
      ...items([start(2, 'tool', 'call'), finish(3, 'tool', 'call'), finish(4, 'tool', 'call')], {
        segment: 2,
        writer: '0000000b',
      }),
    ];
    const tree = await fold(crashedAndReopened);
    expect(tree.roots.map(({ status, extra }) => [status, extra.length])).toEqual([
      ['incomplete', 0],
      ['complete', 1],
    ]);
    const elsewhere = await fold([
      ...items([start(1, 'tool', 'call')]),
      ...items([finish(2, 'tool', 'call', { mono: 5 })], { segment: 2, writer: '0000000b' }),
    ]);
    expect(elsewhere.roots.map(brief)).toEqual(['call complete unknown']);
    expect(elsewhere.roots[0]?.durationMs).toBe(10);
  });

  test('why an end is missing: still open, closed, crashed, or lost with other records', async () => {
    const list = [
      ...items([start(1, 'tool', 'lost'), gap(2, 4), start(5, 'tool', 'crashed')]),
      ...items([start(6, 'tool', 'open')], { segment: 2, writer: '0000000b' }),
    ];
    const tree = await fold(list, { isLive: ({ writer }) => writer === '0000000b' });
    expect(tree.roots.map(({ missing }) => missing)).toEqual(['lost', 'crashed', 'open']);
    const last: ReadItem = { type: 'end', end: end(2, 6), segment: segmentIn(list) };
    const closed = await fold([...list, last]);
    expect(closed.roots.map(({ missing }) => missing)).toEqual(['lost', 'crashed', 'closed']);
  });

  test('durations are those of the steady clock where one writer wrote both ends', async () => {
    const jump = { time: new Date(START - 3_600_000).toISOString() };
    const tree = await fold(items([start(1, 'tool', 'call'), finish(3, 'tool', 'call', jump)]));
    expect(tree.roots[0]?.durationMs).toBe(20);
  });
});

describe('the tree', () => {
  test('children under their parents, points in what they name or in their run', async () => {
    const inRun = { runId: 'run', parentOperationId: 'run' };
    const tree = await fold(
      items([
        start(1, 'run', 'run', { runId: 'run' }),
        start(2, 'tool', 'outer', inRun),
        start(3, 'tool.nested', 'inner', { runId: 'run', parentOperationId: 'outer' }),
        record(4, 'queue.changed', { runId: 'run' }),
        record(5, 'permission.write.checked', { runId: 'run', operationId: 'inner' }),
        record(6, 'message.completed', { runId: 'run', operationId: 'gone' }),
        record(7, 'session.title.updated'),
        start(8, 'tool', 'second', inRun),
      ]),
    );
    const [run] = tree.roots;
    expect(tree.roots).toHaveLength(1);
    expect(run?.children.map(({ operationId }) => operationId)).toEqual(['outer', 'second']);
    expect(run?.points.map(({ seq }) => seq)).toEqual([4, 6]);
    expect(run?.children[0]?.children[0]?.points.map(({ seq }) => seq)).toEqual([5]);
    expect(tree.points.map(({ seq }) => seq)).toEqual([7]);
    expect([...runsOf(tree).keys()]).toEqual(['run']);
  });

  test('parents in a circle stand, each operation is there once', async () => {
    const ring = ['a', 'b', 'c'].map((id, index) =>
      start(index + 1, 'tool', id, { parentOperationId: ['c', 'a', 'b'][index] ?? '' }),
    );
    const tree = await fold(
      items([...ring, start(4, 'tool', 'self', { parentOperationId: 'self' })]),
    );
    expect(tree.roots.map(({ operationId }) => operationId)).toEqual(['a', 'self']);
    expect(tree.roots[0]?.children[0]?.children[0]?.operationId).toBe('c');
    expect(tree.roots[0]?.children[0]?.children[0]?.children).toEqual([]);
  });

  test.each([1, -1])('a chain of 20,000 parents is no strain (step %i)', async (step) => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      start(index + 1, 'tool', `${index}`, { parentOperationId: `${index + step}` }),
    );
    const tree = await fold(items(chain));
    expect(tree.roots.length).toBe(1);
    expect(firstFailure(tree)?.chain.length).toBe(step === 1 ? 0 : 19_999);
  });

  test('names of earlier versions pair with those of today (acceptance 20)', async () => {
    const list = items([
      record(1, 'tool_execution_start', { operationId: 'call' }),
      record(2, 'tool.completed', { operationId: 'call', data: { isError: false } }),
      record(3, 'nested_tool.started', { operationId: 'inner' }),
      record(4, 'future.started', { operationId: 'future' }),
      record(5, 'future.completed', { operationId: 'future' }),
    ]);
    const tree = await fold(list);
    expect(tree.roots.map(({ name, status }) => [name, status])).toEqual([
      ['tool', 'complete'],
      ['tool.nested', 'incomplete'],
      ['future', 'complete'],
    ]);
  });
});

describe('the first failure', () => {
  test('is the first end that tells of one, with all it lay in', async () => {
    const list = items([
      start(1, 'run', 'run', { runId: 'run' }),
      start(2, 'tool', 'outer', { runId: 'run', parentOperationId: 'run' }),
      start(3, 'tool.nested', 'inner', { runId: 'run', parentOperationId: 'outer' }),
      finish(4, 'tool.nested', 'inner', { runId: 'run', data: { error: 'disk full' } }),
      finish(5, 'tool', 'outer', { runId: 'run', data: { isError: true } }),
      finish(6, 'run', 'run', { runId: 'run', data: { outcome: 'error' } }),
      start(7, 'run', 'next', { runId: 'next' }),
      finish(8, 'run', 'next', { runId: 'next', data: { outcome: 'completed' } }),
    ]);
    const tree = await fold(list);
    const failure = firstFailure(tree, 'run');
    expect(failure?.node.error).toBe('disk full');
    expect(failure?.chain.map(({ operationId }) => operationId)).toEqual(['outer', 'run']);
    expect(firstFailure(tree, 'next')).toBeUndefined();
  });

  test('without one, it is the innermost operation that a crash cut off', async () => {
    const tree = await fold(
      items([
        start(1, 'run', 'run', { runId: 'run' }),
        start(2, 'tool', 'call', { runId: 'run', parentOperationId: 'run' }),
      ]),
    );
    expect(firstFailure(tree)).toMatchObject({ reason: 'crashed', node: { operationId: 'call' } });
  });
});

/** The segment that the last record stands in. */
function segmentIn(list: readonly ReadItem[]): string {
  const placed = list.filter((item) => item.type === 'record');
  return placed.at(-1)?.position.segment ?? '';
}
