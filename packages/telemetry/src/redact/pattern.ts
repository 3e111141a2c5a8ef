import type { Span } from './spans.js';

/** What a pattern says about one place of a text. */
export interface Match {
  /** The stretch that the answer rests on: nothing outside of it was needed. */
  readonly from: number;
  readonly to: number;
  /** Where this pattern looks again, when that is before `to`. */
  readonly resumeAt?: number;
  /** What must go. */
  readonly spans: readonly Span[];
  /** More text behind could change the answer. */
  readonly isOpen: boolean;
  /** What must go as well if the text was cut here: too short to be sure of. */
  readonly begun?: Span | undefined;
}

/**
 * One way to recognise credentials. It is asked only where one of its literals stands, and reads
 * a bounded stretch there or one that is not read again, so that its work grows with the text.
 */
export interface Pattern {
  /** One of these is in every match. */
  readonly literals: readonly string[];
  /**
   * Looks at the literal from `start` to `end`.
   *
   * @param edge where what must go ended last: a placeholder will stand before it.
   */
  match(text: string, start: number, end: number, edge: number): Match | undefined;
}

/** Of what has begun, fewer characters than this tell nobody anything. */
export const FEWEST_BEGUN = 4;

/**
 * A credential that says itself what it is: a public beginning, then `rest`. Rests must be
 * sticky, and either bounded or unable to fail behind what is not.
 */
export function token(kind: string, literals: readonly string[], rest: RegExp): Pattern {
  return {
    literals,
    match(text, start, end, edge) {
      if (!isEdge(text, start, edge)) return undefined;
      rest.lastIndex = end;
      return rest.test(text) ? whole(text, { start, end: rest.lastIndex, kind }) : undefined;
    },
  };
}

/**
 * A credential whose literal stands `lead` characters behind its beginning; `shape` is sticky and
 * describes all of it.
 */
export function tokenAround(
  kind: string,
  literals: readonly string[],
  lead: number,
  shape: RegExp,
): Pattern {
  return {
    literals,
    match(text, literalStart, _end, edge) {
      const start = literalStart - lead;
      if (start < 0 || !isEdge(text, start, edge)) return undefined;
      shape.lastIndex = start;
      return shape.test(text) ? whole(text, { start, end: shape.lastIndex, kind }) : undefined;
    },
  };
}

/**
 * A credential known by what stands before it: the first group of `rest` (sticky, `d`) goes.
 *
 * @param soFar the same, for one that the end of the text cuts: its first group has begun.
 */
export function within(
  kind: string,
  literals: readonly string[],
  rest: RegExp,
  soFar?: RegExp,
): Pattern {
  return {
    literals,
    match(text, start, end) {
      const found = groupAt(rest, text, end);
      if (found) return { ...whole(text, { ...found, kind }), from: start };
      const begun = soFar && groupAt(soFar, text, end);
      if (!begun) return undefined;
      return { from: start, to: end, spans: [], isOpen: true, begun: { ...begun, kind } };
    },
  };
}

function groupAt(pattern: RegExp, text: string, at: number): Omit<Span, 'kind'> | undefined {
  pattern.lastIndex = at;
  const [start, end] = pattern.exec(text)?.indices?.[1] ?? [];
  return start === undefined || end === undefined ? undefined : { start, end };
}

function whole(text: string, span: Span): Match {
  return { from: span.start, to: span.end, spans: [span], isOpen: span.end === text.length };
}

/** Escapes end in letters and digits that are no part of the word behind: `\n`, `%3D`, colours. */
const ESCAPE_END = /(?:\\(?:[nrtbf]|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2})|%[\dA-Fa-f]{2}|\[[\d;]{0,8}m)$/;

/** What stands before a word in a diff, an option, bold text. */
const MAX_MARKS = 8;

/** Whether a word begins here, or will once what ends at `edge` has gone. Marks are stepped over. */
export function isEdge(text: string, at: number, edge: number): boolean {
  let before = at - 1;
  while (at - before <= MAX_MARKS && isMark(text.charCodeAt(before))) before--;
  if (at === edge || before + 1 === edge || !isWord(text.charCodeAt(before))) return true;
  return ESCAPE_END.test(text.slice(Math.max(0, before - 11), before + 1));
}

/** `-` or `_`. */
function isMark(code: number): boolean {
  return code === 45 || code === 95;
}

/** Letters, digits, `_` and `-`. False before the text begins (`NaN`). */
export function isWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    code === 95 ||
    code === 45
  );
}

/** A word as names write it: small, capital, and with a capital first letter. */
export function inAnyCase(word: string): string[] {
  return [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)];
}
