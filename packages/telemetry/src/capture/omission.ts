import { Plain, type PlainObject } from './plain.js';

/** Why a value is not there. */
export type OmissionReason =
  /** The capture mode does not keep this field. */
  | 'mode'
  /** It is larger than its kind may be, or than fits into the record. */
  | 'size'
  /** It is binary. */
  | 'bytes'
  /** It is nested too deep. */
  | 'depth'
  /** The payload has too many values, or too much text. */
  | 'limit'
  /** Reading it would run somebody's code. */
  | 'accessor'
  /** It throws when it is read. */
  | 'unreadable'
  /** Credentials could not be looked for. */
  | 'redaction-failed';

/** Stands for a value that was left out, as `{ "$omitted": … }`. */
export interface Omission {
  reason: OmissionReason;
  type?: string;
  /** Of a field that the mode does not keep: UTF-16 units, items or keys. */
  size?: number;
  /** Of a text, as it would have been written: UTF-16 units. */
  chars?: number;
  /** The same in UTF-8; of binary data its own size. */
  bytes?: number;
  /** Of a list or an object that goes on: what is missing at its end. */
  count?: number;
  mime?: string;
  /** Of the text as it would have been written, never of what it was before. */
  sha256?: string;
  /** Its start, in code points. */
  preview?: string;
}

export function omitted(omission: Omission): PlainObject {
  const placeholder = new Plain();
  placeholder['$omitted'] = omission;
  return placeholder;
}

/** The shape of a value that is not kept. */
export function shapeOf(value: unknown): { type: string; size?: number } {
  if (typeof value === 'string') return { type: 'string', size: value.length };
  if (Array.isArray(value)) return { type: 'array', size: value.length };
  if (value === null) return { type: 'null' };
  if (typeof value !== 'object') return { type: typeof value };
  return { type: 'object', size: Object.keys(value).length };
}
