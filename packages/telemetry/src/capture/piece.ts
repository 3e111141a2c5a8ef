import type { DeclaredEvent } from '@loop/events/trace';
import type { PieceOutcome } from '../record/hold.js';
import { withdraw, type Capture } from './capture.js';
import type { PlainObject } from './plain.js';
import { ownValue } from './properties.js';
import { RedactionFailed, redactText } from './redact-text.js';
import type { CaptureRules } from './rules.js';
import { fitText } from './texts.js';

/** Where the pieces of a stream have their text, and what they are parts of. */
export type StreamPaths = NonNullable<DeclaredEvent['stream']>;

/** What a payload says of its stream; a missing text: the part has none here. */
export function pieceOf(
  payload: unknown,
  paths: StreamPaths,
): { part: string | undefined; text: string | undefined } {
  const part = valueAt(payload, paths.part);
  const text = valueAt(payload, paths.text);
  return {
    part: typeof part === 'string' || typeof part === 'number' ? String(part) : undefined,
    text: typeof text === 'string' ? text : undefined,
  };
}

/**
 * Puts a piece's text, redacted as what it is a part of, in the place of the same text redacted
 * alone.
 */
export function replacePiece(
  capture: Capture,
  { text: path }: StreamPaths,
  raw: string,
  outcome: PieceOutcome | undefined,
  rules: CaptureRules,
): void {
  const [holder, key] = placeIn(capture.data, path);
  if (holder === undefined) return;
  const alone = { redacted: 0, omitted: 0 };
  try {
    if (outcome === undefined || 'error' in outcome) {
      throw new RedactionFailed(outcome?.error);
    }
    if (capture.redacted + capture.omitted > 0) {
      fitText(redactText(raw, rules, alone), rules, alone);
    }
    holder[key] = fitText(outcome.text, rules, capture);
    capture.redacted += outcome.count - alone.redacted;
    capture.omitted -= alone.omitted;
  } catch (error) {
    withdraw(capture, error);
  }
}

/** The object that has a path's last key, and that key. */
function placeIn(data: PlainObject, path: string): [PlainObject | undefined, string] {
  const end = path.lastIndexOf('.');
  const key = path.slice(end + 1);
  const holder = end < 0 ? data : valueAt(data, path.slice(0, end));
  const isThere = typeof holder === 'object' && holder !== null && key in holder;
  return [isThere ? (holder as PlainObject) : undefined, key];
}

/** Of what cannot be read there is none here; the capture says so. */
function valueAt(holder: unknown, path: string): unknown {
  let value = holder;
  try {
    for (const key of path.split('.')) {
      if (typeof value !== 'object' || value === null) return undefined;
      value = ownValue(value, key);
    }
    return value;
  } catch {
    return undefined;
  }
}
