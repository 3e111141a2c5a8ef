import { ask } from '../../api/ask.js';
import { pathOfSession } from '../../api/sessions.js';

/** What was recorded at one end of an operation. */
export interface TraceEnd {
  seq: number;
  /** Epoch milliseconds. */
  at: number;
  data: unknown;
  /** Credentials that were replaced, and values that were left out. */
  redacted?: number;
  omitted?: number;
}

/** A single event. */
export interface TracePoint extends TraceEnd {
  name: string;
}

/** A lifetime as far as it was recorded, and what lies in it. */
export interface TraceOperation {
  /** Its own in the recording. */
  id: string;
  operationId: string;
  name: string;
  /** Its name for people. */
  label: string;
  status: 'complete' | 'incomplete' | 'orphaned';
  missing?: 'open' | 'closed' | 'crashed' | 'lost';
  outcome: 'ok' | 'error' | 'cancelled' | 'unknown';
  error?: string;
  runId?: string;
  parentOperationId?: string;
  parentMissing?: true;
  startedAt: number;
  durationMs?: number;
  tokens?: { input: number; output: number };
  started?: TraceEnd;
  completed?: TraceEnd;
  points: TracePoint[];
  /** Pieces of a stream that lie in it. */
  pieces?: number;
  children: TraceOperation[];
}

/** How much a server records. */
export type TraceMode = 'off' | 'metadata' | 'content' | 'stream';

/** A session's recording: its latest runs. */
export interface Trace {
  mode: TraceMode;
  operations: TraceOperation[];
  points: TracePoint[];
  problems: { kind: string; message: string; segment?: string; line?: number }[];
  /** `null`: nothing is recorded. */
  recording: { segments: number; bytes: number; damaged: boolean } | null;
  runs: { shown: number; total: number };
  cut: { operations: number; points: number };
  /** Until when what is still open has lasted. */
  readAt: number;
}

/** Asks for the latest runs of a recording. */
export function readTrace(sessionId: string, runs: number): Promise<Trace> {
  return ask('GET', `${pathOfSession(sessionId)}/trace?runs=${runs}`);
}

/** Where a recording can be had as a file. */
export function pathOfExport(sessionId: string, format: 'chrome' | 'otlp'): string {
  return `${pathOfSession(sessionId)}/trace/export?format=${format}`;
}
