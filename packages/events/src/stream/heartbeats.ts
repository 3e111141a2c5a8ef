import { afterTurn } from './turn.js';

/** Something that is told every so often that time has passed. */
export interface Beating {
  beat(): void;
}

/** How many readers are served before others get their turn: some milliseconds of work. */
const BATCH = 64;

/**
 * Beats for all readers with the same interval, from one timer that does not keep the process
 * alive. Each reader is due one interval after it joined, and one interval after each beat: those
 * that a stalled process missed are not made up for. Readers are held in the order in which they
 * are due; after a storm of connects, those that are due together are served in small batches, so
 * that thousands of them do not stall the process.
 */
export class Heartbeats {
  /** By clock first: a test's fake clock takes its timers with it, and must not take others'. */
  static readonly #shared = new WeakMap<typeof setTimeout, Map<number, Heartbeats>>();

  readonly #intervalMs: number;
  /** In the order in which they are due: all wait equally long, and a served one goes to the end. */
  readonly #due = new Map<Beating, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isServing = false;
  /** The latest instant known: what a timer was set for counts, should the clock stand still. */
  #now = 0;

  /** The one schedule of the process for an interval. */
  static every(intervalMs: number): Heartbeats {
    const byInterval = Heartbeats.#shared.get(setTimeout) ?? new Map<number, Heartbeats>();
    const heartbeats = byInterval.get(intervalMs) ?? new Heartbeats(intervalMs);
    Heartbeats.#shared.set(setTimeout, byInterval.set(intervalMs, heartbeats));
    return heartbeats;
  }

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  /** Readers that wait for a beat. */
  get size(): number {
    return this.#due.size;
  }

  add(reader: Beating): void {
    this.#due.set(reader, this.#instant() + this.#intervalMs);
    this.#schedule();
  }

  remove(reader: Beating): void {
    this.#due.delete(reader);
    if (this.#due.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#now = 0;
  }

  #schedule(): void {
    const [next] = this.#due.values();
    if (next === undefined || this.#timer !== undefined || this.#isServing) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#now = Math.max(this.#now, next);
        this.#serve();
      },
      Math.max(next - this.#instant(), 0),
    );
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #serve(): void {
    this.#isServing = true;
    let served = 0;
    const now = this.#instant();
    for (const [reader, due] of this.#due) {
      if (due > now) break;
      if (served++ === BATCH) return afterTurn(() => this.#serve());
      this.#due.delete(reader);
      this.#due.set(reader, now + this.#intervalMs);
      reader.beat();
    }
    this.#isServing = false;
    this.#schedule();
  }

  #instant(): number {
    this.#now = Math.max(this.#now, performance.now());
    return this.#now;
  }
}
