import type { TraceLimits } from './limits.js';

/** How much of a bound is taken. */
export interface Room {
  records: number;
  bytes: number;
}

/** A queue's bounds: what anything may take, and a reserve for what is spared. */
export class Rooms {
  readonly #limits: TraceLimits;
  readonly #main: Room = { records: 0, bytes: 0 };
  readonly #reserve: Room = { records: 0, bytes: 0 };

  constructor(limits: TraceLimits) {
    this.#limits = limits;
  }

  /** 0: empty, 1: full, but for the reserve. */
  get fill(): number {
    const { queueBytes, queueRecords } = this.#limits;
    return Math.min(1, Math.max(this.#main.bytes / queueBytes, this.#main.records / queueRecords));
  }

  get records(): number {
    return this.#main.records + this.#reserve.records;
  }

  get bytes(): number {
    return this.#main.bytes + this.#reserve.bytes;
  }

  /** Takes room for a line. `undefined`: there is none. */
  take(bytes: number, spare: boolean): Room | undefined {
    const room = this.#find(bytes, spare);
    if (room === undefined) return undefined;
    room.records++;
    room.bytes += bytes;
    return room;
  }

  #find(bytes: number, spare: boolean): Room | undefined {
    const { queueBytes, queueRecords, reserveBytes } = this.#limits;
    const { records, bytes: taken } = this.#main;
    if (records < queueRecords && taken + bytes <= queueBytes) return this.#main;
    return spare && this.#reserve.bytes + bytes <= reserveBytes ? this.#reserve : undefined;
  }
}

/** A line no longer waits. */
export function leave({ room, bytes }: { room: Room; bytes: number }): void {
  room.records--;
  room.bytes -= bytes;
}
