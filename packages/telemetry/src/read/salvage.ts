import { decodeUtf8 } from './decode-utf8.js';
import { envelopeOf, parseJson, type Envelope } from './parse-line.js';
import type { ProblemKind } from './problem.js';

/** An envelope that was found inside a damaged line. */
export interface Found {
  /** In bytes of the line. */
  start: number;
  end: number;
  envelope: Exclude<Envelope, { type: 'problem' }>;
  /** It begins or ends where a value of another record could. */
  isDoubtful: boolean;
}

const NUL = 0;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Bytes that cannot stand inside a JSON string: a quote there has a backslash before it. */
const MARKS = ['{"v":1,"seq":', '{"v":1,"kind":'].map((text) => new TextEncoder().encode(text));

/**
 * How many times a line's length the search may look at behind marks that may be a value's, however
 * they lie. What is behind the certain ones is looked at once.
 */
const MAX_PASSES = 8;

/**
 * The whole envelopes in a line that is none itself: records that were glued together, or one
 * behind the rest of a torn one. Nothing is put together from parts. An object inside another
 * record's payload is not taken, though it looks the same.
 */
export function salvage(bytes: Uint8Array): Found[] {
  const found: Found[] = [];
  const marks = marksIn(bytes);
  const stops = stopsOf(bytes, marks);
  let from = 0;
  let work = bytes.length * MAX_PASSES;
  for (const [index, start] of marks.entries()) {
    if (start < from || (work <= 0 && !isRecordPlace(bytes, start))) continue;
    const stop = stops[index] ?? bytes.length;
    const end = objectEnd(bytes, start, stop);
    work -= (end ?? stop) - start;
    const one = end === undefined ? undefined : foundAt(bytes, start, end);
    if (!one) continue;
    found.push(one);
    from = one.end;
  }
  return found;
}

/** What is wrong with a line besides what was found in it; `undefined`: nothing. */
export function damageOf(bytes: Uint8Array, found: readonly Found[]): ProblemKind | undefined {
  const [first] = found;
  if (bytes.length === first?.end && first.start === 0) return undefined;
  if (bytes.length === 0) return undefined;
  const rest = remainderOf(bytes, found);
  if (rest.length > 0 && rest.every((byte) => byte === NUL)) return 'nul-fill';
  return decodeUtf8(bytes) === undefined ? 'invalid-utf8' : 'invalid-json';
}

/** The bytes without NULs at either end. */
export function withoutNuls(bytes: Uint8Array): { start: number; end: number } {
  let start = 0;
  let end = bytes.length;
  while (bytes[start] === NUL) start++;
  while (end > start && bytes[end - 1] === NUL) end--;
  return { start, end };
}

function remainderOf(bytes: Uint8Array, found: readonly Found[]): Uint8Array {
  const rest = new Uint8Array(bytes.length);
  let length = 0;
  let from = 0;
  for (const { start, end } of [...found, { start: bytes.length, end: bytes.length }]) {
    rest.set(bytes.subarray(from, start), length);
    length += start - from;
    from = end;
  }
  return rest.subarray(0, length);
}

function foundAt(bytes: Uint8Array, start: number, end: number): Found | undefined {
  const begins = isRecordPlace(bytes, start);
  const ends = !isAmongValues(bytes[end]);
  if (!begins && !ends) return undefined;
  const isDoubtful = !begins || !ends;
  const envelope = envelopeOf(parseJson(decodeUtf8(bytes.subarray(start, end))));
  if (envelope.type === 'problem') return undefined;
  // Only a record has a number by which to tell.
  if (isDoubtful && envelope.type !== 'record') return undefined;
  return { start, end, envelope, isDoubtful };
}

function marksIn(bytes: Uint8Array): number[] {
  const starts: number[] = [];
  for (let at = bytes.indexOf(OPEN); at !== -1; at = bytes.indexOf(OPEN, at + 1)) {
    if (MARKS.some((mark) => isAt(bytes, at, mark))) starts.push(at);
  }
  return starts;
}

/** For each mark where the next envelope begins for certain: nothing reaches beyond it. */
function stopsOf(bytes: Uint8Array, marks: readonly number[]): number[] {
  const stops: number[] = [];
  let stop = bytes.length;
  for (let index = marks.length - 1; index >= 0; index--) {
    stops[index] = stop;
    const mark = marks[index] ?? 0;
    if (isRecordPlace(bytes, mark)) stop = mark;
  }
  return stops;
}

function isAt(bytes: Uint8Array, at: number, mark: Uint8Array): boolean {
  for (let index = 0; index < mark.length; index++) {
    if (bytes[at + index] !== mark[index]) return false;
  }
  return true;
}

/** Whether a mark is certain to begin a line's envelope: no value follows these bytes. */
function isRecordPlace(bytes: Uint8Array, start: number): boolean {
  const before = bytes[start - 1];
  return before === undefined || !':[, \t\r'.includes(String.fromCharCode(before));
}

/** Whether what ends before this byte could be a value among others. */
function isAmongValues(after: number | undefined): boolean {
  return after !== undefined && ',]}'.includes(String.fromCharCode(after));
}

/** Where the object that begins at `start` is closed; `undefined`: not before `stop`. */
function objectEnd(bytes: Uint8Array, start: number, stop: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let at = start; at < stop; at++) {
    const byte = bytes[at];
    if (isString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isString = false;
    } else if (byte === QUOTE) isString = true;
    else if (byte === OPEN) depth++;
    else if (byte === CLOSE && --depth === 0) return at + 1;
  }
  return undefined;
}
