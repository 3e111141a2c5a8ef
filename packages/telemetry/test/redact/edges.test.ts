import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';
import { createRandom } from './random.js';

const random = createRandom(7);
const KEY = ['gh', 'p_'].join('') + random.alnum(36);
const GONE = '[redacted:github-token]';
const TICKET = '[redacted:ticket]';
const redactor = createRedactor();
const redact = (text: string): string => redactor.text(text).text;

describe('where a credential begins', () => {
  it.each([
    ...['{', '}', '|', '~', '`', '@', '[', '/', ':', '(', ',', ';', '=', '*', '#', '\t', '\u00A0'],
    ...['é', 'ÿ', 'क', '語', '😀', '“'],
    ...['+', ' -', ' _', '\n-', '\n+', '"-', '/_', ' __', ' --', ' -----', '\n-_-'],
    ...['\\n', '\\r', '\\t', '\\b', '\\f', '\\u0022', '\\u00e4', '\\x22', '\\x0A', '%3D', '%0A'],
    ...['\u001B[m', '\u001B[31m', '\u001B[1;31m', '\u001B[38;5;196m'],
  ])('behind %j one does', (before) => {
    expect(redact(`see${before}${KEY} there`)).toBe(`see${before}${GONE} there`);
  });

  it.each([
    ...[
      'a',
      'z',
      'A',
      'Z',
      '0',
      '9',
      'a-',
      'a_',
      'a__',
      'a-----',
      '\\q',
      '\\u002',
      '\\xg2',
      '%3',
      '%zz',
    ],
    ...['\\nb', '\\x22b', '%3Db', '\u001B[0mb'],
  ])('behind %j, in the middle of a word, none does', (before) =>
    expect(redactor.text(`see ${before}${KEY}`).count).toBe(0),
  );

  it('as well where it is known by its middle', () => {
    const hex = (length: number): string => random.hex(length);
    const key = `${hex(32)}-${hex(8)}-${hex(8)}`;
    expect(redact(`see ${key}.`)).toBe('see [redacted:mailgun-key].');
    expect(redact(key)).toBe('[redacted:mailgun-key]');
    expect(redactor.text(`see x${key}`).count).toBe(0);
    expect(redactor.text(key.slice(1)).count).toBe(0);
  });
});

describe('texts of other scripts', () => {
  it.each(['é', 'ß', 'ÿ', 'क', 'ก', '語', '\uFFFD', '😀', '\uD83D', '\u{10FFFF}'])(
    'full of %j: exactly the credential goes',
    (character) => {
      for (const count of [3, 70, 16_383]) {
        const around = character.repeat(count);
        expect(redact(`${around} ${KEY} ${around}`)).toBe(`${around} ${GONE} ${around}`);
      }
    },
  );
});

describe('credentials beside each other', () => {
  const SECRET = 'hunter2hunter2';
  const own = createRedactor({ secrets: [SECRET] });

  it('both go, also where the second shows only behind what has gone', () => {
    const gone = `[redacted:registered]${GONE}`;
    for (const [before, behind] of [
      ['', ''],
      ['see ', ' there'],
      [`${SECRET} and ${SECRET}, `, `, ${SECRET}.`],
    ] as const) {
      const text = own.text(`${before}${SECRET}${KEY}${behind}`).text;
      const expected = `${before}§${behind}`
        .replaceAll(SECRET, '[redacted:registered]')
        .replace('§', gone);
      expect(text).toBe(expected);
      expect(own.text(text)).toEqual({ text, count: 0 });
    }
  });

  it('of two that overlap one placeholder is left, of the wider', () => {
    const inside = createRedactor({ secrets: [KEY.slice(0, 10), KEY.slice(-9)] });
    expect(inside.text(`see ${KEY} there`).text).toBe(`see ${GONE} there`);
    const beyond = createRedactor({ secrets: [`${KEY.slice(-8)}-and more`] });
    expect(beyond.text(`see ${KEY}-and more there`).text).toBe(`see ${GONE} there`);
    const patterns = [{ kind: 'login', pattern: /\w+ of \w+/, hint: 'of' }];
    const found = createRedactor({ patterns }).text(`see ${KEY} of ann there`).text;
    expect(found).toBe('see [redacted:login] there');
  });

  it('of the host, likewise: what has gone is an edge for all that is looked for again', () => {
    const patterns = [{ kind: 'ticket', pattern: /TCK-[A-Z]{2,40}/, hint: 'TCK-' }];
    const withTickets = createRedactor({ patterns });
    const [short, long] = ['TCK-AB', `TCK-${'AB'.repeat(20)}`];
    for (const [text, expected] of [
      [`${short}${KEY} there`, `${TICKET}${GONE} there`],
      [`see ${long}${KEY}, ${short}`, `see ${TICKET}${GONE}, ${TICKET}`],
      [
        `${short}, ${long}, ${long}${KEY}${short}`,
        `${TICKET}, ${TICKET}, ${TICKET}${GONE}${TICKET}`,
      ],
      [`${long}, ${short}, ${short}${KEY}.`, `${TICKET}, ${TICKET}, ${TICKET}${GONE}.`],
      [`${KEY} ${long}${KEY} ${short}${KEY}.`, `${GONE} ${TICKET}${GONE} ${TICKET}${GONE}.`],
    ] as const) {
      expect(withTickets.text(text).text).toBe(expected);
    }
  });

  it.each([
    ['its beginning', /see \[/, 'see', '[redacted:odd] there'],
    ['its end', /\] there/, 'there', 'see [redacted:odd]'],
    ['both', /see \[\S+\] there/, 'there', '[redacted:odd]'],
  ])(
    'what shows only by a placeholder, with %s, takes all that has gone',
    (_, pattern, hint, expected) => {
      const odd = createRedactor({ patterns: [{ kind: 'odd', pattern, hint }] });
      expect(odd.text(`see ${KEY} there`)).toEqual({ text: expected, count: 1 });
    },
  );

  it('go before and behind what was redacted earlier', () => {
    const text = `${KEY} was [redacted:token] and is ${KEY}, [redacted:token], password=a1b2c3`;
    expect(redact(text)).toBe(
      `${GONE} was [redacted:token] and is ${GONE}, [redacted:token], password=[redacted:password]`,
    );
  });

  it('a pattern of the host may reach beyond what was redacted, not into it', () => {
    const patterns = [{ kind: 'ticket', pattern: /T-\S+ \S+/, hint: 'T-' }];
    const withTickets = createRedactor({ patterns });
    expect(withTickets.text('T-1 [redacted:token] and T-2 two').text).toBe(
      '[redacted:ticket] and [redacted:ticket]',
    );
    const behind = [{ kind: 'pin', pattern: /\S+ \d{4}/, hint: ' ' }];
    const withPins = createRedactor({ patterns: behind });
    expect(withPins.text('[redacted:token] 1234 there').text).toBe('[redacted:pin] there');
  });
});

describe('what hides a credential', () => {
  it.each([
    ...['{&#34;apiKey&#34;: &#34;§&#34;}', '{&#x22;apiKey&#x22;: &#x22;§&#x22;}'],
    ...['{&apos;apiKey&apos;: &apos;§&apos;}', '{&#39;apiKey&#39;: &#39;§&#39;}'],
    ...['{&#x27;apiKey&#x27;: &#x27;§&#x27;}', 'a=1&amp;apiKey=§&amp;b=2'],
    ...['apiKey\u001B[0m: \u001B[32m§\u001B[0m', 'apiKey\\u001b[0m: \\u001b[32m§\\u001b[0m'],
    ...['apiKey\\u001B[0m: \\u001B[32m§\\u001B[0m', 'apiKey\\x1b[0m: \\x1b[32m§\\x1b[0m'],
    ...['apiKey\\x1B[0m: \\x1B[32m§\\x1B[0m', 'apiKey\\033[0m: \\033[32m§\\033[0m'],
    ...['apiKey\\e[0m: \\e[32m§\\e[0m', 'apiKey\\\\u001b[0m: \\\\u001b[32m§\\\\u001b[0m'],
  ])('is seen through: %s', (way) => {
    expect(redact(way.replace('§', 'a1b2c3d4e5f6'))).toBe(way.replace('§', '[redacted:api-key]'));
  });

  it('three times over', () => {
    let text = `https://h.example/?api_key=${random.alnum(20)}&x=1`;
    for (let level = 1; level <= 3; level++) {
      text = `https://h.example/?next=${encodeURIComponent(text)}&x=${level}`;
      expect(redact(text)).toMatch(/api_key(?:%(?:25)*3D)\[redacted:api-key\]%/);
    }
  });
});
