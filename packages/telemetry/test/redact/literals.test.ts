import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLiteralFinder } from '../../src/redact/literals.ts';
import { BLOCK_UNITS } from '../../src/redact/units.ts';

const RUNS = Number(process.env['LOOP_FUZZ_RUNS'] ?? 400);

/** Halves of pairs alone, the last character of ASCII, and what takes two and three bytes. */
const UNITS = ['a', 'b', 'c', '-', '\n', '\u007F', 'é', '語', '\uFFFD', '😀', '\uD83D', '\uDE00'];

type Hit = [pattern: number, start: number, end: number];

it('finds every literal where it stands, whatever stands around it', () => {
  const literal = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', '-'),
    minLength: 1,
    maxLength: 4,
  });
  const literals = fc.array(fc.array(literal, { maxLength: 4 }), { maxLength: 4 });
  const text = fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 120 });
  // Short texts are read in another way, and long ones block by block.
  const before = fc.constantFrom(0, 60, BLOCK_UNITS - 2, BLOCK_UNITS, 2 * BLOCK_UNITS - 3);
  const filler = fc.constantFrom('.', 'é', '語', '\uD83D');
  fc.assert(
    fc.property(literals, text, before, filler, (patterns, tail, count, unit) => {
      const whole = unit.repeat(count) + tail;
      expect(inOrder(found(patterns, whole))).toEqual(inOrder(expected(patterns, whole)));
    }),
    { numRuns: RUNS },
  );
});

it('tells what ends first', () => {
  expect(found([['abcd'], ['bc'], ['c']], 'abcd')).toEqual([
    [1, 1, 3],
    [2, 2, 3],
    [0, 0, 4],
  ]);
});

it('takes any other character for one that is not of ASCII, no more and no fewer of them', () => {
  expect(found([['é', 'a語']], 'aéa😀a')).toEqual([
    [0, 0, 2],
    [0, 1, 2],
    [0, 2, 4],
    [0, 3, 4],
    [0, 4, 5],
  ]);
});

it('finds nothing where there is nothing to find', () => {
  expect(found([], 'text')).toEqual([]);
  expect(found([[], []], 'text')).toEqual([]);
});

function found(patterns: readonly (readonly string[])[], text: string): Hit[] {
  const hits: Hit[] = [];
  createLiteralFinder(patterns)(text, (...hit) => hits.push(hit));
  return hits;
}

function expected(patterns: readonly (readonly string[])[], text: string): Hit[] {
  return patterns.flatMap((literals, pattern) =>
    [...new Set(literals)].flatMap((literal) =>
      [...text.matchAll(new RegExp(`(?=${literal})`, 'g'))].map(({ index }): Hit => [
        pattern,
        index,
        index + literal.length,
      ]),
    ),
  );
}

function inOrder(hits: readonly Hit[]): Hit[] {
  return [...hits].sort(([a, b, c], [x, y, z]) => c - z || b - y || a - x);
}
