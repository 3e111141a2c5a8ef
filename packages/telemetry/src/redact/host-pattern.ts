import { LoopTelemetryError } from '../errors.js';
import type { Span } from './spans.js';

/**
 * A credential of the host's own. The expression is run over every text that holds the hint, so it
 * must take time in proportion to the text: no nested repetitions, nothing unbounded that can
 * fail behind itself. A match must not cross a line, and must not depend on what is before it in
 * other lines.
 */
export interface RedactionPattern {
  /** Names it in the placeholder: small letters and dashes, at most 40. */
  readonly kind: string;
  /** Its first group goes, or all of the match when there is no group. Without `g` and `y`. */
  readonly pattern: RegExp;
  /** A text that every match holds, cheap to look for. */
  readonly hint: string;
}

/** A host's pattern, checked and ready. */
export interface HostPattern {
  readonly hint: string;
  spansIn(text: string): Span[];
}

/** @throws LoopTelemetryError for one that cannot work. */
export function createHostPattern({ kind, pattern, hint }: RedactionPattern): HostPattern {
  if (!/^[a-z][a-z-]{0,39}$/.test(kind))
    refuse(kind, 'its kind is not of small letters and dashes');
  if (!(pattern instanceof RegExp)) refuse(kind, 'its pattern is not a RegExp');
  if (/[gy]/.test(pattern.flags)) refuse(kind, 'leave the flags g and y off its pattern');
  if (pattern.test('')) refuse(kind, 'its pattern matches the empty text');
  if (typeof hint !== 'string' || hint === '') refuse(kind, 'its hint is empty');
  const every = new RegExp(pattern.source, `${pattern.flags.replace('d', '')}gd`);

  return {
    hint,
    spansIn(text) {
      if (!text.includes(hint)) return [];
      return [...text.matchAll(every)]
        .map(({ indices }) => indices?.[1] ?? indices![0]!)
        .filter(([start, end]) => end > start)
        .map(([start, end]) => ({ start, end, kind }));
    },
  };
}

function refuse(kind: string, reason: string): never {
  throw new LoopTelemetryError(
    'invalid-option',
    `The redaction pattern "${kind}" cannot be used: ${reason}.`,
  );
}
