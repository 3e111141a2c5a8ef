import type { CaptureMode, RequestTokens } from '@loop/events/trace';
import type { OperationNode, Problem } from '@loop/telemetry';

/** What the inspector shows of a session's recording: its latest runs. Times are epoch milliseconds. */
export interface Trace {
  /** How much is recorded now; what is there may have been recorded in another mode. */
  mode: CaptureMode;
  /** Those without a parent, in order of their start. */
  operations: TraceOperation[];
  /** Events outside of every operation. */
  points: TracePoint[];
  /** The latest ones. */
  problems: Problem[];
  /** `null`: nothing is recorded. */
  recording: { segments: number; bytes: number; damaged: boolean } | null;
  /** Runs in this answer, and in the recording. */
  runs: { shown: number; total: number };
  /** Of the runs that are shown, what there was no room for. */
  cut: { operations: number; points: number };
  /** Until when operations that are still open have lasted. */
  readAt: number;
}

/** A lifetime as far as it was recorded, and what lies in it. */
export interface TraceOperation extends Pick<
  OperationNode,
  | 'operationId'
  | 'name'
  | 'status'
  | 'missing'
  | 'outcome'
  | 'error'
  | 'runId'
  | 'parentOperationId'
> {
  /** Its own in this recording; an operation id may have been used twice. */
  id: string;
  /** Its name for people. */
  label: string;
  parentMissing?: true;
  startedAt: number;
  /** Of one that has both ends. */
  durationMs?: number;
  tokens?: RequestTokens;
  started?: TraceEnd;
  completed?: TraceEnd;
  points: TracePoint[];
  /** Pieces of a stream that lie in it: they are counted only. */
  pieces?: number;
  children: TraceOperation[];
}

/** What was recorded at one end. */
export interface TraceEnd {
  seq: number;
  at: number;
  data: unknown;
  /** Credentials that were replaced, and values that were left out, when it was recorded. */
  redacted?: number;
  omitted?: number;
}

/** A single event. */
export interface TracePoint extends TraceEnd {
  name: string;
}
