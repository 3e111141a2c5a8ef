const MAX_FILL = 0.6;

/**
 * Texts that were seen, each kept as a hash of 63 bits. Of a million ids, the chance that any two
 * are taken for one is below one in ten million; the texts themselves would take ten times as much.
 */
export class IdSet {
  /** Two cells per id; both 0: free. */
  #cells = new Uint32Array(2 * 1024);
  #count = 0;

  /** @returns whether it is new */
  add(id: string): boolean {
    const [low, high] = hashOf(id);
    const at = placeOf(this.#cells, low, high);
    if (this.#cells[at] !== 0 || this.#cells[at + 1] !== 0) return false;
    this.#cells[at] = low;
    this.#cells[at + 1] = high;
    if (++this.#count > (this.#cells.length / 2) * MAX_FILL) this.#grow();
    return true;
  }

  #grow(): void {
    const cells = new Uint32Array(this.#cells.length * 2);
    for (let at = 0; at < this.#cells.length; at += 2) {
      const low = this.#cells[at] ?? 0;
      const high = this.#cells[at + 1] ?? 0;
      if (low === 0 && high === 0) continue;
      const place = placeOf(cells, low, high);
      cells[place] = low;
      cells[place + 1] = high;
    }
    this.#cells = cells;
  }
}

/** Where the hash is, or the free place it would take. */
function placeOf(cells: Uint32Array, low: number, high: number): number {
  const mask = cells.length - 1;
  let at = (low << 1) & mask;
  while (
    (cells[at] !== low || cells[at + 1] !== high) &&
    (cells[at] !== 0 || cells[at + 1] !== 0)
  ) {
    at = (at + 2) & mask;
  }
  return at;
}

/** Never both 0. */
function hashOf(id: string): [low: number, high: number] {
  let low = 0x811c9dc5;
  let high = id.length + 0x2545f491;
  // Each half takes every other character, which halves the work.
  for (let index = 0; index < id.length; index += 2) {
    low = Math.imul(low ^ id.charCodeAt(index), 0x01000193);
    high = Math.imul(high ^ id.charCodeAt(index + 1) ^ (high >>> 15), 0x85ebca6b);
  }
  low = Math.imul(low ^ (low >>> 16), 0x7feb352d);
  return [(low ^ (low >>> 15)) >>> 0, ((high ^ (high >>> 13)) | 1) >>> 0];
}
