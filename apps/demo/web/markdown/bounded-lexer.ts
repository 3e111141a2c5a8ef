import { Lexer, type MarkedOptions, type Token } from 'marked';

/** Quotes and lists in each other: a page has no room for more, and a parser no stack. */
const MAX_DEPTH = 16;
/**
 * In one paragraph, heading, item or cell. The time that a parser takes for them grows with their
 * square: some ten thousand, which a model writes in a moment, would stop the page for half a minute.
 */
const MAX_MARKS = 400;

const MARK = /[*_~`![\]<>&\\]/g;

/** Reads Markdown in a time that nobody notices: what is too deep or too full of marks is text. */
export class BoundedLexer extends Lexer {
  #depth = 0;

  constructor(options: MarkedOptions) {
    // A tokenizer belongs to one lexer: with another one's it would call that back.
    super({ ...options, tokenizer: null });
  }

  override blockTokens<List extends Token[]>(
    source: string,
    tokens = [] as Token[] as List,
    isClipped?: boolean,
  ): List {
    if (this.#depth === MAX_DEPTH) return added(tokens, source);
    this.#depth++;
    try {
      super.blockTokens(source, tokens, isClipped);
      return tokens;
    } finally {
      this.#depth--;
    }
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    const marks = source.match(MARK)?.length ?? 0;
    return marks > MAX_MARKS ? added(tokens, source) : super.inlineTokens(source, tokens);
  }
}

function added<List extends Token[]>(tokens: List, text: string): List {
  tokens.push({ type: 'text', raw: text, text });
  return tokens;
}
