import { mergeSpans, placeholderOf, replaceSpans, type Span } from './spans.js';

/**
 * All that must go, in order: what is found, and what is found once that has gone. A placeholder
 * is an edge where there was none before, so something may show only behind one. Redacting again
 * changes nothing, as the last look found nothing. Every look but the first has fewer places.
 */
export function settledSpans(text: string, find: (text: string) => readonly Span[]): Span[] {
  let spans = mergeSpans(text, find(text));
  while (spans.length > 0) {
    const redacted = replaceSpans(text, spans);
    const more = mergeSpans(redacted, find(redacted));
    if (more.length === 0) break;
    spans = mergeSpans(text, [...spans, ...inOriginal(spans, more)]);
  }
  return spans;
}

/** Spans of the redacted text, as spans of the original one. Both are merged. */
function inOriginal(spans: readonly Span[], found: readonly Span[]): Span[] {
  let passed = 0;
  let lost = 0;
  /** Within a placeholder it is the edge of what stood there. Asked in order. */
  const offsetOf = (at: number, edge: 'start' | 'end'): number => {
    for (; passed < spans.length; passed++) {
      const span = spans[passed]!;
      const start = span.start - lost;
      const end = start + placeholderOf(span.kind).length;
      if (at <= start) break;
      if (at < end) return span[edge];
      lost = span.end - end;
    }
    return at + lost;
  };
  return found.map(({ start, end, kind }) => ({
    start: offsetOf(start, 'start'),
    end: offsetOf(end, 'end'),
    kind,
  }));
}
