import { describe, expect, it } from 'vitest';
import { STEMS } from '../../src/redact/key-names.js';
import { createKeyRule } from '../../src/redact/keys.js';
import { createNamedValues } from '../../src/redact/named/named-values.js';
import type { Pattern } from '../../src/redact/pattern.js';
import { BUILT_IN } from '../../src/redact/patterns/built-in.js';
import { RedactionError } from '../../src/redact/redaction-error.js';
import { createRedactor } from '../../src/redact/redactor.js';
import { createScan } from '../../src/redact/scan.js';
import { Work } from '../../src/redact/work.js';
import { samples, SHAPES } from './corpus.js';
import { beginnings, cheap, CHEAP_KIB, hostile } from './hostile.js';

// How long the work takes, and every filler: in the soak.
describe('hostile texts', () => {
  it('of beginnings over and over cost as much for each character as short ones', () => {
    const fillers = ['', ' a', '"'];
    for (const [index, beginning] of beginnings.entries()) {
      const unit = beginning + fillers[index % fillers.length];
      expect(() => cheap.text(hostile(unit, CHEAP_KIB)), unit).not.toThrow();
    }
  });

  it.each(['', '-', ' ', '&amp;'])(
    'of one credential over and over, joined by %j, likewise',
    (joint) => {
      for (const { text } of samples(SHAPES)) {
        const unit = text + joint;
        expect(() => cheap.text(hostile(unit, CHEAP_KIB)), unit).not.toThrow();
      }
    },
  );

  it('of values in values are refused before they take long', () => {
    const unit = 'Cookie: a=${a} ';
    expect(() => createRedactor().text(hostile(unit, 4))).not.toThrow();
    expect(() => createRedactor().text(hostile(unit, 64))).toThrow(RedactionError);
  });

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
      const text = hostile(unit, CHEAP_KIB);
      expect(() => cheap.unfinished(text)).not.toThrow();
      expect(() => cheap.joined(text.split(/(?<=[a-e])/), 'cut')).not.toThrow();
    },
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
  createScan([counted])(text, new Work(text, 1_000));
  return places;
}
