import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IdSet } from '../../src/read/id-set.ts';
import { InOrder } from '../../src/read/in-order.ts';
import { LineSplitter } from '../../src/read/line-splitter.ts';
import { NumberRanges } from '../../src/read/number-ranges.ts';
import { parseTime } from '../../src/read/time.ts';
import { Random } from './random.ts';

test('ranges of numbers are what a set of numbers is', () => {
  const number = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(fc.array(fc.tuple(number, fc.integer({ min: 0, max: 5 }))), (added) => {
      const ranges = new NumberRanges();
      const set = new Set<number>();
      for (const [from, more] of added) {
        ranges.add(from, from + more);
        for (let at = from; at <= from + more; at++) set.add(at);
      }
      for (let at = 1; at < 50; at++) expect(ranges.has(at)).toBe(set.has(at));
      expect(ranges.highest).toBe(Math.max(0, ...set));
      const missing = ranges.missing(48).flatMap(({ from, to }) => {
        return Array.from({ length: to - from + 1 }, (_, index) => from + index);
      });
      const expected = Array.from({ length: 48 }, (_, index) => index + 1);
      expect(missing).toEqual(expected.filter((at) => !set.has(at)));
    }),
  );
});

test('a set of ids knows each one, also when it has grown', () => {
  const random = new Random(1);
  const ids = new IdSet();
  const texts = Array.from({ length: 20_000 }, (_, index) =>
    index % 2 === 0 ? random.uuid() : `event-${index}`,
  );
  expect(texts.every((id) => ids.add(id))).toBe(true);
  expect(texts.some((id) => ids.add(id))).toBe(false);
});

test('a time is what Date makes of it', () => {
  const day = 86_400_000;
  const ms = fc.integer({ min: -10 * day, max: 20_000 * day });
  fc.assert(
    fc.property(fc.array(fc.tuple(ms, fc.nat(90_000))), (times) => {
      for (const [from, more] of times) {
        for (const at of [from, from + more]) {
          expect(parseTime(new Date(at).toISOString())).toBe(at);
        }
      }
    }),
  );
  expect(parseTime('2026-01-02T03:04:05.006Z')).toBe(Date.UTC(2026, 0, 2, 3, 4, 5, 6));
  for (const odd of ['2026-01-02T03:04:65.006Z', '2026-01-02T03:04:0x.006Z', 'soon', '']) {
    expect(parseTime(odd)).toBeNaN();
  }
  expect(parseTime('2026-01-02T03:04:05+01:00')).toBe(Date.UTC(2026, 0, 2, 2, 4, 5));
});

describe('order', () => {
  const order = (next: number | undefined, numbers: readonly number[], isOver = true) => {
    const released: number[] = [];
    const inOrder = new InOrder<number>(next, (number) => released.push(number));
    for (const number of numbers) {
      inOrder.add(number, number, number, 1_000);
    }
    if (isOver) inOrder.flush();
    return released;
  };

  test('nothing waits without a hole, everything comes out in the end', () => {
    expect(order(1, [1, 2, 3], false)).toEqual([1, 2, 3]);
    expect(order(1, [2, 3, 1, 5], false)).toEqual([1, 2, 3]);
    expect(order(undefined, [7, 8], false)).toEqual([7, 8]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 })), (numbers) => {
        const sorted = [...numbers].sort((a, b) => a - b);
        expect(order(1, numbers).sort((a, b) => a - b)).toEqual(sorted);
      }),
    );
  });

  test('the window is bounded, by count and by bytes', () => {
    const hole = Array.from({ length: 40_000 }, (_, index) => index + 2);
    const released = order(1, hole, false);
    // What waits is never more than the window.
    expect(released.length).toBeGreaterThan(20_000);
    expect(released.every((number, index) => number === index + 2)).toBe(true);
    const falling = Array.from({ length: 40_000 }, (_, index) => 40_001 - index);
    expect(order(1, falling).length).toBe(40_000);
    const large: number[] = [];
    const inOrder = new InOrder<number>(1, (number) => large.push(number));
    const half = 9 * 1024 * 1024;
    for (const from of [3, 2]) inOrder.add(from, from, from, half);
    expect(large[0]).toBe(2);
  });
});

test('lines are the same however the bytes are cut', () => {
  const encoder = new TextEncoder();
  const unit = fc.constantFrom('a', '😀', '\n', '\n', '\u2028', 'bc');
  const text = fc.array(unit, { maxLength: 30 }).map((units) => units.join(''));
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 1, max: 9 })), (whole, cuts) => {
      const bytes = encoder.encode(whole);
      const lines: string[] = [];
      const splitter = new LineSplitter(8, ({ bytes: get, text: known, length, offset }) => {
        const line = get();
        if (line && known !== undefined) expect(encoder.encode(known)).toEqual(line);
        if (line) expect(bytes.slice(offset, offset + length)).toEqual(line.slice());
        lines.push(line ? new TextDecoder().decode(line) : `${length} bytes`);
      });
      let at = 0;
      for (const cut of cuts) splitter.push(bytes.slice(at, (at += cut)));
      splitter.push(bytes.slice(at));
      splitter.end();
      const expected = whole.split('\n');
      if (expected.at(-1) === '') expected.pop();
      const told = expected.map((line) => {
        const { length } = encoder.encode(line);
        return length > 8 ? `${length} bytes` : line;
      });
      expect(lines).toEqual(told);
    }),
  );
});
