import type { OperationNode } from '../read/operation-node.js';
import type { Places } from './places.js';
import { walk } from '../read/walk.js';

/** An operation that has both ends. */
interface Box {
  node: OperationNode;
  start: number;
  end: number;
}

/** The writer of an operation's start, or of its end where that is all there is. */
export function writerOf({ started, completed }: OperationNode, places: Places): string {
  const record = started ?? completed;
  return record ? places.writerOf(record) : '';
}

/**
 * The operations that can be drawn into each other: complete, within their parent, beside siblings
 * that they do not overlap, and so is their parent. All others have to stand for themselves.
 * Operations without a parent share a line with those of the same writer and name.
 */
export function nestedOperations(
  roots: readonly OperationNode[],
  places: Places,
): ReadonlySet<OperationNode> {
  const nested = new Set<OperationNode>();
  const lines = new Map<string, Box[]>();
  for (const box of boxes(roots, places)) {
    const line = `${writerOf(box.node, places)} ${box.node.name}`;
    const shared = lines.get(line);
    if (shared) shared.push(box);
    else lines.set(line, [box]);
  }
  for (const line of lines.values()) for (const { node } of apart(line)) nested.add(node);

  for (const { node } of walk(roots)) {
    if (!nested.has(node)) continue;
    const { start, end = start } = places.span(node);
    const writer = writerOf(node, places);
    const alike = boxes(node.children, places).filter(
      (child) => writerOf(child.node, places) === writer,
    );
    for (const child of apart(alike)) {
      if (child.start >= start && child.end <= end) nested.add(child.node);
    }
  }
  return nested;
}

function boxes(nodes: readonly OperationNode[], places: Places): Box[] {
  return nodes.flatMap((node) => {
    const { start, end } = places.span(node);
    return node.status === 'complete' && end !== undefined ? [{ node, start, end }] : [];
  });
}

/** Those that overlap no other; to touch is no overlap. */
function apart(line: readonly Box[]): Box[] {
  const sorted = [...line].sort((a, b) => a.start - b.start || a.end - b.end);
  let reached = -Infinity;
  return sorted.filter((box, index) => {
    const isFree = box.start >= reached && box.end <= (sorted[index + 1]?.start ?? Infinity);
    reached = Math.max(reached, box.end);
    return isFree;
  });
}
