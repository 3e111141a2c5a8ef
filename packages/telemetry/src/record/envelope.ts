import type { CaptureMode } from '@loop/events/trace';

/**
 * One line of a segment: an event and what is known around it. The keys stand in this order on
 * disk, `data` last, so that a tool can filter by a line's head. TRACE-FORMAT, envelope version 1.
 */
export interface TraceRecord {
  v: 1;
  /** Order of capture in the recording, from 1. */
  seq: number;
  /** Identity: a UUID. */
  eventId: string;
  /** Wall clock at capture: RFC 3339, UTC, milliseconds. */
  time: string;
  /** Microseconds of the writer's steady clock; comparable within one segment's writer only. */
  mono: number;
  name: string;
  sessionId: string;
  runId?: string;
  operationId?: string;
  parentOperationId?: string;
  meta?: RecordMeta;
  data: Record<string, unknown>;
}

/** What recording did to a payload. */
export interface RecordMeta {
  /** Credentials that were replaced. */
  redacted?: number;
  /** Values that were left out. */
  omitted?: number;
  /** The name under which the event came, where it is another one. */
  original?: string;
  /** Where it is not the segment's: the record was captured under pressure. */
  mode?: CaptureMode;
}

/** First line of a segment. */
export interface SegmentLine {
  v: 1;
  kind: 'segment';
  format: 'loop.trace';
  /** What a reader must know to read this segment. Nothing, in version 1. */
  requires: string[];
  sessionId: string;
  /** Names the process that wrote it; new for every opening of a recording. */
  writer: string;
  segment: number;
  pid?: number;
  host?: string;
  bootId?: string;
  /** Wall clock, RFC 3339. */
  startedAt: string;
  /** The steady clock at that moment, in microseconds. */
  monoOrigin: number;
  mode: CaptureMode;
  schema: { name: string; version: number };
  producer: { name: string; version: string };
  /** Name of the segment before it, if there is one. */
  previous: string | null;
}

/** Why numbers have no record. */
export type GapReason =
  | 'queue-full'
  | 'write-error'
  | 'limit'
  | 'record-too-large'
  | 'serialize'
  | 'closed';

/** Stands for records that were captured and not written. */
export interface GapLine {
  v: 1;
  kind: 'gap';
  from: number;
  to: number;
  count: number;
  reason: GapReason;
  time: string;
}

/** Last line of a segment that was closed properly. */
export interface EndLine {
  v: 1;
  kind: 'end';
  records: number;
  lastSeq: number;
  dropped: number;
  bytes: number;
  time: string;
}

/** How every record begins. These bytes cannot stand inside a JSON text, so they mark a start. */
export const RECORD_MARK = '{"v":1,"seq":';
