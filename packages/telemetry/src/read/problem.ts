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

/** Where a record stands. */
export interface Position {
  segment: string;
  line: number;
  offset: number;
  bytes: number;
}
