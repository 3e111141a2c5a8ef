const LF = 10;
const COLON = 58;

/** Measures events while their bytes pass. */
export interface EventMeter {
  /**
   * How many of `bytes` may pass: all of them, or fewer when the event they belong to is larger
   * than the limit. Then it is of no further use.
   */
  admit(bytes: Uint8Array): number;
}

/**
 * Bounds an event in bytes as received, from one blank line to the next, whatever its chunks: a
 * limit on what a parser buffers between chunks would miss an event that comes in one, and a
 * limit in characters would let three times as much CJK text through. Complete comment lines do
 * not count, as nothing keeps them; a line that never ends does, comment or not. Expects LF line ends.
 */
export function createEventMeter(maxBytes: number): EventMeter {
  let eventBytes = 0;
  let lineBytes = 0;
  let isComment = false;

  return {
    admit(bytes) {
      for (let from = 0; from < bytes.length;) {
        const lineEnd = bytes.indexOf(LF, from);
        const to = lineEnd < 0 ? bytes.length : lineEnd;
        if (lineBytes === 0) isComment = bytes[from] === COLON;
        lineBytes += to - from;
        if (eventBytes + lineBytes > maxBytes) return from;
        if (lineEnd < 0) break;
        endLine();
        from = lineEnd + 1;
      }
      return bytes.length;
    },
  };

  function endLine(): void {
    if (lineBytes === 0) eventBytes = 0;
    else if (!isComment) eventBytes += lineBytes;
    lineBytes = 0;
  }
}
