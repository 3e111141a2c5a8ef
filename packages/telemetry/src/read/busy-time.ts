import type { OperationNode } from './operation-node.js';
import { walk } from './walk.js';

/** Epoch milliseconds; the end is not part of it. */
interface Interval {
  from: number;
  to: number;
}

/**
 * How long a run was in each bucket. An operation's time is its own less that of the ones inside it
 * that have a bucket too: a tool that waits for an approval waits. What ran at the same time in the
 * same bucket counts once.
 *
 * @param buckets by the root of an operation's names; what is not listed has none
 */
export function busyTimeOf(
  run: OperationNode,
  buckets: Readonly<Record<string, string>>,
): Record<string, number> {
  const inside = new Map<OperationNode, Interval[]>();
  const own: OperationNode[] = [];
  const parents = new Map<OperationNode, OperationNode>();
  const bucketOf = (node: OperationNode): string | undefined => buckets[node.name];
  for (const { node, parent } of walk([run])) {
    if (parent) parents.set(node, parent);
    if (bucketOf(node) === undefined || node.durationMs === undefined) continue;
    own.push(node);
    let around = parents.get(node);
    while (around && !inside.has(around)) around = parents.get(around);
    if (around) inside.get(around)?.push(intervalOf(node));
    inside.set(node, []);
  }
  const byBucket: Record<string, Interval[]> = {};
  for (const node of own) {
    const ofBucket = (byBucket[bucketOf(node) ?? ''] ??= []);
    for (const piece of without(intervalOf(node), inside.get(node) ?? [])) ofBucket.push(piece);
  }
  return Object.fromEntries(
    Object.entries(byBucket).map(([bucket, pieces]) => [bucket, lengthOf(merged(pieces))]),
  );
}

function intervalOf({ startedAt, durationMs = 0 }: OperationNode): Interval {
  return { from: startedAt, to: startedAt + durationMs };
}

function without({ from, to }: Interval, holes: readonly Interval[]): Interval[] {
  const pieces: Interval[] = [];
  let at = from;
  for (const hole of merged(holes)) {
    if (hole.from > at) pieces.push({ from: at, to: Math.min(hole.from, to) });
    at = Math.max(at, hole.to);
  }
  if (at < to) pieces.push({ from: at, to });
  return pieces.filter((piece) => piece.from < piece.to);
}

function merged(intervals: readonly Interval[]): Interval[] {
  const all: Interval[] = [];
  for (const interval of [...intervals].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && interval.from <= last.to) last.to = Math.max(last.to, interval.to);
    else all.push({ ...interval });
  }
  return all;
}

function lengthOf(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { from, to }) => sum + (to - from), 0);
}
