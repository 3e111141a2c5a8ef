/** One stretch of a text that must go. */
export interface Span {
  /** UTF-16 offset of the first unit. */
  readonly start: number;
  /** UTF-16 offset behind the last unit. */
  readonly end: number;
  /** What it was; the placeholder is `[redacted:<kind>]`. Small letters and dashes. */
  readonly kind: string;
}

const PLACEHOLDER = /\[redacted:[a-z-]{1,40}\]/g;
const PLACEHOLDER_START = '[redacted:';

/** What stands where a credential of this kind was. */
export function placeholderOf(kind: string): string {
  return `${PLACEHOLDER_START}${kind}]`;
}

/** Whether something in this text has been redacted before. */
export function holdsPlaceholder(text: string): boolean {
  return text.includes(PLACEHOLDER_START);
}

/** In order, none overlapping another; of those that do, the widest says the kind. */
export function mergeSpans(text: string, spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  if (spans.length === 0) return merged;
  for (const span of outsidePlaceholders(text, ordered(spans))) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}

function ordered(spans: readonly Span[]): Span[] {
  return [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
}

/**
 * A placeholder is never redacted again, whatever a host's pattern thinks of it.
 *
 * @param spans in order.
 */
function outsidePlaceholders(text: string, spans: readonly Span[]): readonly Span[] {
  if (!holdsPlaceholder(text)) return spans;
  const placeholders = [...text.matchAll(PLACEHOLDER)];
  let next = 0;
  return spans.filter((span) => {
    while (next < placeholders.length && endOf(placeholders[next]!) <= span.start) next++;
    const placeholder = placeholders[next];
    return !placeholder || span.start < placeholder.index || span.end > endOf(placeholder);
  });
}

function endOf({ 0: found, index }: RegExpExecArray): number {
  return index + found.length;
}

/** The text with placeholders for merged spans. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  let result = '';
  let from = 0;
  for (const { start, end, kind } of spans) {
    result += text.slice(from, start) + placeholderOf(kind);
    from = end;
  }
  return result + text.slice(from);
}
