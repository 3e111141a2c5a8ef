import { parseJson } from '../read/parse-line.js';
import { salvage, type Found } from '../read/salvage.js';
import { RECORD_MARK } from './envelope.js';

/** Farther off, a number in damage is taken for one of a payload. */
const MAX_SKIPPED = 1_000_000;

const utf8 = new TextEncoder();

/**
 * The highest number in the text of segments, or of a segment's end: of records under any name, of
 * gaps and of ends, with what a reader finds inside damaged lines. A record that was torn leaves its
 * number to the next one. A storage says it in its `Resumption`.
 * TRACE-FORMAT, "Order".
 *
 * @returns 0 if there is none
 */
export function highestSeq(text: string): number {
  let highest = 0;
  const inDoubt: number[] = [];
  // From the end, where the high ones are: hardly any line has to be parsed.
  for (const line of text.split('\n').reverse()) {
    if (!mayExceed(line, highest)) continue;
    const value = parseJson(line);
    const found = value === undefined ? salvage(utf8.encode(line)) : [];
    highest = Math.max(highest, numberOf(value));
    for (const { envelope, isDoubtful } of found) {
      if (isDoubtful) inDoubt.push(numberOf(contentOf(envelope)));
      else highest = Math.max(highest, numberOf(contentOf(envelope)));
    }
  }
  // One too high is told as missing records, one too low as two writers at once.
  const limit = highest + MAX_SKIPPED;
  return inDoubt.filter((seq) => seq <= limit).reduce((most, seq) => Math.max(most, seq), highest);
}

function mayExceed(line: string, highest: number): boolean {
  if (!line.startsWith(RECORD_MARK)) return line !== '';
  const isHigher = parseInt(line.slice(RECORD_MARK.length), 10) > highest;
  return isHigher || line.includes('{"v":1,', 1);
}

function contentOf(envelope: Found['envelope']): unknown {
  if (envelope.type === 'record') return envelope.record;
  if (envelope.type === 'gap') return envelope.gap;
  return envelope.type === 'end' ? envelope.end : undefined;
}

function numberOf(content: unknown): number {
  const { v, seq, to, lastSeq } = Object(content) as Record<string, unknown>;
  const numbers = [seq, to, lastSeq].filter((value) => v === 1 && Number.isSafeInteger(value));
  return Math.max(0, ...(numbers as number[]));
}
