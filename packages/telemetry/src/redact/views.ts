import { decoded, spansOfOriginal, type Decoded } from './decoded.js';
import { spansInPercent } from './percent.js';
import type { Span } from './spans.js';

/** Colours of a terminal, as they are or as JSON and source text write them. */
const COLOUR = /(?:\p{Cc}|\\{1,64}(?:u001[bB]|x1[bB]|033|e))\[[\d;]{0,16}m/gu;

/** Markup within markup. */
const ENTITY = /&(?:quot|apos|lt|gt|amp|#39|#34|#x27|#x22);/g;

const CHARACTERS: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&#39;': "'",
  '&#34;': '"',
  '&#x27;': "'",
  '&#x22;': '"',
};

/** A way of writing that hides, all over a text, what stands next to each other. */
interface View {
  /** What has to be there for the view to show anything: a character, which is looked for fast. */
  readonly character: string;
  readonly hint: RegExp;
  /** What may be the beginning of an escape, at a text's end. */
  readonly begun: RegExp;
  of(text: string): Decoded | undefined;
}

const VIEWS: readonly View[] = [
  {
    character: '[',
    hint: /\[[\d;]{0,16}m/,
    begun:
      /(?:[^\P{Cc}\t\n\r]|\\{1,64}(?:u|u0|u00|u001|u001[bB]|x|x1|x1[bB]|0|03|033|e)?)(?:\[[\d;]{0,16})?$/u,
    of: (text) => decoded(text, COLOUR, () => ''),
  },
  {
    character: '&',
    hint: /&[a-z#]/,
    begun: /&[a-z#\d]{0,5}$/,
    of: (text) => decoded(text, ENTITY, (entity) => CHARACTERS[entity]!),
  },
];

/** Whether the text may hold more than it shows. */
export function hasViews(text: string): boolean {
  return text.includes('%') || VIEWS.some((view) => isIn(text, view));
}

function isIn(text: string, { character, hint }: View): boolean {
  return text.includes(character) && hint.test(text);
}

/** Looks at a text as it reads once it is decoded, or on a terminal; spans are the original's. */
export function spansInViews(text: string, find: (text: string) => readonly Span[]): Span[] {
  const spans = text.includes('%') ? spansInPercent(text, find) : [];
  for (const view of VIEWS) {
    const shown = isIn(text, view) ? view.of(text) : undefined;
    if (shown) for (const span of spansOfOriginal(shown, find(shown.text))) spans.push(span);
  }
  return spans;
}

/** No escape is longer. */
const MAX_ESCAPE = 90;

/**
 * Where what has to wait for more text begins, as the text reads. What is percent-encoded is one word,
 * and waits as such.
 *
 * @param unfinished where that is in a text.
 */
export function unfinishedInViews(text: string, unfinished: (text: string) => number): number {
  let from = text.length;
  for (const view of VIEWS) {
    const begun = view.begun.exec(text.slice(-MAX_ESCAPE))?.[0] ?? '';
    if (begun === '' && !isIn(text, view)) continue;
    // An escape that the end cuts would read as something else.
    const whole = text.slice(0, text.length - begun.length);
    const shown = view.of(whole);
    from = Math.min(from, shown ? startOf(shown, unfinished(shown.text)) : unfinished(whole));
  }
  return from;
}

/** Where a decoded unit begins in the original; behind the last one nothing waits. */
function startOf({ text, starts }: Decoded, at: number): number {
  return at < text.length ? starts[at]! : Number.POSITIVE_INFINITY;
}
