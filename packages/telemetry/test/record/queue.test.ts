import type { CaptureMode } from '@loop/events/trace';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Batch } from '../../src/record/batch.ts';
import { limitsFrom, type TraceLimits } from '../../src/record/limits.ts';
import { BoundedQueue } from '../../src/record/queue.ts';
import { numbersTo, parseSegments, recordLine } from '../support/lines.ts';

interface Options {
  limits?: Partial<TraceLimits>;
  usedBytes?: number;
  mode?: () => CaptureMode;
}

function makeQueue({ limits, usedBytes = 0, mode = () => 'content' }: Options = {}): BoundedQueue {
  const now = (): number => 0;
  return new BoundedQueue({ limits: limitsFrom(limits), usedBytes, mode, now, onAdded() {} });
}

/** Writes all that waits, each batch in full. */
function drain(queue: BoundedQueue): string[] {
  const texts: string[] = [];
  for (let batch = queue.take(); batch; batch = queue.take()) {
    texts.push(...batch.lines);
    queue.settle(batch);
  }
  return texts;
}

it('keeps the order, and what was not settled counts as waiting', () => {
  const queue = makeQueue();
  for (const seq of [1, 2, 3]) queue.push(recordLine(seq));
  const batch = queue.take() as Batch;
  expect(parseSegments(batch.lines).records.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(batch).toMatchObject({
    records: 3,
    lastSeq: 3,
    bytes: Buffer.byteLength(batch.lines.join('')),
  });
  expect(queue.waiting.records).toBe(3);
  queue.settle(batch);
  expect(queue.waiting).toEqual({ records: 0, bytes: 0 });
  expect(queue.written).toBe(3);
});

it('bounds the number of lines and drops the newest, with one gap that says how many', () => {
  const queue = makeQueue({ limits: { queueRecords: 10 } });
  for (const seq of numbersTo(25)) queue.push(recordLine(seq));
  expect(queue.waiting.records).toBe(10);
  expect(queue.fill).toBe(1);
  expect(queue.dropped['queue-full']).toBe(15);
  const { records, gaps } = parseSegments(drain(queue));
  expect(records).toHaveLength(10);
  expect(gaps).toEqual([
    expect.objectContaining({ from: 11, to: 25, count: 15, reason: 'queue-full' }),
  ]);
  queue.push(recordLine(26));
  expect(queue.waiting.records).toBe(1);
});

it('bounds bytes as they will be on disk, whatever the characters', () => {
  const queue = makeQueue({ limits: { queueBytes: 1_000 } });
  const line = recordLine(1, { pad: 250, of: '語' });
  queue.push(line);
  expect(queue.waiting.bytes).toBe(Buffer.byteLength(line.text));
  queue.push(recordLine(2, { pad: 250, of: '語' }));
  expect(queue.dropped['queue-full']).toBe(1);
});

it('spares lines in a reserve, and that has its bound too', () => {
  const limits = { queueRecords: 5, reserveBytes: 3 * recordLine(10).text.length };
  const queue = makeQueue({ limits });
  for (const seq of numbersTo(9)) queue.push(recordLine(seq, { spare: seq > 5 && seq % 2 === 0 }));
  for (const seq of [10, 11, 12]) queue.push(recordLine(seq, { spare: true }));
  const { records, gaps } = parseSegments(drain(queue));
  expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 8, 10]);
  expect(gaps.map(({ from, to, count }) => [from, to, count])).toEqual([
    [7, 7, 1],
    [9, 9, 1],
    [11, 12, 2],
  ]);
});

it('takes a bounded number of gaps for losses of several kinds, however long they last', () => {
  const queue = makeQueue({ limits: { queueRecords: 1 } });
  queue.push(recordLine(1));
  for (let seq = 2; seq <= 10_001; seq++)
    queue.lost(seq, seq % 2 === 0 ? 'serialize' : 'queue-full');
  const { gaps } = parseSegments(drain(queue));
  expect(gaps.map(({ reason, count }) => [reason, count])).toEqual([
    ['serialize', 5_000],
    ['queue-full', 5_000],
  ]);
});

it('ends a batch where the mode changes', () => {
  let mode: CaptureMode = 'content';
  const queue = makeQueue({ mode: () => mode });
  queue.push(recordLine(1));
  mode = 'metadata';
  queue.push(recordLine(2));
  expect(queue.nextMode).toBe('content');
  expect(queue.take()?.records).toBe(1);
  expect(queue.take()).toMatchObject({ mode: 'metadata', records: 1 });
});

it('takes as much as one write may be, and a longer line alone', () => {
  const queue = makeQueue({ limits: { batchBytes: 1_000 } });
  queue.push(recordLine(1, { pad: 2_000 }));
  for (const seq of [2, 3, 4, 5, 6, 7]) queue.push(recordLine(seq, { pad: 200 }));
  expect(queue.take()?.records).toBe(1);
  for (let batch = queue.take(); batch; batch = queue.take()) {
    expect(batch.bytes).toBeLessThanOrEqual(1_000);
    expect(batch.records).toBeGreaterThan(1);
  }
});

it('gives up content, not records, once the bytes of a recording are used up', () => {
  const line = recordLine(1, { pad: 500 });
  const mode = (): CaptureMode => (queue.isOverBudget ? 'metadata' : 'content');
  const queue: BoundedQueue = makeQueue({
    limits: { recordingBytes: 2 * line.text.length + 10 },
    mode,
  });
  for (const seq of [1, 2, 3]) queue.push(recordLine(seq, { pad: 500 }));
  queue.push(recordLine(4));
  expect(queue.dropped.limit).toBe(1);
  const parsed = parseSegments(drain(queue));
  expect(parsed.records.map(({ seq }) => seq)).toEqual([1, 2, 4]);
  expect(parsed.gaps).toEqual([expect.objectContaining({ from: 3, to: 3, reason: 'limit' })]);
  expect(makeQueue({ usedBytes: 10, limits: { recordingBytes: 10 } }).isOverBudget).toBe(true);
});

it('refuses what comes after its end, and drops what waits when told so', () => {
  const queue = makeQueue();
  queue.push(recordLine(1));
  queue.refuse('closed');
  queue.push(recordLine(2));
  queue.lost(3, 'serialize');
  expect(queue.dropped).toMatchObject({ closed: 2, serialize: 0 });
  queue.discard('write-error');
  expect(queue.dropped['write-error']).toBe(1);
  expect(queue.take()).toBeUndefined();
  expect(queue.waiting).toEqual({ records: 0, bytes: 0 });
});

it('accounts for every number exactly once, whatever happens', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('push' as const), spare: fc.boolean(), pad: fc.nat(300) }),
    fc.record({
      do: fc.constant('lost' as const),
      reason: fc.constantFrom('serialize', 'record-too-large'),
    }),
    fc.record({ do: fc.constantFrom('take', 'settle') }),
    fc.record({
      do: fc.constant('fail' as const),
      share: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const limits = { queueRecords: 6, queueBytes: 2_000, reserveBytes: 600, batchBytes: 700 };
      const queue = makeQueue({ limits });
      const written: string[] = [];
      let batch: Batch | undefined;
      let seq = 0;
      const settle = (bytes?: number): void => {
        if (batch === undefined) return;
        const kept = linesWithin(batch.lines.join(''), bytes ?? -1);
        written.push(kept);
        queue.giveBack(batch, bytes);
        batch = undefined;
      };
      for (const now of steps) {
        if (now.do === 'push') queue.push(recordLine(++seq, now));
        else if (now.do === 'lost') queue.lost(++seq, now.reason as 'serialize');
        else if (now.do === 'take') batch ??= queue.take();
        else if (now.do === 'settle') settle(batch?.bytes);
        else if ('share' in now) {
          settle(now.share === null ? undefined : Math.floor((batch?.bytes ?? 0) * now.share));
        }
        expect(queue.waiting.records).toBeLessThanOrEqual(6 + 600 / 100);
      }
      settle(batch?.bytes);
      const parsed = parseSegments([...written, ...drain(queue)]);
      expect(parsed.records).toHaveLength(queue.written);
      expect(parsed.gaps).toHaveLength(queue.gaps);
      const lost = Object.values(queue.dropped).reduce((sum, count) => sum + count, 0);
      expect(parsed.gaps.reduce((sum, { count }) => sum + count, 0)).toBe(lost);
      expect(coveredBy(parsed)).toEqual(numbersTo(seq));
      const seqs = parsed.records.map((record) => record.seq);
      expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
      expect(queue.waiting).toEqual({ records: 0, bytes: 0 });
    }),
    { numRuns: 400 },
  );
});

/** What a storage has that took so many bytes: the lines that are whole. */
function linesWithin(text: string, bytes: number): string {
  const kept = text.slice(0, Math.max(bytes, 0));
  return kept.slice(0, kept.lastIndexOf('\n') + 1);
}

function coveredBy(parsed: ReturnType<typeof parseSegments>): number[] {
  const { records, gaps } = parsed;
  const inGaps = gaps.flatMap(({ from, to }) => numbersTo(to).slice(from - 1));
  const seqs = records.map(({ seq }) => seq);
  expect(seqs.filter((seq) => inGaps.includes(seq))).toEqual([]);
  return [...new Set([...seqs, ...inGaps])].sort((a, b) => a - b);
}
