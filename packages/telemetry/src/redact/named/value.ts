/** A value as it stands in the text. */
export interface Value {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
  /** Its closing quote, or the next tag of an element, stands behind it. */
  readonly isClosed: boolean;
  /** The text ended before the value did. */
  readonly isOpen: boolean;
}

/** Where a value that is not quoted ends; none goes on behind a control character. */
export type Ending = 'space' | 'query' | 'code' | 'pairs' | 'element';

const QUOTE = /(?:[bBrRfFuU@$])?(\\{0,64})(["'`])/y;

const UNQUOTED: Readonly<Record<Ending, RegExp>> = {
  space: /(?:[^\s"'`\\\p{Cc}]|\\+(?![\\nrt"'`]|u001[bB]))*/uy,
  query: /(?:[^\s"'`\\&#<>\p{Cc}]|\\+(?![\\nrtu"'`]))*/uy,
  code: /(?:[^\s"'`\\,;&<>(){}[\]|\p{Cc}]|\\+(?![\\nrtu"'`]))*/uy,
  // To the line's end, when pairs begin here or may begin yet.
  pairs: /(?:(?=[^\s=;,]{0,128}(?:=[^\s;]|=?$))(?:[^\n"'`\\\p{Cc}]|\\+(?![\\nrtu"'`]))*)?/uy,
  element: /[^<\n"\\\p{Cc}]*/uy,
};

/** Marks of the sentence or the code around a value. */
const TRAILING = '.,;:!?)]}>*|';

/** The value that begins here: a quoted one without its quotes. */
export function readValue(text: string, at: number, ending: Ending): Value {
  QUOTE.lastIndex = at;
  const [opening, slashes = '', quote] = QUOTE.exec(text) ?? [];
  if (opening === undefined || quote === undefined) return readUnquoted(text, at, ending);
  const start = at + opening.length;
  const end = endOfQuoted(text, start, quote, slashes.length);
  const isOpen = end === text.length;
  return { start, end, isQuoted: true, isClosed: !isOpen && text[end] !== '\n', isOpen };
}

function readUnquoted(text: string, start: number, ending: Ending): Value {
  const run = UNQUOTED[ending];
  run.lastIndex = start;
  run.test(text);
  const isOpen = run.lastIndex === text.length;
  let end = run.lastIndex;
  while (end > start && TRAILING.includes(text[end - 1]!)) end--;
  return { start, end, isQuoted: false, isClosed: text[end] === '<', isOpen };
}

/**
 * The offset of the quote (with its backslashes) that closes a string, or of the line's end. A
 * string inside of strings has its quotes behind 1, 3, 7 … backslashes; a quote of a deeper level
 * has more, one of an outer level has fewer and ends all that is within.
 */
function endOfQuoted(text: string, start: number, quote: string, slashes: number): number {
  for (let index = start; index < text.length; index++) {
    if (text[index] === '\n') return index;
    if (text[index] !== quote) continue;
    const before = slashesBefore(text, index, start);
    if (before < slashes || before % (2 * (slashes + 1)) === slashes) {
      return index - Math.min(before, slashes);
    }
  }
  return text.length;
}

function slashesBefore(text: string, at: number, start: number): number {
  let index = at;
  while (index > start && text[index - 1] === '\\') index--;
  return at - index;
}
