import { runsOf } from './link-operations.js';
import type { OperationNode, OperationTree } from './operation-node.js';
import { walk } from './walk.js';

/** The first thing that went wrong. */
export interface Failure {
  node: OperationNode;
  /** `error`: its end says so. The others: it has no end, and why. */
  reason: 'error' | 'closed' | 'crashed' | 'lost';
  /** What it lay in, from the nearest to the outermost. */
  chain: OperationNode[];
}

/**
 * The first failure of a run, or of all: of the ends that tell of an error, the first one recorded.
 * Where none does, the innermost operation that was cut off. `undefined`: nothing failed, as far as
 * it was recorded.
 */
export function firstFailure(tree: OperationTree, runId?: string): Failure | undefined {
  const parents = new Map<OperationNode, OperationNode>();
  let failed: OperationNode | undefined;
  let cutOff: OperationNode | undefined;
  for (const { node, parent } of walk(tree.roots)) {
    if (parent) parents.set(node, parent);
    if (runId !== undefined && node.runId !== runId) continue;
    if (node.outcome === 'error' && endSeq(node) < endSeq(failed)) failed = node;
    // What begins later lies further in, or beside: the latest start was under way at the end.
    if (node.missing && node.missing !== 'open' && startSeq(node) > startSeq(cutOff)) cutOff = node;
  }
  const node = failed ?? cutOff;
  if (!node) return undefined;
  return { node, reason: reasonOf(node), chain: chainOf(node, parents) };
}

/** Whether a run failed: by its own end, or, where that is missing, because it was cut off. */
export function failedRuns(tree: OperationTree): OperationNode[] {
  return [...runsOf(tree).values()].filter(
    ({ outcome, missing }) => outcome === 'error' || (missing && missing !== 'open'),
  );
}

function chainOf(
  node: OperationNode,
  parents: ReadonlyMap<OperationNode, OperationNode>,
): OperationNode[] {
  const chain: OperationNode[] = [];
  for (let at = parents.get(node); at; at = parents.get(at)) chain.push(at);
  return chain;
}

function reasonOf({ missing }: OperationNode): Failure['reason'] {
  return missing && missing !== 'open' ? missing : 'error';
}

function endSeq(node: OperationNode | undefined): number {
  return node?.completed?.seq ?? Infinity;
}

function startSeq(node: OperationNode | undefined): number {
  return node?.started?.seq ?? -1;
}
