import { describe, expect, it } from 'vitest';
import { LoopTelemetryError } from '../../src/errors.js';
import { createRedactor } from '../../src/redact/redactor.js';
import { leaksOf } from './leaks.js';

const WORDS = 'correct horse battery staple';
const VALUES = [
  WORDS,
  'hunter2hunter2',
  'päss wörd/é "q" \\ 日本語',
  'a+b/c=d&e?f~g!',
  'lüüüüüüüüü',
  // In base64 it has all signs.
  'so??>>~~so??>>~~',
  'fi\u0007nal täst!(1)',
];

describe('registered secrets', () => {
  it.each(VALUES)('%j goes in every form', (value) => {
    const redactor = createRedactor({ secrets: [value] });
    const bytes = Buffer.from(value);
    const forms: string[] = [
      value,
      JSON.stringify(value),
      JSON.stringify(JSON.stringify({ a: value })),
      // As writers of JSON for ASCII have it.
      ...[value, JSON.stringify(value)].map((text) =>
        JSON.stringify(text).replace(/[^ -~]/g, asciiOf),
      ),
      encodeURI(value),
      encodeURIComponent(value),
      encodeURIComponent(value).replace(/%../g, (escape) => escape.toLowerCase()),
      new URLSearchParams({ a: value }).toString(),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('base64').replaceAll('/', '\\/'),
      ...['', 'x', 'xy', 'xyz'].map((before) =>
        Buffer.from(`${before}${value}:rest`).toString('base64'),
      ),
    ];
    for (const form of forms) {
      const { text, count } = redactor.text(`before ${form} behind`);
      expect(count, form).toBe(1);
      expect(text).toMatch(/^before .{0,12}\[redacted:registered\].{0,12} behind$/);
      expect(leaksOf(text, form.replace(/^"|"$/g, '').slice(4, -12)), text).toEqual([]);
      expect(redactor.text(text)).toEqual({ text, count: 0 });
    }
  });

  it('go from the moment on at which they are registered, and only once', () => {
    const redactor = createRedactor();
    expect(redactor.text(WORDS).count).toBe(0);
    const { revision } = redactor;
    redactor.registerSecret(WORDS);
    expect(redactor.revision).toBeGreaterThan(revision);
    const after = redactor.revision;
    redactor.registerSecret(WORDS);
    expect(redactor.revision).toBe(after);
    expect(redactor.text(`${WORDS}, ${WORDS}`)).toEqual({
      text: '[redacted:registered], [redacted:registered]',
      count: 2,
    });
  });

  it('are found across deltas, and wait for their end', () => {
    const redactor = createRedactor({ secrets: [WORDS] });
    for (let at = 1; at < WORDS.length; at++) {
      const heard = `first line\n${WORDS.slice(0, at)}`;
      expect(redactor.unfinished(heard), heard).toBeGreaterThanOrEqual(at);
      expect(redactor.joined([WORDS.slice(0, at), WORDS.slice(at)], 'complete')).toEqual([
        { text: '[redacted:registered]', count: 1 },
        { text: '', count: 0 },
      ]);
      const cut = redactor.joined([heard], 'cut')[0]!.text;
      expect(leaksOf(cut, WORDS), cut).toEqual([]);
    }
  });

  it('may hold line ends', () => {
    const redactor = createRedactor({ secrets: ['first\nsecond\nthird'] });
    expect(redactor.unfinished('it is first\nsecond\n')).toBe('first\nsecond\n'.length);
    expect(redactor.text('{"a":"first\\nsecond\\nthird"}').text).toBe(
      '{"a":"[redacted:registered]"}',
    );
  });

  it('with a half of a surrogate pair are found as they are', () => {
    expect(
      createRedactor({ secrets: ['half \uD83D of it'] }).text('a half \uD83D of it').count,
    ).toBe(1);
  });

  it('with a half of a surrogate pair are found in addresses, where it cannot be', () => {
    const secret = 'half \uD83D of it';
    const address = `https://h.example/?q=${encodeURIComponent(secret.replace('\uD83D', '\uFFFD'))}`;
    expect(createRedactor({ secrets: [secret] }).text(address).text).toBe(
      'https://h.example/?q=[redacted:registered]',
    );
  });

  it.each([[''], ['1234567'], [12345678 as unknown as string]])('%j is too short', (value) => {
    expect(() => createRedactor().registerSecret(value)).toThrow(LoopTelemetryError);
    expect(() => createRedactor().registerSecret(value)).toThrow(
      expect.objectContaining({ code: 'invalid-option' }),
    );
    expect(() => createRedactor({ secrets: [value] })).toThrow('at least 8 characters');
  });

  it('that are words of ours do not take placeholders apart', () => {
    const redactor = createRedactor({ secrets: ['redacted:password', 'password'] });
    const once = redactor.text('DB_PASSWORD=hunter22 and a password').text;
    expect(redactor.text(once)).toEqual({ text: once, count: 0 });
  });
});

/** A character as an escape of JSON. */
function asciiOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
