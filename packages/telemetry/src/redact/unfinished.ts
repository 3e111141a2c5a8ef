import type { Match } from './pattern.js';
import type { Span } from './spans.js';

/** Words that may belong to what follows them: a name of three, and one for what introduces it. */
const WORDS_HELD = 4;

/** Where what has to wait for more text begins: `atMost`, or before it. */
export function unfinishedFrom(text: string, matches: readonly Match[], atMost: number): number {
  let from = Math.min(atMost, lastWordsFrom(text));
  for (const match of matches) if (match.isOpen) from = Math.min(from, match.from);
  from = wordFrom(text, from);
  for (const covered of coveredBy(matches).reverse()) {
    if (covered.from >= from) continue;
    if (covered.to <= from) break;
    from = wordFrom(text, covered.from);
  }
  return from;
}

/** Where the last words of the last line begin. */
function lastWordsFrom(text: string): number {
  let index = text.length;
  for (let words = 0; words < WORDS_HELD; words++) {
    while (isBlank(text.charCodeAt(index - 1))) index--;
    index = wordFrom(text, index);
  }
  return index;
}

/** Where the word begins that ends here or goes on. */
function wordFrom(text: string, at: number): number {
  let index = at;
  while (index > 0 && !isBlank(text.charCodeAt(index - 1)) && text[index - 1] !== '\n') index--;
  return index;
}

/** Space, tab or carriage return. */
function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}

/** What was looked at as one, in order; what overlaps is joined. */
function coveredBy(matches: readonly Match[]): { from: number; to: number }[] {
  const covered: { from: number; to: number }[] = [];
  for (const { from, to } of [...matches].sort((a, b) => a.from - b.from)) {
    const last = covered.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else covered.push({ from, to });
  }
  return covered;
}

/** Behind it may be the start of an entity. */
const LAST_WORD = /(?<![\w~.-])([\w~.-]{6,128})((?:&\w{0,4})?)$/;
const ODD = /\d|.[A-Z]/;

/**
 * A last word that may be the beginning of a credential: of many it shows only later what they
 * are. Words in small letters are left.
 */
export function unfinishedWord(text: string): Span | undefined {
  const tail = text.slice(-134);
  const [, word, entity = ''] = LAST_WORD.exec(tail) ?? [];
  if (word === undefined || !ODD.test(word)) return undefined;
  const end = text.length - entity.length;
  return { start: end - word.length, end, kind: 'unfinished' };
}
