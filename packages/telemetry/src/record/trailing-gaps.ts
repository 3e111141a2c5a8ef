import type { GapEntry } from './entries.js';
import type { GapReason } from './envelope.js';

/**
 * The gaps at the end of a queue, one per reason, so that losses of any length and mixture take no
 * more than a few of them. A range may hold numbers of another reason, never one that was written.
 */
export class TrailingGaps {
  #gaps: GapEntry[] = [];
  #last = 0;

  /** A number that was lost. @returns whether a gap that is there could be extended by it */
  extend(seq: number, reason: GapReason): boolean {
    if (seq !== this.#last + 1) this.clear();
    const gap = this.#gaps.find((other) => other.reason === reason);
    if (gap === undefined) return false;
    gap.to = this.#last = seq;
    gap.count++;
    return true;
  }

  add(gap: GapEntry): void {
    this.#gaps.push(gap);
    this.#last = gap.to;
  }

  /** A line follows, or they are taken. */
  clear(): void {
    this.#gaps = [];
  }
}

/** A count for each reason. */
export function noLosses(): Record<GapReason, number> {
  return {
    ...{ 'queue-full': 0, 'write-error': 0, limit: 0 },
    ...{ 'record-too-large': 0, serialize: 0, closed: 0 },
  };
}
