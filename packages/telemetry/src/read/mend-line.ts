import { decodeUtf8 } from './decode-utf8.js';
import type { RawLine } from './line-splitter.js';
import { envelopeOf, parseJson, type Envelope } from './parse-line.js';
import { damageOf, salvage, withoutNuls } from './salvage.js';

/** A stretch of a line, and what it is: an envelope, or a problem. */
export interface Part {
  /** In bytes of the line. */
  start: number;
  length: number;
  envelope: Envelope;
  /** It was found inside of a damaged line. `doubtful`: it may be a value of another record. */
  found?: 'certain' | 'doubtful';
}

/**
 * What a line holds that is no JSON text, its problems first. NULs around it take nothing from it;
 * what is damaged otherwise is searched for whole envelopes.
 */
export function mendLine(line: RawLine): Part[] {
  const bytes = line.bytes();
  if (!bytes) return [problem('oversized-line', 0, line.length)];
  const { start, end } = withoutNuls(bytes);
  const parts: Part[] = [];
  if (start > 0) parts.push(problem('nul-fill', 0, start));
  else if (end < bytes.length) parts.push(problem('nul-fill', end, bytes.length - end));
  if (start === end) return parts;
  const rest = bytes.subarray(start, end);
  const value = rest.length < bytes.length ? parseJson(decodeUtf8(rest)) : undefined;
  if (value === undefined) return [...parts, ...search(rest, start, line.isUnterminated)];
  return [...parts, { start, length: rest.length, envelope: envelopeOf(value) }];
}

function search(bytes: Uint8Array, at: number, isUnterminated: boolean): Part[] {
  const found = salvage(bytes);
  const after = found.at(-1)?.end ?? 0;
  const isTorn = isUnterminated && after < bytes.length;
  const damage = damageOf(isTorn ? bytes.subarray(0, after) : bytes, found);
  return [
    ...(isTorn ? [problem('torn-tail', at + after, bytes.length - after)] : []),
    ...(damage ? [problem(damage, at, bytes.length)] : []),
    ...found.map(({ start, end, envelope, isDoubtful }): Part => {
      const how = isDoubtful ? 'doubtful' : 'certain';
      return { start: at + start, length: end - start, envelope, found: how };
    }),
  ];
}

function problem(
  kind: Extract<Envelope, { type: 'problem' }>['kind'],
  start: number,
  length: number,
): Part {
  return { start, length, envelope: { type: 'problem', kind } };
}
