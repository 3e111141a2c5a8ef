import { RECORD_MARK } from './envelope.js';

/**
 * The highest number in lines of a segment: of records under any name, of gaps and of ends. What is
 * no whole line counts for nothing, so a record that was torn leaves its number to the next one.
 *
 * @returns 0 if there is none
 */
export function highestSeq(text: string): number {
  let highest = 0;
  // From the end, where the high ones are: hardly any line has to be parsed.
  for (const line of text.split('\n').reverse()) {
    if (mayExceed(line, highest)) highest = Math.max(highest, seqOf(line));
  }
  return highest;
}

function mayExceed(line: string, highest: number): boolean {
  if (!line.startsWith('{"v":1,')) return false;
  return !line.startsWith(RECORD_MARK) || parseInt(line.slice(RECORD_MARK.length), 10) > highest;
}

function seqOf(line: string): number {
  try {
    const { seq, to, lastSeq } = JSON.parse(line) as Record<string, unknown>;
    const numbers = [seq, to, lastSeq].filter((value) => Number.isSafeInteger(value));
    return Math.max(0, ...(numbers as number[]));
  } catch {
    return 0;
  }
}
