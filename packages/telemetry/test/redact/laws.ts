import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';
import { SHAPES, samples } from './corpus.js';
import { HARMLESS } from './harmless.js';

const SECRET = 'correct horse 9';
const redactor = createRedactor({
  secrets: [SECRET],
  patterns: [{ kind: 'ticket', pattern: /TCK-[A-Z]{8}/, hint: 'TCK-' }],
});

/** Texts put together from credentials, beginnings of them, look-alikes and what joins them. */
const pieces = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...samples(SHAPES, 11).map(({ text }) => text)) },
  { weight: 3, arbitrary: fc.constantFrom(...HARMLESS.map(([, text]) => text)) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...[
        ' ',
        '\n',
        '\\n',
        '"',
        '\\"',
        "'",
        ': ',
        '=',
        '", "',
        '":"',
        '-',
        '_',
        '.',
        '/',
        '&',
        '%3D',
      ],
      ...[
        '{"a":"',
        '"}',
        '[redacted:token]',
        'password',
        'token',
        'Authorization: Bearer ',
        '://u:',
      ],
      ...[
        'curl ',
        ' -u a:',
        'name: API_KEY',
        '\n  value: ',
        '-----BEGIN PRIVATE KEY-----',
        '@',
        'é',
      ],
      ...[
        '-----END PRIVATE KEY-----',
        'login x password ',
        'TCK-ABCDEFGH',
        SECRET,
        'abc123',
        '<secret>',
      ],
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
);

const texts = fc.array(pieces, { maxLength: 7 }).chain((list) =>
  fc.tuple(fc.constant(list.join('')), fc.nat(), fc.nat()).map(([text, from, length]) => {
    const start = from % (text.length + 1);
    return text.slice(start, start + 1 + (length % (text.length + 1)));
  }),
);

/** What holds for every text, tried on as many texts as asked for. */
export function redactionLaws(numRuns: number, timeout?: number): void {
  it(
    'redacting again changes nothing',
    () => {
      const law = fc.property(texts, (text) => {
        const once = redactor.text(text).text;
        expect(redactor.text(once)).toEqual({ text: once, count: 0 });
      });
      fc.assert(law, { numRuns });
    },
    timeout,
  );

  it(
    'deltas are redacted as the text they make',
    () => {
      const law = fc.property(texts, fc.array(fc.nat(), { maxLength: 6 }), (text, cuts) => {
        const parts = splitAt(text, cuts);
        const whole = redactor.text(text);
        const redacted = redactor.joined(parts, 'complete');
        expect(redacted.map((part) => part.text).join('')).toBe(whole.text);
        expect(redacted.reduce((sum, { count }) => sum + count, 0)).toBe(whole.count);
      });
      fc.assert(law, { numRuns });
    },
    timeout,
  );

  it(
    'what need not wait can be let out',
    () => {
      const law = fc.property(texts, fc.nat(), (text, at) => {
        const heard = text.slice(0, at % (text.length + 1));
        const safe = heard.length - redactor.unfinished(heard);
        const early =
          redactor.text(text.slice(0, safe)).text + redactor.text(text.slice(safe)).text;
        expect(early).toBe(redactor.text(text).text);
      });
      fc.assert(law, { numRuns });
    },
    timeout,
  );

  it(
    'a text without anything found is the very same',
    () => {
      const law = fc.property(texts, (text) => {
        const { text: redacted, count } = redactor.text(text);
        expect(count === 0).toBe(redacted === text);
      });
      fc.assert(law, { numRuns });
    },
    timeout,
  );
}

function splitAt(text: string, cuts: readonly number[]): string[] {
  const places = cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b);
  return [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length));
}
