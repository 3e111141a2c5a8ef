import type { CaptureMode, DeclaredEvent } from '@loop/events/trace';
import { capturePayload, type Capture } from '../capture/capture.js';
import { shrink } from '../capture/fit.js';
import type { CaptureRules } from '../capture/rules.js';
import type { Clock } from './clock.js';
import { measuredLine } from './encode-line.js';
import type { RecordMeta, TraceRecord } from './envelope.js';
import { isoTime } from './iso-time.js';
import type { RecordLine } from './lines.js';
import { redactPlace, type Place } from './place.js';

/** For a number in `meta` that grows while values are taken out. */
const MARGIN_BYTES = 64;

/** A record that has its number and its payload, before it is a line. */
export interface Draft {
  declared: DeclaredEvent;
  seq: number;
  eventId: string;
  time: string;
  mono: number;
  sessionId: string;
  place: Place;
  /** Where it is not the recording's. */
  mode: CaptureMode | undefined;
  capture: Capture;
}

/** What makes drafts. */
export interface DraftOptions {
  rules: CaptureRules;
  sessionId: string;
  clock: Clock;
  newId(): string;
}

/** An event, and how it is captured. */
export interface Taken {
  declared: DeclaredEvent;
  payload: unknown;
  place: Place;
  /** How much of it is captured. */
  mode: CaptureMode;
  /** Less than the recording's mode would have. */
  isReduced?: boolean;
  except?: string | undefined;
}

/** Captures an event, at this moment. */
export function newDraft(seq: number, event: Taken, options: DraftOptions): Draft {
  const { declared, payload, place, mode, isReduced, except } = event;
  const { rules, clock, newId, sessionId } = options;
  const time = isoTime(clock.now());
  const mono = clock.mono();
  const capture = capturePayload(payload, { mode, declared, except }, rules);
  return {
    declared,
    seq,
    eventId: newId(),
    time,
    mono,
    sessionId,
    place: redactPlace(place, rules, capture),
    mode: isReduced ? mode : undefined,
    capture,
  };
}

/** The line of a draft; `undefined`: there is no way to make it fit. */
export function draftLine(draft: Draft, rules: CaptureRules): RecordLine | undefined {
  const { seq, capture, declared } = draft;
  const { recordBytes } = rules.limits;
  let line = measuredLine(recordOf(draft));
  if (line.bytes > recordBytes) {
    capture.omitted += shrink(capture.data, line.bytes - recordBytes + MARGIN_BYTES, rules);
    line = measuredLine(recordOf(draft));
    if (line.bytes > recordBytes) return undefined;
  }
  const { text, bytes } = line;
  return { seq, text, bytes, spare: declared.spare === true, sync: declared.sync === true };
}

/** JSON leaves out what is `undefined`: to build the object without it takes longer than to write it. */
function recordOf(draft: Draft): TraceRecord {
  const { declared, seq, eventId, time, mono, sessionId, place, capture } = draft;
  const { runId, operationId, parentOperationId } = place;
  return {
    v: 1,
    seq,
    eventId,
    time,
    mono,
    name: declared.name,
    sessionId,
    runId,
    operationId,
    parentOperationId,
    meta: metaOf(draft),
    data: capture.data,
  } as TraceRecord;
}

function metaOf({ capture, place, mode }: Draft): RecordMeta | undefined {
  const { redacted, omitted } = capture;
  const { original } = place;
  if (redacted + omitted === 0 && original === undefined && mode === undefined) return undefined;
  const counts = { redacted: redacted || undefined, omitted: omitted || undefined };
  return { ...counts, original, mode } as RecordMeta;
}
