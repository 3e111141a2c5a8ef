import type { EndLine, GapLine, SegmentLine, TraceRecord } from '../record/envelope.js';
import { isText } from './is-text.js';
import type { ProblemKind } from './problem.js';
import { parseTime } from './time.js';

/** What a line holds. */
export type Envelope =
  | { type: 'record'; record: TraceRecord }
  | { type: 'segment'; segment: SegmentLine }
  | { type: 'gap'; gap: GapLine }
  | { type: 'end'; end: EndLine }
  /** A kind that a newer version writes, to be skipped. */
  | { type: 'unknown' }
  | { type: 'problem'; kind: ProblemKind };

type Fields = Readonly<Record<string, unknown>>;

/** The value of a JSON text; `undefined` where it is none. */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What a parsed line is. Fields that we do not know are kept. */
export function envelopeOf(value: unknown): Envelope {
  if (!isFields(value)) return { type: 'problem', kind: 'not-an-envelope' };
  if (value['v'] !== 1) {
    const isVersion = typeof value['v'] === 'number';
    return { type: 'problem', kind: isVersion ? 'unsupported-version' : 'not-an-envelope' };
  }
  if (value['kind'] !== undefined) return lineOf(value);
  return isRecord(value)
    ? { type: 'record', record: value }
    : { type: 'problem', kind: 'not-an-envelope' };
}

function lineOf(value: Fields): Envelope {
  const { kind } = value;
  if (kind === 'segment' && isSegment(value)) return { type: 'segment', segment: value };
  if (kind === 'gap' && isGap(value)) return { type: 'gap', gap: value };
  if (kind === 'end' && isEnd(value)) return { type: 'end', end: value };
  const isOurs = kind === 'segment' || kind === 'gap' || kind === 'end';
  if (isOurs || typeof kind !== 'string') return { type: 'problem', kind: 'not-an-envelope' };
  return { type: 'unknown' };
}

function isRecord(value: Fields): value is Fields & TraceRecord {
  const { seq, eventId, time, mono, name, sessionId, data } = value;
  return (
    isSeq(seq) &&
    isText(eventId) &&
    isTime(time) &&
    typeof mono === 'number' &&
    isText(name) &&
    typeof sessionId === 'string' &&
    isFields(data) &&
    isOptionalText(value['runId']) &&
    isOptionalText(value['operationId']) &&
    isOptionalText(value['parentOperationId'])
  );
}

/** A segment that asks for what we do not know may have other fields; it is told by `requires`. */
function isSegment(value: Fields): value is Fields & SegmentLine {
  const { requires, writer, sessionId, startedAt } = value;
  if (!Array.isArray(requires) || typeof value['format'] !== 'string') return false;
  return requires.length > 0 || (isText(writer) && isText(sessionId) && isTime(startedAt));
}

function isGap(value: Fields): value is Fields & GapLine {
  const { from, to, count } = value;
  return isSeq(from) && isSeq(to) && from <= to && typeof count === 'number';
}

function isEnd(value: Fields): value is Fields & EndLine {
  return Number.isSafeInteger(value['lastSeq']) && Number.isSafeInteger(value['records']);
}

function isSeq(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(parseTime(value));
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || isText(value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
