import type { OperationNode, OperationTree } from './operation-node.js';
import type { Draft } from './operation-pairs.js';
import type { ReadRecord } from './read-item.js';

/** Puts lifetimes under their parents, and points into the lifetimes they lie in. */
export function linkOperations(
  drafts: readonly Draft[],
  points: readonly { record: ReadRecord; order: number }[],
): OperationTree {
  const inOrder = [...drafts].sort((a, b) => seqOf(a) - seqOf(b) || a.order - b.order);
  const byId = groupById(inOrder);
  const runs = runsAmong(inOrder);
  const parents = parentsOf(inOrder, byId);
  const tree: OperationTree = { roots: [], byId: nodesById(byId), points: [] };
  for (const draft of inOrder) {
    (parents.get(draft)?.node.children ?? tree.roots).push(draft.node);
  }
  for (const { record, order } of points) {
    const { operationId, runId } = record;
    const draft = nearest(byId.get(operationId ?? ''), order) ?? runs.get(runId ?? '');
    (draft?.node.points ?? tree.points).push(record);
  }
  return tree;
}

/** The operation that stands for each run: of its id, or else the first one without a parent. */
export function runsOf(tree: OperationTree): Map<string, OperationNode> {
  const runs = new Map<string, OperationNode>();
  for (const node of tree.roots) noteRun(runs, node, node);
  return runs;
}

function runsAmong(drafts: readonly Draft[]): Map<string, Draft> {
  const runs = new Map<string, Draft>();
  for (const draft of drafts) noteRun(runs, draft.node, draft);
  return runs;
}

function noteRun<T>(runs: Map<string, T>, node: OperationNode, value: T): void {
  const { runId, operationId, parentOperationId } = node;
  if (runId === undefined || parentOperationId !== undefined) return;
  if (!runs.has(runId) || operationId === runId) runs.set(runId, value);
}

function parentsOf(
  drafts: readonly Draft[],
  byId: ReadonlyMap<string, readonly Draft[]>,
): Map<Draft, Draft> {
  const parents = new Map<Draft, Draft>();
  for (const draft of drafts) {
    const { parentOperationId } = draft.node;
    if (parentOperationId === undefined) continue;
    const parent = nearest(byId.get(parentOperationId), draft.order);
    if (parent) parents.set(draft, parent);
    else draft.node.isParentMissing = true;
  }
  openCycles(drafts, parents);
  return parents;
}

/** Whoever closes a cycle stands without a parent. Each draft is walked over once. */
function openCycles(drafts: readonly Draft[], parents: Map<Draft, Draft>): void {
  const settled = new Set<Draft>();
  for (const draft of drafts) {
    const path = new Set<Draft>();
    let at: Draft | undefined = draft;
    while (at && !settled.has(at) && !path.has(at)) {
      path.add(at);
      at = parents.get(at);
    }
    if (at && path.has(at)) parents.delete(at);
    for (const passed of path) settled.add(passed);
  }
}

/** Of the uses of an id, the last one that was there already; else the first. */
function nearest(drafts: readonly Draft[] | undefined, order: number): Draft | undefined {
  let found = drafts?.[0];
  for (const draft of drafts ?? []) if (draft.order < order) found = draft;
  return found;
}

function groupById(drafts: readonly Draft[]): Map<string, Draft[]> {
  const byId = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const { operationId } = draft.node;
    const same = byId.get(operationId);
    if (same) same.push(draft);
    else byId.set(operationId, [draft]);
  }
  return byId;
}

function nodesById(byId: ReadonlyMap<string, readonly Draft[]>): Map<string, OperationNode[]> {
  return new Map([...byId].map(([id, drafts]) => [id, drafts.map(({ node }) => node)]));
}

function seqOf({ node }: Draft): number {
  return (node.started ?? node.completed)?.seq ?? 0;
}
