/** What a reader found wrong. Each is counted and told, none stops it. */
export interface Problem {
  kind: ProblemKind;
  /** Name of the segment; missing where it concerns the whole recording. */
  segment?: string;
  /** Physical line, from 1. */
  line?: number;
  /** Where it begins in the segment, in bytes, and how long it is. */
  offset?: number;
  bytes?: number;
  /** Numbers that are concerned. */
  fromSeq?: number;
  toSeq?: number;
  /** In words, for people. Never content of a record. */
  message: string;
}

/** See TRACE-FORMAT, "Damage". */
export type ProblemKind =
  | 'torn-tail'
  | 'invalid-json'
  | 'invalid-utf8'
  | 'nul-fill'
  | 'oversized-line'
  | 'not-an-envelope'
  | 'unsupported-version'
  | 'unsupported-segment'
  | 'duplicate-event'
  | 'duplicate-seq'
  | 'gap'
  | 'unclean'
  | 'missing-segment'
  | 'clock-backwards'
  | 'suspended'
  | 'concurrent-writers'
  | 'unreadable';

/** Kinds that tell how a process fared: nothing of the recording is missing for it. */
const NOTES: ReadonlySet<ProblemKind> = new Set([
  'unclean',
  'clock-backwards',
  'suspended',
  'concurrent-writers',
]);

/** Whether something that was written cannot be had, or is there twice. */
export function isLoss({ kind }: Problem): boolean {
  return !NOTES.has(kind);
}

/** Whether it is more than what every crash leaves: a last line that was not written to its end. */
export function isDamage(problem: Problem): boolean {
  return isLoss(problem) && problem.kind !== 'torn-tail';
}

/** Where a record stands. */
export interface Position {
  segment: string;
  line: number;
  offset: number;
  bytes: number;
}

/** In words, what is wrong with a line. */
export const LINE_MESSAGES: Readonly<Partial<Record<ProblemKind, string>>> = {
  'torn-tail': 'The last line was not written to its end.',
  'invalid-json': 'The line is no JSON text; whole records in it were kept.',
  'invalid-utf8': 'The line is not UTF-8; whole records in it were kept.',
  'nul-fill': 'NUL bytes, as a loss of power leaves them; the rest of the line was kept.',
  'oversized-line': 'The line is longer than the limit and was skipped.',
  'not-an-envelope': 'The line is JSON, but no line of a recording.',
  'unsupported-version': 'The line is of a newer version and was skipped.',
  'unsupported-segment': 'The segment needs a newer reader and was skipped.',
};
