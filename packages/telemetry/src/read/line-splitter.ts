import { decodeUtf8 } from './decode-utf8.js';

/** A physical line, without its line feed. */
export interface RawLine {
  /** The line as text, where that is known already. */
  text: string | undefined;
  /** To be called at once. `undefined`: longer than the limit, its bytes are gone. */
  bytes: () => Uint8Array | undefined;
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
    const first = chunk.indexOf(LINE_FEED);
    if (first === -1) return this.#hold(chunk);
    const last = chunk.lastIndexOf(LINE_FEED);
    this.#hold(chunk.subarray(0, first));
    this.#close(false);
    if (last > first) this.#takeAll(chunk.subarray(first + 1, last + 1));
    if (last < chunk.length - 1) this.#hold(chunk.subarray(last + 1));
  }

  /** The file is over. */
  end(): void {
    if (this.#length > 0) this.#close(true);
  }

  /** Whole lines. They are decoded together, as one by one costs more than to parse them. */
  #takeAll(bytes: Uint8Array): void {
    const text = decodeUtf8(bytes);
    const isAscii = text?.length === bytes.length;
    let fromText = 0;
    for (let from = 0; from < bytes.length;) {
      const start = from;
      const toText = text?.indexOf('\n', fromText) ?? 0;
      const to = isAscii ? toText : bytes.indexOf(LINE_FEED, from);
      const isTooLong = to - start > this.#maxBytes;
      const lineText = isTooLong ? undefined : text?.slice(fromText, toText);
      const lineBytes = () => (isTooLong ? undefined : bytes.subarray(start, to));
      this.#pass(to - start, lineText, lineBytes, false);
      from = to + 1;
      fromText = toText + 1;
    }
  }

  #hold(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.#maxBytes) this.#isTooLong = true;
    if (this.#isTooLong) this.#held = [];
    // What is a Buffer in Node has a `slice` that does not copy.
    else if (part.length > 0) this.#held.push(new Uint8Array(part));
  }

  /** The line that was held is over. */
  #close(isUnterminated: boolean): void {
    const held = this.#isTooLong ? undefined : joined(this.#held, this.#length);
    const length = this.#length;
    this.#held = [];
    this.#length = 0;
    this.#isTooLong = false;
    this.#pass(length, undefined, () => held, isUnterminated);
  }

  #pass(
    length: number,
    text: string | undefined,
    bytes: RawLine['bytes'],
    isUnterminated: boolean,
  ): void {
    this.#take({ line: this.#line, offset: this.#offset, length, text, bytes, isUnterminated });
    this.#line++;
    this.#offset += length + 1;
  }
}

function joined(held: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = held;
  if (first?.length === length) return first;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of held) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
