import type { CaptureMode } from '@loop/events/trace';
import { encodeLine } from './encode-line.js';
import type { GapReason } from './envelope.js';
import type { RecordLine } from './lines.js';
import type { Room } from './rooms.js';

/** What stands in the queue. `bytes` are those of its text; a gap has none before it is taken. */
export type Entry = LineEntry | GapEntry;

/** A record's line. */
export interface LineEntry {
  kind: 'line';
  /** Position in all that was ever queued. */
  serial: number;
  /** How the recording captured when it came. */
  mode: CaptureMode;
  bytes: number;
  line: RecordLine;
  /** What it takes its place from. */
  room: Room;
}

/** Records that were dropped. */
export interface GapEntry {
  kind: 'gap';
  serial: number;
  mode: CaptureMode;
  bytes: number;
  from: number;
  to: number;
  count: number;
  reason: GapReason;
}

/** Lines that are written together. */
export interface Batch {
  entries: readonly Entry[];
  mode: CaptureMode;
  lines: readonly string[];
  bytes: number;
  /** Number of records, of records that its gaps stand for, and the highest seq of both. */
  records: number;
  dropped: number;
  lastSeq: number;
  /** The storage is synced after it. */
  sync: boolean;
}

/** The gap that one record leaves. */
export function gapEntry(
  seq: number,
  reason: GapReason,
  mode: CaptureMode,
  serial: number,
): GapEntry {
  return { kind: 'gap', serial, mode, bytes: 0, from: seq, to: seq, count: 1, reason };
}

/** Notes a lost line: in the gap before it, where that ends there, else in one of its own. */
export function addLoss(
  entries: Entry[],
  { line: { seq }, mode, serial }: LineEntry,
  reason: GapReason,
): void {
  const before = entries.at(-1);
  if (before?.kind === 'gap' && before.reason === reason && before.to === seq - 1) {
    before.to = seq;
    before.count++;
  } else {
    entries.push(gapEntry(seq, reason, mode, serial));
  }
}

/** Joins the first entries: of one mode, at most `maxBytes`, but one at least. */
export function joinBatch(
  entries: readonly Entry[],
  maxBytes: number,
  now: number,
): Batch | undefined {
  const [first] = entries;
  if (first === undefined) return undefined;
  const { mode } = first;
  const batch = { mode, bytes: 0, records: 0, dropped: 0, lastSeq: 0, sync: false };
  const taken: Entry[] = [];
  const lines: string[] = [];
  for (const entry of entries) {
    const text = entry.kind === 'line' ? entry.line.text : gapText(entry, now);
    if (entry.kind === 'gap') entry.bytes = text.length;
    if (taken.length > 0 && (entry.mode !== mode || batch.bytes + entry.bytes > maxBytes)) break;
    taken.push(entry);
    lines.push(text);
    batch.bytes += entry.bytes;
    count(batch, entry);
  }
  return { ...batch, entries: taken, lines };
}

function count(batch: Pick<Batch, 'records' | 'dropped' | 'lastSeq' | 'sync'>, entry: Entry): void {
  if (entry.kind === 'line') {
    batch.records++;
    batch.sync ||= entry.line.sync;
    batch.lastSeq = Math.max(batch.lastSeq, entry.line.seq);
  } else {
    batch.dropped += entry.count;
    batch.lastSeq = Math.max(batch.lastSeq, entry.to);
  }
}

function gapText({ from, to, count, reason }: GapEntry, now: number): string {
  const time = new Date(now).toISOString();
  return encodeLine({ v: 1, kind: 'gap', from, to, count, reason, time });
}
