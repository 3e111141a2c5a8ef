import type { Span } from './spans.js';

/** What ends a percent-encoded stretch: had it been within, it would be encoded. */
const OUTSIDE = /[\s"`<>\\&]/;

/**
 * Looks into percent-encoded stretches (an address within an address, a form's body): each is
 * decoded, looked through as the text it is, and what is found is given as spans of the original.
 */
export function spansInEncoded(text: string, find: (text: string) => readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('%'), behind = 0; at >= 0; at = text.indexOf('%', behind)) {
    let from = at;
    while (from > behind && !OUTSIDE.test(text[from - 1]!)) from--;
    behind = at + 1;
    while (behind < text.length && !OUTSIDE.test(text[behind]!)) behind++;
    const { decoded, offsets } = decode(text.slice(from, behind));
    if (decoded.length === behind - from) continue;
    for (const { start, end, kind } of find(decoded)) {
      spans.push({ start: from + offsets[start]!, end: from + offsets[end]!, kind });
    }
  }
  return spans;
}

/** Characters of ASCII, and for each where it stood; one more for the end. */
function decode(encoded: string): { decoded: string; offsets: number[] } {
  const offsets: number[] = [];
  let decoded = '';
  let at = 0;
  while (at < encoded.length) {
    offsets.push(at);
    const escape = encoded[at] === '%' ? /^%[0-7][\dA-Fa-f]/.exec(encoded.slice(at, at + 3)) : null;
    decoded += escape ? String.fromCharCode(Number.parseInt(escape[0].slice(1), 16)) : encoded[at]!;
    at += escape ? 3 : 1;
  }
  return { decoded, offsets: [...offsets, at] };
}
