import { busyTimeOf } from './busy-time.js';
import { OperationFold, type FoldOptions } from './fold-operations.js';
import { runsOf } from './link-operations.js';
import type { OperationNode, OperationTree } from './operation-node.js';
import type { ReadItem, ReadRecord } from './read-item.js';
import { walk } from './walk.js';

/** What {@link statsOf} takes besides the items. */
export interface StatsOptions extends Omit<FoldOptions, 'keepPoint'> {
  /**
   * By the root of an operation's names, what its time is spent on: `model`, `tool`, a wait for an
   * approval. @default nothing is told of that
   */
  buckets?: Readonly<Record<string, string>> | undefined;
}

/** A recording in numbers. */
export interface RecordingStats {
  /** By the root of their names, most frequent first. */
  operations: OperationStats[];
  /** In order of their start. */
  runs: RunStats[];
  records: number;
  /** Credentials that were replaced, values that were left out, records that were not written. */
  redacted: number;
  omitted: number;
  dropped: number;
}

/** All operations of one kind. Durations are those of the complete ones. */
export interface OperationStats {
  name: string;
  count: number;
  failed: number;
  cancelled: number;
  incomplete: number;
  orphaned: number;
  p50Ms?: number;
  p95Ms?: number;
  maxMs?: number;
}

/** Where a run's time went. */
export interface RunStats {
  runId: string;
  outcome: OperationNode['outcome'];
  durationMs?: number;
  /** Milliseconds by bucket; what lies inside another bucket's operation counts for the inner one. */
  busyMs: Record<string, number>;
}

/** Counts and measures a recording. Holds its lifetimes, none of its points. */
export async function statsOf(
  items: AsyncIterable<ReadItem> | Iterable<ReadItem>,
  { buckets = {}, ...options }: StatsOptions = {},
): Promise<RecordingStats> {
  const fold = new OperationFold({ ...options, keepPoint: () => false });
  const totals = { records: 0, redacted: 0, omitted: 0, dropped: 0 };
  for await (const item of items) {
    fold.take(item);
    if (item.type === 'gap') totals.dropped += item.gap.count;
    if (item.type === 'record') addRecord(totals, item.record);
  }
  const tree = fold.tree();
  return { operations: operationsOf(tree), runs: runStatsOf(tree, buckets), ...totals };
}

function addRecord(
  totals: Pick<RecordingStats, 'records' | 'redacted' | 'omitted'>,
  { meta }: ReadRecord,
): void {
  totals.records++;
  totals.redacted += meta?.redacted ?? 0;
  totals.omitted += meta?.omitted ?? 0;
}

function operationsOf(tree: OperationTree): OperationStats[] {
  const byName = new Map<string, OperationNode[]>();
  for (const { node } of walk(tree.roots)) {
    const nodes = byName.get(node.name);
    if (nodes) nodes.push(node);
    else byName.set(node.name, [node]);
  }
  return [...byName]
    .map(([name, nodes]) => operationStats(name, nodes))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

function operationStats(name: string, nodes: readonly OperationNode[]): OperationStats {
  const count = (test: (node: OperationNode) => boolean): number => nodes.filter(test).length;
  const durations = nodes
    .flatMap(({ durationMs }) => (durationMs === undefined ? [] : [durationMs]))
    .sort((a, b) => a - b);
  return {
    name,
    count: nodes.length,
    failed: count(({ outcome }) => outcome === 'error'),
    cancelled: count(({ outcome }) => outcome === 'cancelled'),
    incomplete: count(({ status }) => status === 'incomplete'),
    orphaned: count(({ status }) => status === 'orphaned'),
    ...(durations.length > 0 && {
      p50Ms: rank(durations, 0.5),
      p95Ms: rank(durations, 0.95),
      maxMs: rank(durations, 1),
    }),
  };
}

/** The smallest of them that this share does not exceed. */
function rank(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

function runStatsOf(tree: OperationTree, buckets: Readonly<Record<string, string>>): RunStats[] {
  return [...runsOf(tree)].map(([runId, node]) => ({
    runId,
    outcome: node.outcome,
    ...(node.durationMs !== undefined && { durationMs: node.durationMs }),
    busyMs: busyTimeOf(node, buckets),
  }));
}
