import type { OperationNode } from '../read/operation-node.js';

/** An operation on the way through a tree. */
export interface Visit {
  node: OperationNode;
  parent: OperationNode | undefined;
  /** The operation without a parent that it lies in; itself, if it has none. */
  root: OperationNode;
  /** 0: a root. */
  depth: number;
  /** Distinguishes operations whose id was used more than once: the first has it as it is. */
  id: string;
}

/** Every operation, parents before children, in order of their starts. No depth can exhaust it. */
export function* walk(roots: readonly OperationNode[]): Generator<Visit> {
  const uses = new Map<string, number>();
  const stack: Omit<Visit, 'id'>[] = roots
    .map((node) => ({ node, parent: undefined, root: node, depth: 0 }))
    .reverse();
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    const { node, root, depth } = visit;
    yield { ...visit, id: distinct(node.operationId, uses) };
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index];
      if (child) stack.push({ node: child, parent: node, root, depth: depth + 1 });
    }
  }
}

function distinct(operationId: string, uses: Map<string, number>): string {
  let use = (uses.get(operationId) ?? 0) + 1;
  let id = use === 1 ? operationId : `${operationId}#${use}`;
  while (use > 1 && uses.has(id)) id = `${operationId}#${++use}`;
  uses.set(operationId, use);
  if (use > 1) uses.set(id, 1);
  return id;
}
