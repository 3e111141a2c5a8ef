import { traceSchema } from '@loop/events/trace';
import { expect, test } from 'vitest';
import { statsOf, summaryOf } from '../../src/index.ts';
import type { TraceRecord } from '../../src/record/envelope.ts';
import { gap, items, record, START } from './lines.ts';

/** An operation from one tenth of a second to another. */
function lasting(root: string, id: string, [from, to]: [number, number], given = {}) {
  const at = (tenths: number): Partial<TraceRecord> => ({
    operationId: id,
    time: new Date(START + tenths * 100).toISOString(),
    mono: tenths * 100_000,
    runId: 'run',
    ...(root === 'run' ? {} : { parentOperationId: 'run' }),
    ...given,
  });
  return [
    { at: from, line: record(0, `${root}.started`, at(from)) },
    { at: to, line: record(0, `${root}.completed`, at(to)) },
  ];
}

function inTime(...operations: ReturnType<typeof lasting>[]): TraceRecord[] {
  const all = operations.flat().sort((a, b) => a.at - b.at);
  return all.map(({ line }, index) => ({ ...line, seq: index + 1, eventId: `event-${index}` }));
}

const buckets = { 'model.request': 'model', tool: 'tool', 'tool.nested': 'tool', approval: 'wait' };

test('the time of a run: parallel calls once, waits where they lie, inner before outer', async () => {
  const list = inTime(
    lasting('run', 'run', [0, 100]),
    lasting('model.request', 'm1', [0, 20]),
    lasting('tool', 't1', [20, 60]),
    lasting('tool', 't2', [30, 50]),
    lasting('approval', 'a1', [25, 45], { parentOperationId: 't1' }),
    lasting('tool.nested', 'n1', [50, 55], { parentOperationId: 't1' }),
    lasting('model.request', 'm2', [70, 95]),
  );
  const stats = await statsOf(items(list), { schema: traceSchema, buckets });
  expect(stats.runs).toEqual([
    {
      runId: 'run',
      outcome: 'unknown',
      durationMs: 10_000,
      // t1 alone 20–25 and 45–60, t2 30–50: together 20–25 and 30–60.
      busyMs: { model: 4_500, tool: 3_500, wait: 2_000 },
    },
  ]);
});

test('durations, failures and totals by kind', async () => {
  const data = [{ isError: true }, { isError: false }, { outcome: 'cancelled' }];
  const calls = Array.from({ length: 20 }, (_, index) => [
    record(2 * index + 1, 'tool.started', { operationId: `${index}`, mono: 0 }),
    record(2 * index + 2, 'tool.completed', {
      operationId: `${index}`,
      mono: (index + 1) * 1_000,
      meta: { redacted: 2, omitted: 1 },
      data: data[index % 3] ?? {},
    }),
  ]).flat();
  const more = [
    gap(41, 43),
    record(44, 'run.started', { operationId: 'run', runId: 'run' }),
    record(45, 'approval.completed', { operationId: 'orphan' }),
  ];
  const stats = await statsOf(items([...calls, ...more]), { schema: traceSchema });
  expect(stats).toMatchObject({ records: 42, redacted: 40, omitted: 20, dropped: 3 });
  const none = { failed: 0, cancelled: 0, incomplete: 0, orphaned: 0 };
  expect(stats.operations).toEqual([
    { name: 'tool', count: 20, ...none, failed: 7, cancelled: 6, p50Ms: 10, p95Ms: 19, maxMs: 20 },
    { name: 'approval', count: 1, ...none, orphaned: 1 },
    { name: 'run', count: 1, ...none, incomplete: 1 },
  ]);
});

test('a summary tells runs, their outcome and what is missing', async () => {
  const run = (seq: number, id: string, end: string, data = {}) =>
    record(seq, `run.${end}`, { operationId: id, runId: id, data });
  const list = [
    ...items([
      run(1, 'one', 'started'),
      run(2, 'one', 'completed', { outcome: 'error' }),
      run(3, 'two', 'started'),
      gap(4, 6),
    ]),
    { type: 'problem', problem: { kind: 'torn-tail', message: '' } } as const,
    { type: 'problem', problem: { kind: 'invalid-json', message: '' } } as const,
  ];
  expect(await summaryOf(list, { schema: traceSchema })).toEqual({
    sessionId: 'session',
    startedAt: START + 10,
    lastAt: START + 30,
    mode: 'content',
    ...{ segments: 1, records: 3, runs: 2, failedRuns: 2, outcome: 'unknown', missing: 'lost' },
    ...{ incomplete: 1, dropped: 3, damage: 1 },
  });
});
