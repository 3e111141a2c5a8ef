/** Stands for every character that is not of ASCII, and for the last one that is. */
export const OTHER = 127;

/** How many units are read at a time. */
export const BLOCK_UNITS = 16_384;

/** Below this the platform's encoder, fast as it is, takes longer to call than the units to read. */
const FEW_UNITS = 48;

const encoder = new TextEncoder();

/**
 * Texts as one byte for each UTF-16 unit, for whoever goes through many of them: to ask a text for
 * its units one by one takes longer than most of what can be done with one.
 */
export class Units {
  /** What was read last. No UTF-16 unit is more than three bytes of UTF-8. */
  readonly codes: Uint8Array = new Uint8Array(3 * BLOCK_UNITS);

  /** Reads at most a block from `from` on. @returns how many units that are */
  read(text: string, from: number): number {
    const block = text.length <= BLOCK_UNITS ? text : text.slice(from, from + BLOCK_UNITS);
    if (block.length < FEW_UNITS) return this.#readEach(block);
    const { written } = encoder.encodeInto(block, this.codes);
    if (written > block.length) this.#joinSequences(written);
    return block.length;
  }

  #readEach(text: string): number {
    for (let at = 0; at < text.length; at++) {
      this.codes[at] = Math.min(text.charCodeAt(at), OTHER);
    }
    return text.length;
  }

  /** From UTF-8 to units: a sequence of four bytes is two, any other is one. */
  #joinSequences(bytes: number): void {
    const { codes } = this;
    let units = 0;
    for (let at = 0; at < bytes; at++) {
      const first = codes[at]!;
      codes[units++] = Math.min(first, OTHER);
      if (first < 0xc0) continue;
      if (first >= 0xf0) codes[units++] = OTHER;
      at += first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    }
  }
}
