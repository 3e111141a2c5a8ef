import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';

const SECRET = 'correct horse 9 battery';
const redactor = createRedactor({ secrets: [SECRET] });
const cut = (text: string): string => redactor.joined([text], 'cut')[0]!.text;

describe('a text that is cut loses what may have begun at its end', () => {
  it.each([
    // The last word, where no word has such letters.
    ['see abc123', 'see [redacted:unfinished]'],
    ['see abcDef', 'see [redacted:unfinished]'],
    ['see(abc123', 'see([redacted:unfinished]'],
    ['see "abc~1.x-y_z', 'see "[redacted:unfinished]'],
    ['see abc123&quo', 'see [redacted:unfinished]&quo'],
    ['see abc123&', 'see [redacted:unfinished]&'],
    // Of a registered value, its beginning.
    ['see corre', 'see [redacted:registered]'],
    ['see corr', 'see [redacted:registered]'],
    ['see correct hors', 'see [redacted:registered]'],
    // Values of names and addresses.
    ['password: hunt', 'password: [redacted:password]'],
    ['{"apiKey":"ab12', '{"apiKey":"[redacted:api-key]'],
    ['postgres://ann:hunt', 'postgres://ann:[redacted:password]'],
    ['postgres://ann:1hunt', 'postgres://ann:[redacted:password]'],
    ['https://h.example/?x=1&sig=abcd', 'https://h.example/?x=1&sig=[redacted:signature]'],
    ['Authorization: Bearer abcd', 'Authorization: Bearer [redacted:authorization]'],
    ['sent with Bearer abcd', 'sent with Bearer [redacted:token]'],
    ['sent with Basic YW5u', 'sent with Basic [redacted:authorization]'],
    ['https://hooks.slack.com/services/T0', 'https://hooks.slack.com/[redacted:webhook]'],
    ['https://discord.com/api/webhooks/1234', 'https://discord.com/api/[redacted:webhook]'],
    ['https://acme.webhook.office.com/webh', 'https://acme.webhook.office.com/[redacted:webhook]'],
    ['https://hooks.zapier.com/hooks/ca', 'https://hooks.zapier.com/[redacted:webhook]'],
    ['https://outlook.office.com/webhook/a', 'https://outlook.office.com/[redacted:webhook]'],
    ['wss://mainnet.infura.io/ws/v3/a1', 'wss://mainnet.infura.io/[redacted:api-key]'],
  ])('%j becomes %j', (text, expected) => expect(cut(text)).toBe(expected));

  it.each([
    ...['see mercury', 'see ABC', 'see Abcdefg', 'see a1b2c', 'see abc123 now', 'abc123\n'],
    ...['sent with Basic YW5', 'sent with Basic YW5u now'],
    ...['see http://localhost:8080/x now', 'https://h.example/?x=1&sig=abcd&y=2'],
    ...['https://hooks.slack.com/docs/x1 is it'],
    ...['see cor', 'password: ', 'password: hun', 'the password'],
    ...['http://localhost:3000', 'http://localhost:65535', 'postgres://ann:hun'],
    ...['https://h.example/?x=1&sig=abc', 'https://hooks.slack.com/abc', 'a line\nor two'],
  ])('%j stays', (text) => expect(cut(text)).toBe(text));

  it('and stays whole where it is complete', () => {
    for (const text of ['see abc123', 'see corre', 'postgres://ann:hunt']) {
      expect(redactor.joined([text], 'complete')).toEqual([{ text, count: 0 }]);
    }
  });
});

describe('what has to wait', () => {
  const waiting = (text: string): string => text.slice(text.length - redactor.unfinished(text));

  it.each([
    ['one two three four five six', 'three four five six'],
    ['one two\tthree \tfour\r five six', 'three \tfour\r five six'],
    ['one two three four five ', 'two three four five '],
    // A value that was registered, from its first characters on, whatever is within.
    [`see ${SECRET.slice(0, -2)}`, SECRET.slice(0, -2)],
    // Pairs of a cookie, up to the end of its line.
    [
      'Cookie: a=1; b=2; c=3; d=4; e=5; f=6; g=7; h=8',
      'Cookie: a=1; b=2; c=3; d=4; e=5; f=6; g=7; h=8',
    ],
    ['password="several words that may go on', 'password="several words that may go on'],
    ['see\n-----BEGIN RSA PRIV', '-----BEGIN RSA PRIV'],
    ['curl -sS --compressed --http2 -o out.txt -u', 'curl -sS --compressed --http2 -o out.txt -u'],
    [`${'one two '.repeat(40)}\ncurl -sS --http2 -o out.txt x`, 'curl -sS --http2 -o out.txt x'],
    ['curl -sS \\\n  -o out.txt \\\n', 'curl -sS \\\n  -o out.txt \\\n'],
    ['curl -sS \\\r\n', 'curl -sS \\\r\n'],
    [`curl ${'-v '.repeat(100)}`, '-v -v -v -v '],
    ['Bearer abc123de and five words more of it', 'words more of it'],
    [`${['gh', 'p_'].join('')}${'a1B2'.repeat(9)} and five words more of it`, 'words more of it'],
    ['Cookie: the header that is sent with each', 'is sent with each'],
    [`-----BEGIN ${'OF '.repeat(40)}`, 'OF OF OF OF '],
    ['- name: API_KEY\n  val', '- name: API_KEY\n  val'],
    [`${'one two '.repeat(40)}\n- name: API_KEY\n  val`, '- name: API_KEY\n  val'],
    ['["--token"\n,', '["--token"\n,'],
    ['<key>password</key>\n\t', '<key>password</key>\n\t'],
  ])('of %j: %j', (text, expected) => expect(waiting(text)).toBe(expected));

  it('is nothing once a line has ended, or what was begun', () => {
    for (const text of [
      ...['one two three four five six\n', 'Cookie: a=1; b=2; c=3\n', '-----BEGIN CERT\n'],
      ...[
        'curl -sS -o out.txt x\n',
        'curl x\r\n',
        `${SECRET}\n`,
        'the token\n',
        'password="word"\n',
      ],
    ]) {
      expect(waiting(text)).toBe('');
    }
    expect(waiting(`see ${SECRET} and five words more of it`)).toBe('words more of it');
  });

  it('is the beginning of a registered value also over line ends', () => {
    const own = createRedactor({ secrets: ['ab\ncd\nef\ngh'] });
    expect(own.unfinished('see ab\ncd')).toBe('ab\ncd'.length);
    expect(own.unfinished('see ab\n')).toBe('ab\n'.length);
    expect(own.unfinished('see xb\n')).toBe(0);
  });
});
