/** A physical line, without its line feed. */
export interface RawLine {
  /** Valid during the call only. `undefined`: longer than the limit, its bytes are gone. */
  bytes: Uint8Array | undefined;
  /** Physical line, from 1. */
  line: number;
  /** Where it begins, in bytes. */
  offset: number;
  length: number;
  /** No line feed follows: the file ends here. */
  isUnterminated: boolean;
}

const LINE_FEED = 0x0a;

/**
 * Cuts bytes at line feeds, and nowhere else. Holds at most one line that is not longer than the
 * limit; of a longer one it only counts the bytes.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #take: (line: RawLine) => void;
  #held: Uint8Array[] = [];
  /** Bytes of the open line so far, those that were not held included. */
  #length = 0;
  #isTooLong = false;
  #line = 1;
  #offset = 0;

  constructor(maxBytes: number, take: (line: RawLine) => void) {
    this.#maxBytes = maxBytes;
    this.#take = take;
  }

  /** The chunk may be used again afterwards. */
  push(chunk: Uint8Array): void {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      this.#close(chunk.subarray(from, at), false);
      from = at + 1;
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from));
  }

  /** The file is over. */
  end(): void {
    if (this.#length > 0) this.#close(new Uint8Array(0), true);
  }

  #hold(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.#maxBytes) this.#isTooLong = true;
    if (this.#isTooLong) this.#held = [];
    else this.#held.push(part.slice());
  }

  #close(rest: Uint8Array, isUnterminated: boolean): void {
    const length = this.#length + rest.length;
    const isTooLong = this.#isTooLong || length > this.#maxBytes;
    this.#take({
      bytes: isTooLong ? undefined : joined(this.#held, rest, length),
      line: this.#line,
      offset: this.#offset,
      length,
      isUnterminated,
    });
    this.#line++;
    this.#offset += length + 1;
    this.#held = [];
    this.#length = 0;
    this.#isTooLong = false;
  }
}

function joined(held: readonly Uint8Array[], rest: Uint8Array, length: number): Uint8Array {
  if (held.length === 0) return rest;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of [...held, rest]) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
