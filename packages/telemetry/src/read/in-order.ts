/** Something that waits. It takes numbers: a record one, a gap line several. */
interface Numbered<T> {
  from: number;
  to: number;
  bytes: number;
  item: T;
}

/**
 * What may wait for a lower number: as much as a writer may have queued when its process ends. Its
 * last lines then can land before a batch that was on its way.
 */
const MAX_WAITING = 16_384;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Brings what is numbered into order, as far as it fits into the window. Without a hole in the
 * numbers nothing ever waits.
 */
export class InOrder<T> {
  readonly #release: (item: T) => void;
  #next: number | undefined;
  #waiting: Numbered<T>[] = [];
  #lowest = Infinity;
  #bytes = 0;

  /** `next`: the number that is due, where it is known. */
  constructor(next: number | undefined, release: (item: T) => void) {
    this.#next = next;
    this.#release = release;
  }

  /** `bytes`: what the item takes while it waits. */
  add(item: T, from: number, to: number, bytes: number): void {
    this.#next ??= from;
    if (from > this.#next) this.#wait({ from, to, bytes, item });
    else this.#pass(item, to);
    if (this.#lowest <= this.#next) this.#drain();
  }

  /** Releases all that waits: what is missing will not come. */
  flush(): void {
    this.#releaseWaiting(this.#waiting.length);
  }

  #wait(entry: Numbered<T>): void {
    this.#waiting.push(entry);
    this.#bytes += entry.bytes;
    this.#lowest = Math.min(this.#lowest, entry.from);
    const isFull = this.#waiting.length > MAX_WAITING || this.#bytes > MAX_WAITING_BYTES;
    // Half of it, so that sorting stays cheap.
    if (isFull) this.#releaseWaiting(Math.ceil(this.#waiting.length / 2));
  }

  #drain(): void {
    this.#sort();
    let due = 0;
    let next = this.#next ?? 0;
    for (const { from, to } of this.#waiting) {
      if (from > next) break;
      next = Math.max(next, to + 1);
      due++;
    }
    this.#releaseWaiting(due);
  }

  #releaseWaiting(count: number): void {
    this.#sort();
    for (const entry of this.#waiting.splice(0, count)) {
      this.#bytes -= entry.bytes;
      this.#pass(entry.item, entry.to);
    }
    this.#lowest = this.#waiting[0]?.from ?? Infinity;
  }

  #pass(item: T, to: number): void {
    this.#next = Math.max(this.#next ?? 0, to + 1);
    this.#release(item);
  }

  #sort(): void {
    this.#waiting.sort((a, b) => a.from - b.from);
  }
}
