/**
 * Makes bytes of lines, in memory that is used again: a batch is large, and new memory for every
 * one would cost more than writing it. What it returned last is overwritten by the next call.
 */
export class LineEncoder {
  #buffer = Buffer.alloc(0);

  encode(lines: readonly string[]): Uint8Array {
    const length = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
    if (length > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(length);
    let end = 0;
    for (const line of lines) end += this.#buffer.write(line, end);
    return this.#buffer.subarray(0, end);
  }
}
