import type { OperationTree } from '../read/operation-node.js';
import type { Problem } from '../read/problem.js';
import type { ReadRecord } from '../read/read-item.js';
import { type ExportOptions, factsOf, fieldsOf } from './fields.js';
import type { Items, Places } from './places.js';
import { walk } from '../read/walk.js';

/**
 * The records of a recording in their order, and what was wrong with it, as one JSON document.
 * Yields pieces of it, each of whole lines.
 */
export async function* exportJson(
  items: Items,
  options: ExportOptions = {},
): AsyncGenerator<string> {
  const problems: Problem[] = [];
  let comma = '';
  yield '{"format":"loop.trace.records","version":1,"records":[\n';
  for await (const item of items) {
    if (item.type === 'problem') problems.push(item.problem);
    if (item.type !== 'record') continue;
    yield `${comma}${JSON.stringify(visible(item.record, options))}\n`;
    comma = ',';
  }
  yield `],"problems":${JSON.stringify(problems)}}\n`;
}

/** A record with what may go out of its payload. */
function visible(record: ReadRecord, options: ExportOptions): ReadRecord {
  return { ...record, data: fieldsOf(record, options) };
}

/** One operation of {@link operationList}. */
export interface ListedOperation {
  name: string;
  label?: string;
  /** 0: it has no parent. */
  depth: number;
  /** By the wall clock, epoch milliseconds. */
  startedAt: number;
  /** By the steady clock where one writer saw both ends. */
  durationMs?: number;
  [fact: string]: unknown;
}

/**
 * The operations of a tree, parents before children, with their depth: flat, because a chain of
 * parents may be longer than a JSON parser nests.
 */
export function* operationList(
  tree: OperationTree,
  places: Places,
  options: ExportOptions,
): Generator<ListedOperation> {
  for (const { node, depth } of walk(tree.roots)) {
    const { start, end } = places.span(node);
    const { label, attributes } = options.describe?.(node) ?? {};
    yield {
      name: node.name,
      ...(label === undefined ? {} : { label }),
      depth,
      status: node.status,
      ...factsOf(node),
      startedAt: node.startedAt,
      ...(node.completed && end !== undefined ? { durationMs: (end - start) / 1000 } : {}),
      ...(attributes ? { attributes } : {}),
      ...(node.started ? { started: fieldsOf(node.started, options) } : {}),
      ...(node.completed ? { completed: fieldsOf(node.completed, options) } : {}),
      points: node.points.map(({ seq, name }) => ({ seq, name })),
    };
  }
}
