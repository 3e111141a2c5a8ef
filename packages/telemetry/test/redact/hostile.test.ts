import { describe, expect, it } from 'vitest';
import { STEMS } from '../../src/redact/key-names.js';
import { createKeyRule } from '../../src/redact/keys.js';
import { createNamedValues } from '../../src/redact/named/named-values.js';
import type { Pattern } from '../../src/redact/pattern.js';
import { BUILT_IN } from '../../src/redact/patterns/built-in.js';
import { createScan } from '../../src/redact/scan.js';
import { beginnings, expectLinear, hostile, redactor } from './hostile.js';

describe('hostile texts', () => {
  // With every filler: in the soak.
  it('of beginnings over and over take time in proportion to the text', () => {
    const fillers = ['', ' a', '"'];
    for (const [index, beginning] of beginnings.entries()) {
      expectLinear(beginning + fillers[index % fillers.length]);
    }
  }, 120_000);

  it('ask each pattern at a number of places in proportion to the text', () => {
    const named = createNamedValues(createKeyRule(), STEMS);
    for (const pattern of [named, ...BUILT_IN]) {
      const [small, middle, large] = [4, 8, 16].map((kib) =>
        placesIn(pattern, hostile(`${pattern.literals[0]!} `, kib)),
      ) as [number, number, number];
      expect(middle / small).toBeCloseTo(2, 0);
      expect(large / small).toBeCloseTo(4, 0);
    }
  });

  it.each(['password="', '-----BEGIN PRIVATE KEY-----', 'curl -u a'])(
    '%j over and over, in deltas',
    (unit) => {
      expectLinear(unit, redactor.unfinished);
      expectLinear(unit, (text) => redactor.joined(text.split(/(?<=[a-e])/), 'cut'));
    },
    120_000,
  );
});

function placesIn(pattern: Pattern, text: string): number {
  let places = 0;
  const counted: Pattern = {
    literals: pattern.literals,
    match(...place) {
      places++;
      return pattern.match(...place);
    },
  };
  createScan([counted], Number.MAX_SAFE_INTEGER)(text, 0);
  return places;
}
