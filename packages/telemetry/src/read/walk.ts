import type { OperationNode } from './operation-node.js';

/** An operation on the way through a tree. */
export interface Visit {
  node: OperationNode;
  parent: OperationNode | undefined;
  /** The operation without a parent that it lies in; itself, if it has none. */
  root: OperationNode;
  /** 0: a root. */
  depth: number;
}

/** Every operation, parents before children, in order of their starts. No depth can exhaust it. */
export function* walk(roots: readonly OperationNode[]): Generator<Visit> {
  const stack: Visit[] = roots
    .map((node) => ({ node, parent: undefined, root: node, depth: 0 }))
    .reverse();
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    const { node, root, depth } = visit;
    yield visit;
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index];
      if (child) stack.push({ node: child, parent: node, root, depth: depth + 1 });
    }
  }
}
