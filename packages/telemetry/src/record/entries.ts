import type { CaptureMode } from '@loop/events/trace';
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
