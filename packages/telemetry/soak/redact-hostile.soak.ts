import { expect, it } from 'vitest';
import { createRedactor } from '../src/redact/redactor.js';
import { samples, SHAPES } from '../test/redact/corpus.js';
import { beginnings, hostile } from '../test/redact/hostile.js';

const FILLERS = [
  ...['', 'a', ' ', ' a', '-', '.', 'A1', '\\', '"', 'x:', '\n', '%3D', '\\"', "'", '='],
  ...[',', ';', '[', '${a}', '[redacted:token]', '&amp;', ' x=y; '],
];
const UNITS = [...beginnings, ...samples(SHAPES).map(({ text }) => text)];

const redactor = createRedactor();

/** Milliseconds. What costs too much is refused, and takes as long as it is allowed to. */
function timeOf(text: string): number {
  const start = performance.now();
  try {
    redactor.text(text);
  } catch {
    // Refused.
  }
  return performance.now() - start;
}

// What does not grow with the text but with its square takes 16 times as long for four times as much,
// and seconds for this much. What else the machine does only adds, so the least of some tries counts.
it.each(FILLERS)('texts of one unit and %j take time in proportion to their length', (filler) => {
  for (const unit of UNITS) {
    const [small, large] = [64, 256].map((kib) => hostile(unit + filler, kib)) as [string, string];
    const tries: [number, number][] = [];
    const isFine = ([after, before]: [number, number]): boolean =>
      after < 600 || after < 9 * before;
    do tries.push([timeOf(large), timeOf(small)]);
    while (tries.length < 5 && !isFine(tries.at(-1)!));
    expect(tries.some(isFine), `${JSON.stringify(unit + filler)}: ${tries.join(' ')} ms`).toBe(
      true,
    );
  }
});
