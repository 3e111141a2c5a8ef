import { placeholderOf, type Span } from './spans.js';
import type { Redaction } from './redactor.js';

/**
 * Spans of a text, applied to the parts it was made of: the part in which one begins gets the
 * placeholder, the others lose what it covers of them.
 *
 * @param spans merged.
 */
export function redactParts(parts: readonly string[], spans: readonly Span[]): Redaction[] {
  let partStart = 0;
  let next = 0;

  return parts.map((part) => {
    const partEnd = partStart + part.length;
    let text = '';
    let count = 0;
    let kept = partStart;
    for (; next < spans.length && spans[next]!.start < partEnd; next++) {
      const { start, end, kind } = spans[next]!;
      if (start >= partStart) {
        text += part.slice(kept - partStart, start - partStart) + placeholderOf(kind);
        count++;
      }
      kept = Math.min(end, partEnd);
      if (end > partEnd) break;
    }
    text += part.slice(kept - partStart);
    partStart = partEnd;
    return { text, count };
  });
}
