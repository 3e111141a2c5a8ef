import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';
import { SHAPES, samples } from './corpus.js';
import { HARMLESS } from './harmless.js';
import { piecesOf, somePlaces, splitLaws } from './splits.js';

const redactor = createRedactor();

describe('streamed deltas', () => {
  // At every place: in the soak.
  splitLaws(somePlaces);

  it('gives the first delta the placeholder and takes from the others what is covered', () => {
    const { secret } = samples(SHAPES)[0]!;
    const parts = ['a ', secret.slice(0, 9), secret.slice(9, 30), `${secret.slice(30)} b`, ' c'];
    expect(redactor.joined(parts, 'complete')).toEqual([
      { text: 'a ', count: 0 },
      { text: '[redacted:openai-key]', count: 1 },
      { text: '', count: 0 },
      { text: ' b', count: 0 },
      { text: ' c', count: 0 },
    ]);
  });

  it('keeps deltas without a credential as they are', () => {
    for (const [, text] of HARMLESS) {
      const parts = piecesOf(text, 5);
      expect(redactor.joined(parts, 'complete').map((part) => part.text)).toEqual(parts);
    }
    expect(redactor.joined([], 'cut')).toEqual([]);
    expect(redactor.joined(['', 'a', ''], 'cut').map(({ text }) => text)).toEqual(['', 'a', '']);
  });
});

describe('what has to wait', () => {
  it.each([
    // Strings of a list, in lines of their own.
    '{"password": [\n  "§"\n]}',
    '{"set-cookie": [\n  "sid=§; Path=/"\n]}',
    '{"password": ["a-1b2c3d4e",\n"§"]}',
    '{"password": ["a-1b2c3d4e"\n, "§"\n]}',
    // On a terminal, in colours.
    '\\u001b[34m"name"\\u001b[0m: "DB_PASSWORD",\n  \\u001b[34m"value"\\u001b[0m: "§"',
    '\u001b[36mpassword\u001b[0m: |\n  §\n',
    "\u001b[32m'--token'\u001b[39m,\n  \u001b[32m'§'\u001b[39m",
    '\u001b[36mtoken\u001b[39m: \u001b[32m"§"\u001b[39m and so on',
    // With the sign that closes it, behind a blank.
    'password="§ " and three words',
    '"{\\"password\\":\\"§ \\" and three words',
    '<password>the § <your> three words',
    // In markup, and in markup within markup.
    '&lt;key&gt;password&lt;/key&gt;\n&lt;string&gt;§&lt;/string&gt;',
    'name=&quot;password&quot;\n value=&quot;§&quot;',
    '&amp;lt;key&amp;gt;password&amp;lt;/key&amp;gt;\n&amp;lt;string&amp;gt;§&amp;lt;',
  ])('is what goes on behind a blank or a line: %j', (written) => {
    const secret = 'kJ8sQ2mX7vB4nT6w';
    const text = `Before it.\n${written.replace('§', secret)}\nand behind it.`;
    const whole = redactor.text(text).text;
    expect(whole).not.toContain(secret.slice(4, 10));
    for (let end = 0; end <= text.length; end++) {
      const safe = end - redactor.unfinished(text.slice(0, end));
      const released = redactor.text(text.slice(0, safe)).text;
      expect(released + redactor.text(text.slice(safe)).text, text.slice(0, end)).toBe(whole);
    }
  });

  it('is nothing behind the end of a line', () => {
    for (const text of ['', 'A line.\n', 'the password is wrong\n', 'token: abc123def456\n']) {
      expect(redactor.unfinished(text), text).toBe(0);
    }
  });

  it('is a private key from its first mark on', () => {
    const text = 'it is\n-----BEGIN PRIVATE KEY-----\nMIIabc\n';
    expect(redactor.unfinished(text)).toBe(text.length - 6);
    expect(redactor.unfinished(`${text}-----END PRIVATE KEY-----\n`)).toBe(0);
  });
});
