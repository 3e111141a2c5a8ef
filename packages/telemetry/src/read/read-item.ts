import type { EndLine, GapLine, SegmentLine, TraceRecord } from '../record/envelope.js';
import type { Position, Problem } from './problem.js';

/** What a reader yields, in the order of the recording. */
export type ReadItem =
  | { type: 'record'; record: ReadRecord; position: Position }
  | { type: 'segment'; segment: SegmentLine; name: string }
  | { type: 'gap'; gap: GapLine; segment: string }
  | { type: 'end'; end: EndLine; segment: string }
  | { type: 'problem'; problem: Problem };

/** A record as it was written, under its name of today. */
export interface ReadRecord extends TraceRecord {
  /** The name that stands in the file, where it is an earlier or a business name. */
  originalName?: string;
  /** The vocabulary has no such name: written by a newer version, perhaps. */
  isUnknown?: true;
  /** The last line of its segment, without a line feed. */
  isUnterminated?: true;
  /** Found inside a damaged line. */
  isSalvaged?: true;
}
