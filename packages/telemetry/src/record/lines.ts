import type { MeasuredLine } from './encode-line.js';
import type { GapReason } from './envelope.js';

/** A record's line on its way to the storage. */
export interface RecordLine extends MeasuredLine {
  seq: number;
  /** Dropped last: the event is one of a pair, or declared as spared. */
  spare: boolean;
  /** The storage is synced after it. */
  sync: boolean;
}

/** Where a recorder's lines go. Nothing here throws or waits. */
export interface LineQueue {
  /** How full it is: 0 empty, 1 full. A recorder captures less as it fills. */
  readonly fill: number;
  /** Takes a line in, or drops it and notes the gap. */
  push(line: RecordLine): void;
  /** A number that gets no line. */
  lost(seq: number, reason: GapReason): void;
}
