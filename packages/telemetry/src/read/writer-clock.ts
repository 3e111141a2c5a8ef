import type { Problem, Position } from './problem.js';
import type { ReadRecord } from './read-item.js';
import { parseTime } from './time.js';

/** A step of the wall clock against the steady one that is worth telling, in milliseconds. */
const SUSPENDED_MS = 1_000;

/** Watches the two clocks of one writer. */
export class WriterClock {
  #last: { seq: number; wall: number; mono: number } | undefined;

  /** What the record's times say, against those of the one before it. */
  note(record: ReadRecord, position: Position): Problem | undefined {
    const { seq } = record;
    const now = { seq, wall: parseTime(record.time), mono: record.mono / 1000 };
    const before = this.#last;
    // A record that came late says nothing of the clocks.
    if (before && seq <= before.seq) return undefined;
    this.#last = now;
    if (!before) return undefined;
    const wallMs = now.wall - before.wall;
    const jumpMs = Math.round(wallMs - (now.mono - before.mono));
    if (wallMs >= 0 && jumpMs <= SUSPENDED_MS) return undefined;
    const place = { ...position, fromSeq: before.seq, toSeq: seq };
    return wallMs < 0
      ? { kind: 'clock-backwards', ...place, message: `The wall clock went back by ${-wallMs} ms.` }
      : { kind: 'suspended', ...place, message: suspended(jumpMs) };
  }
}

function suspended(ms: number): string {
  return `The wall clock went ${ms} ms ahead of the steady one: the machine slept, or it was set.`;
}
