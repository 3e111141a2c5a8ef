import { formatDuration, formatTime } from '../format.js';
import { markOf } from './marks.js';
import type { Trace, TraceOperation } from '../../../wire/trace.js';

/** What is looked at: the latest run whichever that is, one run by its id, or everything. */
export type Scope = 'latest' | 'all' | { id: string };

/** What is looked at, and its place in time. */
export interface ScopedTrace {
  operations: readonly TraceOperation[];
  /** Epoch milliseconds: the first start, and the last sign of life. */
  from: number;
  until: number;
}

/** The runs of a trace, in order of their start. */
export function runsIn({ operations }: Pick<Trace, 'operations'>): TraceOperation[] {
  return operations.filter(({ name }) => name === 'run');
}

/** The operations of a scope. Whatever was asked for and is not there any more is the latest run. */
export function scopedTo(trace: Trace, scope: Scope): ScopedTrace {
  const runs = runsIn(trace);
  const chosen = typeof scope === 'object' ? runs.find(({ id }) => id === scope.id) : undefined;
  const run = chosen ?? runs.at(-1);
  const operations =
    scope === 'all' || !run
      ? trace.operations
      : trace.operations.filter((root) => root === run || isOf(root, run));
  const from = Math.min(...operations.map(({ startedAt }) => startedAt));
  const until = Math.max(from, ...operations.map((root) => lastSignOf(root, trace.readAt)));
  return { operations, from, until };
}

/** What a run's host did on its account, such as saving it. */
function isOf({ runId }: TraceOperation, run: TraceOperation): boolean {
  return runId !== undefined && runId === run.runId;
}

/** "21:03:12, ok, 4.2 s". */
export function runTitle(run: TraceOperation): string {
  const { startedAt, durationMs } = run;
  const took = durationMs === undefined ? [] : [formatDuration(durationMs)];
  return [formatTime(startedAt), markOf(run).word, ...took].join(', ');
}

/**
 * When an operation ended; of one that has no end, when anything was last heard around it.
 *
 * @param alive the last sign of life of the root that it lies in.
 */
export function endOf(
  { status, startedAt, durationMs = 0 }: TraceOperation,
  alive: number,
): number {
  return status === 'incomplete' ? alive : startedAt + durationMs;
}

/** When anything was last heard of an operation. */
export function lastSignOf(operation: TraceOperation, readAt: number): number {
  const { startedAt, durationMs = 0, missing, points, children } = operation;
  if (missing === 'open') return readAt;
  return Math.max(
    startedAt + durationMs,
    ...points.map(({ at }) => at),
    ...children.map((child) => lastSignOf(child, readAt)),
  );
}
