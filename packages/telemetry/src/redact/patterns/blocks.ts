import type { Match, Pattern } from '../pattern.js';

const PRIVATE_LABEL = /[ A-Z0-9+]{0,40}PRIVATE[ +]KEY(?:[ +]BLOCK)?-----/y;
const MAX_LABEL = 64;
const PEM_MARK = /-----(?:BEGIN|(END)[ A-Z0-9+]{0,60}(?:-----)?)/g;
const PUTTY_MARK = /Private-(?:Lines|(MAC): ?[\da-f]{0,128})/g;

/**
 * Private keys in PEM, from their first mark to the last, however their lines are joined. One
 * without an end goes up to the next one, the end of the JSON string it stands in, or of the text.
 */
const pem: Pattern = {
  literals: ['-----BEGIN'],
  match(text, start, end) {
    PRIVATE_LABEL.lastIndex = end;
    if (PRIVATE_LABEL.test(text)) return blockFrom(text, start, PRIVATE_LABEL.lastIndex, PEM_MARK);
    const isOpen = text.length - end < MAX_LABEL && !text.includes('\n', end);
    return isOpen ? { from: start, to: end, spans: [], isOpen } : undefined;
  },
};

/** The private part of a PuTTY key. */
const putty: Pattern = {
  literals: ['Private-Lines:'],
  match: (text, start, end) => blockFrom(text, start, end, PUTTY_MARK),
};

/** @param mark finds the next beginning or end; an end has a first group. */
function blockFrom(text: string, start: number, body: number, mark: RegExp): Match {
  mark.lastIndex = body;
  const next = mark.exec(text);
  const end = next?.[1] ? mark.lastIndex : endOfString(text, body, next?.index ?? text.length);
  return {
    from: start,
    to: end,
    spans: [{ start, end, kind: 'private-key' }],
    // Some of the last mark's dashes may be missing.
    isOpen: /^-{0,4}$/.test(text.slice(end, end + 5)),
  };
}

function endOfString(text: string, from: number, before: number): number {
  const quote = text.slice(from, before).indexOf('"');
  if (quote < 0) return before;
  let end = from + quote;
  while (end > from && text[end - 1] === '\\') end--;
  return end;
}

export const BLOCKS: readonly Pattern[] = [pem, putty];
