import type { KeyRule } from '../keys.js';
import { isWord } from '../pattern.js';

/** A name whose value is a credential. */
export interface SecretName {
  readonly kind: string;
  /** Where what was looked at before it begins: its own word, and two more. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
}

/** What goes on for longer behind its stem is data. */
const MAX_LENGTH = 80;

/** An escape's last characters look like the beginning of the name: `\nTOKEN`, `%26token`. */
const ESCAPED: readonly (readonly [before: string, rest: RegExp])[] = [
  ['\\', /^(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|[nrtbf])/],
  ['%', /^(?:25)*[\dA-Fa-f]{2}/],
];

const WORDS_BEFORE = /(?:[A-Za-z]{1,16} ){1,2}$/;

/** The name that the stem from `start` to `end` is in, when its value is a credential. */
export function readSecretName(
  text: string,
  start: number,
  end: number,
  keys: KeyRule,
): SecretName | undefined {
  const bounds = boundsOf(text, start, end);
  if (!bounds || isOfPlaceholder(text, bounds.start)) return undefined;
  const escape = escapeAt(text, bounds.start);
  return (
    (escape > 0 ? named(text, bounds.start + escape, bounds.end, keys) : undefined) ??
    named(text, bounds.start, bounds.end, keys)
  );
}

/** The word `redacted` or the kind behind it. */
function isOfPlaceholder(text: string, start: number): boolean {
  const before = text[start - 1];
  if (before === ':') return text.endsWith('[redacted:', start);
  return before === '[' && text.startsWith('redacted:', start);
}

function named(text: string, start: number, end: number, keys: KeyRule): SecretName | undefined {
  const before = text[start - 1] === ' ' ? wordsBefore(text, start) : '';
  const kind = keys.kindOf(text.slice(start, end), before);
  return kind === undefined ? undefined : { kind, from: contextFrom(text, start), start, end };
}

/** How far before a name is looked for what introduces it. */
export const MAX_CONTEXT = 80;

function contextFrom(text: string, start: number): number {
  const least = Math.max(0, start - MAX_CONTEXT);
  let from = start;
  for (let blanks = 0; from > least; from--) {
    const before = text[from - 1]!;
    if (before === '\n') return from;
    if (/[ \t]/.test(before) && !/[ \t]/.test(text[from]!) && ++blanks === 3) return from;
  }
  return from;
}

function wordsBefore(text: string, start: number): string {
  return WORDS_BEFORE.exec(text.slice(Math.max(0, start - 34), start))?.[0] ?? '';
}

function boundsOf(
  text: string,
  at: number,
  behind: number,
): { start: number; end: number } | undefined {
  let start = at;
  // The last words of a long one are enough: it may be short once what is before it has gone.
  while (at - start < MAX_LENGTH && isNamePart(text.charCodeAt(start - 1))) start--;
  let end = behind;
  while (isNamePart(text.charCodeAt(end))) {
    if (++end - behind > MAX_LENGTH) return undefined;
  }
  while (text[start] === '-' || text[start] === '.') start++;
  return { start, end };
}

/** Dots join the parts of a property's name. */
function isNamePart(code: number): boolean {
  return isWord(code) || code === 46;
}

function escapeAt(text: string, start: number): number {
  for (const [before, rest] of ESCAPED) {
    if (text[start - 1] === before)
      return rest.exec(text.slice(start, start + 12))?.[0].length ?? 0;
  }
  return 0;
}
