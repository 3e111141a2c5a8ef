import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../web/code/bounded-text.js';
import { languageOfPath } from '../../web/code/language.js';
import { changeIn } from '../../web/session/shown-change.js';
import { visible as visibleToServer } from '../../server/agent/approvals/visible.js';
import { terminalText, visible } from '../../web/shared/visible.js';

/** Of each kind one; some of them are letters, or marks, to Unicode. */
const INVISIBLE = [
  '7',
  'ad',
  '34f',
  '115f',
  '200b',
  '202e',
  '2028',
  '2029',
  '2066',
  '2800',
  '3164',
  'fe0f',
  'ffa0',
  'e0041',
  'e0100',
];

describe('a text that somebody must be able to read', () => {
  it('has everything written out that would hide or turn something', () => {
    expect(visible('a\u202eb\u200bc\u0007d\u009be')).toBe('a\\u{202e}b\\u{200b}c\\u{7}d\\u{9b}e');
    expect(visible('one\n\ttwo ü 漢 👍 ❤\ufe0f')).toBe('one\n\ttwo ü 漢 👍 ❤\ufe0f');
  });

  it.each(INVISIBLE)('has U+%s written out, by the page as by the server', (code) => {
    const text = `rm ${String.fromCodePoint(Number.parseInt(code, 16))}x`;
    expect(visible(text)).toBe(`rm \\u{${code}}x`);
    expect(visibleToServer(text)).toBe(visible(text));
  });

  it('has nothing in it that only a terminal understands', () => {
    expect(terminalText('\u001b[1;31mred\u001b[0m \u001b[2K\u001b(Bplain')).toBe('red plain');
    expect(terminalText('\u001b]8;;https://example.com\u0007link\u001b]8;;\u001b\\!')).toBe(
      'link!',
    );
    // A string without an end takes nothing with it but itself.
    expect(terminalText('a\u001b]0;title')).toBe('a');
  });

  it('loses nothing of what a terminal would have written over', () => {
    expect(terminalText('10%\r100%\r\ndone\r\r\n')).toBe('10%\n100%\ndone\n');
  });
});

describe('a long text', () => {
  it('is cut at line ends where there are any, and stays whole', () => {
    const lines = 'some words in a line\n'.repeat(3_000);
    const pieces = piecesOf(lines);
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.every((piece) => piece.endsWith('\n'))).toBe(true);
    expect(pieces.join('')).toBe(lines);
    const line = 'x'.repeat(30_001);
    expect(piecesOf(line).join('')).toBe(line);
    expect(Math.max(...piecesOf(line).map((piece) => piece.length))).toBeLessThan(10_000);
    expect(piecesOf('')).toEqual([]);
  });
});

describe('a change', () => {
  it('is shown as the lines that go and come', () => {
    const change = changeIn({
      path: 'a',
      oldText: 'one\ntwo\nthree',
      newText: 'one\n2\n\u202ethree',
    });
    expect(change).toEqual({
      text: ' one\n-two\n-three\n+2\n+\\u{202e}three',
      added: 2,
      removed: 2,
    });
  });

  it('is bounded, and none where the arguments are of another kind', () => {
    const many = Array.from({ length: 900 }, (_, line) => `${line}\n`).join('');
    const change = changeIn({ oldText: '', newText: many });
    expect(change?.added).toBe(900);
    expect(change?.text.split('\n')).toHaveLength(401);
    for (const args of [undefined, 'text', { oldText: 'x' }, { oldText: 1, newText: 2 }]) {
      expect(changeIn(args)).toBeUndefined();
    }
  });
});

describe('a language', () => {
  it('is known by the end of the name', () => {
    expect(languageOfPath('src/app.test.TS')).toBe('typescript');
    expect(languageOfPath('Makefile')).toBeUndefined();
    expect(languageOfPath('a.constructor')).toBeUndefined();
    expect(languageOfPath({})).toBeUndefined();
  });
});
