import type { EndLine, GapLine, SegmentLine, TraceRecord } from './envelope.js';
import { utf8Length } from './utf8-length.js';

type Line = TraceRecord | SegmentLine | GapLine | EndLine;

/** A value as one line, with its line feed. */
export function encodeLine(value: Line): string {
  return measuredLine(value).text;
}

/** A line, with its line feed, and how long it is in UTF-8. */
export interface MeasuredLine {
  text: string;
  bytes: number;
}

/**
 * A value as one line, measured. U+2028 and U+2029 are escaped: some readers of lines would cut
 * there. A line of as many bytes as characters is ASCII and has none.
 */
export function measuredLine(value: Line): MeasuredLine {
  const json = JSON.stringify(value);
  const bytes = utf8Length(json);
  if (bytes === json.length || !/[\u2028\u2029]/.test(json)) return ended(json, bytes);
  const escaped = json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return ended(escaped, utf8Length(escaped));
}

function ended(json: string, bytes: number): MeasuredLine {
  return { text: `${json}\n`, bytes: bytes + 1 };
}
