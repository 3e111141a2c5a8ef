/** Whole numbers, kept as ranges: a recording without holes takes one. */
export class NumberRanges {
  /** In rising order; no two touch. */
  readonly #ranges: { from: number; to: number }[] = [];

  /** 0: there is none. */
  get highest(): number {
    return this.#ranges[this.#ranges.length - 1]?.to ?? 0;
  }

  has(number: number): boolean {
    if (number > this.highest) return false;
    const range = this.#ranges[this.#indexOf(number)];
    return range !== undefined && range.from <= number;
  }

  add(from: number, to: number = from): void {
    const last = this.#ranges[this.#ranges.length - 1];
    if (last && from === last.to + 1) last.to = to;
    else if (!last || from > last.to) this.#ranges.push({ from, to });
    else this.#insert(from, to);
  }

  /** What is missing from 1 up to the number. */
  missing(upTo: number): { from: number; to: number }[] {
    const holes: { from: number; to: number }[] = [];
    let next = 1;
    for (const { from, to } of this.#ranges) {
      if (from > next) holes.push({ from: next, to: Math.min(from - 1, upTo) });
      next = to + 1;
      if (next > upTo) break;
    }
    if (next <= upTo) holes.push({ from: next, to: upTo });
    return holes.filter(({ from, to }) => from <= to);
  }

  #insert(from: number, to: number): void {
    const first = this.#indexOf(from - 1);
    let after = first;
    const merged = { from, to };
    for (; after < this.#ranges.length; after++) {
      const range = this.#ranges[after];
      if (!range || range.from > to + 1) break;
      merged.from = Math.min(merged.from, range.from);
      merged.to = Math.max(merged.to, range.to);
    }
    this.#ranges.splice(first, after - first, merged);
  }

  /** Index of the first range that does not end before the number. */
  #indexOf(number: number): number {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle]?.to ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
