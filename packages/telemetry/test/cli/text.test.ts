import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatBytes, formatCount, formatDateTime, formatMs } from '../../src/cli/format.js';
import { neutral } from '../../src/cli/neutral.js';
import { createOutput, showsColor } from '../../src/cli/output.js';
import { parseDuration, parseMoment, parseSize } from '../../src/cli/quantities.js';
import { column, cut, rightColumn, widthOf, wrapped } from '../../src/cli/text.js';

/** What no output may hold, beside the colours that we print. */
const HOSTILE = [
  ['a clear screen', '\u001b[2J'],
  ['a window title', '\u001b]0;owned\u0007'],
  ['a one-byte control sequence', '\u009b31m'],
  ['a carriage return', 'fine\rforged'],
  ['a line feed', 'fine\nforged'],
  ['a backspace', 'x\b'],
  ['text turned round', 'abc\u202edcba'],
  ['an isolate', '\u2066x\u2069'],
  ['a line separator', 'a\u2028b'],
  ['a tag', 'a\u{e0041}b'],
  ['half of a pair', 'a\ud800b'],
  ['an invisible space', 'a\u200bb'],
] as const;

describe('neutral text', () => {
  test.each(HOSTILE)('has no %s', (_, text) => {
    const safe = neutral(text);
    expect(safe).toMatch(/\\u[0-9a-f]{4}/);
    expect(safe).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069\u200b]/u);
  });

  test('is what it was where nothing was hostile', () => {
    for (const text of ['plain', '日本語', 'e\u0301', '👩‍💻', 'naïve — “quoted” \\u0041'])
      expect(neutral(text)).toBe(text);
  });

  test('JSON stays the same JSON', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom(...HOSTILE.map(([, text]) => text)),
        (value, text) => {
          const document = { value, [text]: text };
          expect(JSON.parse(neutral(JSON.stringify(document)))).toEqual(
            JSON.parse(JSON.stringify(document)),
          );
        },
      ),
    );
  });

  test('all that is printed is neutral, in colour or not', async () => {
    const written: string[] = [];
    const sink = { write: (text: string) => void written.push(text), color: true };
    const out = createOutput(sink, sink, 80);
    for (const [, text] of HOSTILE) {
      await out.print(text, [{ text, look: 'red' }]);
      await out.json({ [text]: text });
      await out.jsonLine(text);
      await out.warn(text);
    }
    for (const line of written) {
      expect(line.endsWith('\n')).toBe(true);
      // eslint-disable-next-line no-control-regex -- our own colours
      const bare = line.slice(0, -1).replace(/\u001b\[(?:31|0)m/g, '');
      expect(bare).not.toMatch(/[\p{Cc}\p{Zl}\p{Cs}\u202e\u2066\u200b]/u);
    }
  });
});

describe('colours', () => {
  test.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
  ])('on a terminal: %s, with %o: %s', (isTerminal, env, expected) => {
    expect(showsColor(isTerminal, env)).toBe(expected);
  });

  test('are there when they are shown, and the text is the same', async () => {
    const printed = async (color: boolean): Promise<string> => {
      let written = '';
      const sink = { write: (text: string) => void (written += text), color };
      await createOutput(sink, sink, 80).print([{ text: 'failed', look: 'red' }, ' after 2 s']);
      return written;
    };
    expect(await printed(true)).toBe('\u001b[31mfailed\u001b[0m after 2 s\n');
    expect(await printed(false)).toBe('failed after 2 s\n');
  });
});

describe('columns', () => {
  test('wide, combined and pictured characters count as terminals show them', () => {
    expect(widthOf('abc')).toBe(3);
    expect(widthOf('日本')).toBe(4);
    expect(widthOf('e\u0301')).toBe(1);
    expect(widthOf('🚀')).toBe(2);
  });

  test('a cut text fits, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(30), (text, columns) => {
        expect(widthOf(cut(text, columns))).toBeLessThanOrEqual(columns);
        expect(widthOf(column(text, columns))).toBe(columns);
        expect(widthOf(rightColumn(text, columns))).toBe(columns);
      }),
    );
    expect(cut('one two', 7)).toBe('one two');
    expect(cut('one two', 6)).toBe('one t…');
    expect(cut(' spread\n  out ', 20)).toBe('spread out');
  });

  test('a heap of marks on one letter is cut too', () => {
    expect(cut('a'.padEnd(100_000, '\u0301'), 10).length).toBeLessThan(100);
  });

  test('wrapped lines fit and lose no word', () => {
    const lines = wrapped('one two three four five', 9);
    expect(lines).toEqual(['one two', 'three', 'four five']);
    expect(wrapped('', 9)).toEqual([]);
    expect(wrapped('unbreakablelongword', 9)).toEqual(['unbreaka…']);
  });
});

describe('quantities', () => {
  test.each([
    [0, '0 ms'],
    [0.4, '<1 ms'],
    [999.4, '999 ms'],
    [1000, '1.0 s'],
    [59_949, '59.9 s'],
    [59_999, '60.0 s'],
    [125_000, '2m 05s'],
    [3_600_000, '1h 00m'],
    [90_000_000, '1d 01h'],
    [Number.NaN, ''],
  ])('%d ms is %s', (ms, text) => {
    expect(formatMs(ms)).toBe(text);
    expect(text.length).toBeLessThanOrEqual(7);
  });

  test('sizes, counts and times', () => {
    expect([512, 1536, 20 * 2 ** 20].map(formatBytes)).toEqual(['512 B', '1.5 KiB', '20 MiB']);
    expect([7, 1234, 34_200, 1_500_000].map(formatCount)).toEqual(['7', '1.2k', '34k', '1.5M']);
    expect(formatDateTime(Date.UTC(2026, 10, 1, 10))).toBe('2026-11-01 10:00:00');
    expect(formatDateTime(Number.NaN)).toBe('?');
  });

  test('what people write is read', () => {
    expect(['90s', '1.5h', '7d'].map((text) => parseDuration(text, '--x'))).toEqual([
      90_000, 5_400_000, 604_800_000,
    ]);
    expect(['500k', '2GB', '20 MiB'].map((text) => parseSize(text, '--x'))).toEqual([
      512_000, 2_000_000_000, 20_971_520,
    ]);
    expect(parseMoment('15m', '--since', 1_000_000)).toBe(100_000);
    expect(parseMoment('2026-11-01T10:00:00Z', '--since', 0)).toBe(Date.UTC(2026, 10, 1, 10));
  });

  test.each(['7', 'week', '7y', '-1d', '1e9d', 'constructor'])(
    '"%s" is refused with advice',
    (text) => {
      expect(() => parseDuration(text, '--older-than')).toThrow(/--older-than.*no duration/);
      expect(() => parseMoment(text, '--since', 0)).toThrow(/no time/);
    },
  );
});
