import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberRanges } from '../../src/read/number-ranges.ts';

it('tells what is missing up to any number', () => {
  const added = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat(3)));
  fc.assert(
    fc.property(added, fc.nat(16), (all, upTo) => {
      const ranges = new NumberRanges();
      const numbers = new Set<number>();
      for (const [from, more] of all) {
        ranges.add(from, from + more);
        for (let at = from; at <= from + more; at++) numbers.add(at);
      }
      const missing = ranges.missing(upTo);
      expect(missing.every(({ from, to }) => from <= to)).toBe(true);
      const each = missing.flatMap(({ from, to }) =>
        Array.from({ length: to - from + 1 }, (_, index) => from + index),
      );
      const upToIt = Array.from({ length: upTo }, (_, index) => index + 1);
      expect(each).toEqual(upToIt.filter((at) => !numbers.has(at)));
    }),
    {
      examples: [
        [[[5, 0]], 0],
        [[[1, 1]], 3],
        [
          [
            [1, 0],
            [5, 0],
          ],
          3,
        ],
      ],
    },
  );
});
