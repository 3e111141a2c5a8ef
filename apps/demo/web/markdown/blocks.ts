import { Marked, type Token } from 'marked';
import type { Highlight } from '../code/use-highlighter.js';
import { visible } from '../shared/visible.js';
import { BoundedLexer } from './bounded-lexer.js';
import { purify } from './purify.js';

/** A paragraph, list, table or other part of a Markdown text that stands by itself. */
export interface MarkdownBlock {
  /** Its source. As long as it is the same, the block looks the same. */
  source: string;
  token: Token;
}

/** What a link may lead to. Anything else is shown as the text it is. */
const LINK = /^(?:https?:\/\/|mailto:)/i;

const marked = new Marked({
  gfm: true,
  renderer: {
    // One that is wider than the page scrolls, and so it has to be reached by the keyboard.
    code: ({ text }) => `<pre tabindex="0"><code>${text}\n</code></pre>`,
    codespan: ({ text }) => `<code>${escapeHtml(visible(text))}</code>`,
    // Markup in an answer is something to read, never part of the page.
    html: ({ text }) => escapeHtml(text),
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    link({ href, title, tokens }) {
      const text = this.parser.parseInline(tokens);
      return LINK.test(href) ? anchor(href, text, title) : text;
    },
    // A picture from elsewhere would tell its server who reads this, so it is a link to it.
    image({ href, title, text }) {
      if (href.startsWith('data:')) {
        return `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}">`;
      }
      const name = escapeHtml(text || href);
      return LINK.test(href) ? anchor(href, name, title) : name;
    },
  },
});

/**
 * Cuts a text into its blocks. While a text grows only its last block changes, so the others keep
 * their place, their selection and their elements.
 */
export function blocksOf(text: string): MarkdownBlock[] {
  const tokens = new BoundedLexer(marked.defaults).lex(text);
  // A definition further down changes what a reference above it means.
  const definitions = Object.keys(tokens.links).join('\n');
  return tokens
    .filter((token) => token.type !== 'space' && token.type !== 'def')
    .map((token) => ({ source: `${token.raw}${definitions}`, token }));
}

/** A block as HTML that is safe to show. It can be done once: the token is used up. */
export function renderBlock({ token }: MarkdownBlock, highlight?: Highlight): string {
  void marked.walkTokens([token], (inner) => {
    if (inner.type !== 'code') return;
    const code = visible(inner.text as string);
    inner.text = highlight?.(code, languageNamed(inner.lang as string)) ?? escapeHtml(code);
  });
  return purify(marked.parser([token]));
}

/** Behind the opening fence other things may follow the name. */
function languageNamed(info: string | undefined): string | undefined {
  return info?.match(/^[\w+#-]+/)?.[0].toLowerCase();
}

function anchor(href: string, text: string, title?: string | null): string {
  const hint = title ? ` title="${escapeHtml(title)}"` : '';
  return `<a href="${escapeHtml(href)}"${hint}>${text}</a>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
