import type { Problem, Position } from './problem.js';
import type { ReadRecord } from './read-item.js';

/** A step of the wall clock against the steady one that is worth telling, in milliseconds. */
const SUSPENDED_MS = 1_000;

/** Watches the two clocks of one writer. */
export class WriterClock {
  #last: { seq: number; wall: number; mono: number } | undefined;

  /** What the record's times say, against those of the one before it. */
  note(record: ReadRecord, { segment, line, offset, bytes }: Position): Problem | undefined {
    const { seq } = record;
    const now = { seq, wall: Date.parse(record.time), mono: record.mono / 1000 };
    const before = this.#last;
    // A record that came late says nothing of the clocks.
    if (before && seq <= before.seq) return undefined;
    this.#last = now;
    if (!before) return undefined;
    const place = { segment, line, offset, bytes, fromSeq: before.seq, toSeq: seq };
    const wallMs = now.wall - before.wall;
    const jumpMs = Math.round(wallMs - (now.mono - before.mono));
    if (wallMs < 0) {
      const message = `The wall clock went back by ${-wallMs} ms; durations are those of the steady clock.`;
      return { kind: 'clock-backwards', ...place, message };
    }
    if (jumpMs <= SUSPENDED_MS) return undefined;
    const message = `The wall clock went ${jumpMs} ms ahead of the steady one: the machine slept, or the clock was set.`;
    return { kind: 'suspended', ...place, message };
  }
}
