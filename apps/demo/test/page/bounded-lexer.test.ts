import { Marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { BoundedLexer } from '../../web/markdown/bounded-lexer.js';

/** As long as the page formats a text. */
const CHARS = 40_000;
/** Of a busy machine; without bounds the slow ones take half a minute, the deep ones throw. */
const SLOW_MS = 3_000;

const marked = new Marked({ gfm: true });

function html(text: string): string {
  return marked.parser(new BoundedLexer(marked.defaults).lex(text));
}

describe('a Markdown text that is made to stop the page', () => {
  it.each(['*a_', '_a*', '__a', '!', 'a_b', '[', '> ', '- ', '1. ', '>- ', '* * '])(
    'of nothing but "%s" is read soon, and nothing of it is lost',
    (piece) => {
      const text = `${piece.repeat(CHARS / piece.length)}the end`;
      const startedAt = performance.now();
      expect(html(text)).toContain('the end');
      expect(performance.now() - startedAt).toBeLessThan(SLOW_MS);
    },
  );
});

describe('any other one', () => {
  it('is what it was', () => {
    const text = [
      '# A *heading*\n\nSome `code`, a [link](https://example.com) and **more _and_ more**.',
      '> a quote\n> > in a quote\n\n1. one\n   - two\n     - three\n\n| a | b |\n|---|---|\n| *c* | d |',
      `${'A *word* '.repeat(100)}\n\n[there]: https://example.com\n\nGo [there].`,
      '```js\nconst a = `${b}`;\n```',
    ].join('\n\n');
    expect(html(text)).toBe(marked.parse(text));
  });

  it('is formatted around a paragraph that is not', () => {
    const found = html(`*before*\n\n${'*a_'.repeat(200)}\n\n*after*`);
    expect(found).toContain('<em>before</em>');
    expect(found).toContain(`<p>${'*a_'.repeat(200)}</p>`);
    expect(found).toContain('<em>after</em>');
  });
});
