import { decoded, spansOfOriginal } from './decoded.js';
import type { Span } from './spans.js';

/** What ends a percent-encoded stretch: had it been within, it would be encoded. */
const OUTSIDE = /[\s"`<>\\&]/;

/** Characters of ASCII. */
const ESCAPE = /%[0-7][\dA-Fa-f]/g;

/**
 * Looks into percent-encoded stretches (an address within an address, a form's body): each is
 * decoded, looked through as the text it is, and what is found is given as spans of the original.
 */
export function spansInPercent(text: string, find: (text: string) => readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('%'), behind = 0; at >= 0; at = text.indexOf('%', behind)) {
    let from = at;
    while (from > behind && !OUTSIDE.test(text[from - 1]!)) from--;
    behind = at + 1;
    while (behind < text.length && !OUTSIDE.test(text[behind]!)) behind++;
    const stretch = decoded(text.slice(from, behind), ESCAPE, characterOf);
    if (!stretch) continue;
    for (const { start, end, kind } of spansOfOriginal(stretch, find(stretch.text))) {
      spans.push({ start: from + start, end: from + end, kind });
    }
  }
  return spans;
}

function characterOf(escape: string): string {
  return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
}
