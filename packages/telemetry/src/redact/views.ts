import { spansInDecoded } from './decoded.js';
import { spansInPercent } from './percent.js';
import type { Span } from './spans.js';

/** Finds what a text holds in a way of writing that hides what stands next to each other. */
type View = (text: string, find: (text: string) => readonly Span[]) => readonly Span[];

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

/** By what has to be there for a view to show anything: a character, which is looked for fast. */
const VIEWS: readonly (readonly [character: string, hint: RegExp, view: View])[] = [
  ['%', /%/, spansInPercent],
  ['[', /\[[\d;]{0,16}m/, (text, find) => spansInDecoded(text, COLOUR, () => '', find) ?? []],
  [
    '&',
    /&[a-z#]/,
    (text, find) => spansInDecoded(text, ENTITY, (entity) => CHARACTERS[entity]!, find) ?? [],
  ],
];

/** Whether the text may hold more than it shows. */
export function hasViews(text: string): boolean {
  return VIEWS.some(([character, hint]) => text.includes(character) && hint.test(text));
}

/** Looks at a text as it reads once it is decoded, or on a terminal; spans are the original's. */
export function spansInViews(text: string, find: (text: string) => readonly Span[]): Span[] {
  return VIEWS.flatMap(([, hint, view]) => (hint.test(text) ? view(text, find) : []));
}
