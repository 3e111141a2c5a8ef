import { Marked, type Token } from 'marked';
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
  const tokens = marked.lexer(text);
  // A definition further down changes what a reference above it means.
  const definitions = Object.keys(tokens.links).join('\n');
  return tokens
    .filter((token) => token.type !== 'space' && token.type !== 'def')
    .map((token) => ({ source: `${token.raw}${definitions}`, token }));
}

/** A block as HTML that is safe to show. */
export function renderBlock({ token }: MarkdownBlock): string {
  return purify(marked.parser([token]));
}

function anchor(href: string, text: string, title?: string | null): string {
  const hint = title ? ` title="${escapeHtml(title)}"` : '';
  return `<a href="${escapeHtml(href)}"${hint}>${text}</a>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
