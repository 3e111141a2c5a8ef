/** Numbers that look random and come again with their seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 0x9e3779b1) | 0;
  }

  /** From 0 up to, not including, the bound. */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * bound);
  }

  chance(share: number): boolean {
    return this.below(1_000) < share * 1_000;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.below(16).toString(16)).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
}
