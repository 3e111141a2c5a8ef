import { foldOperations } from '../read/fold-operations.js';
import type { OperationNode, OperationTree } from '../read/operation-node.js';
import type { ReadRecord } from '../read/read-item.js';
import { walk } from '../read/walk.js';
import { DistinctIds } from './distinct-ids.js';
import { type ExportOptions, factsOf, fieldsOf } from './fields.js';
import { nestedOperations, writerOf } from './lanes.js';
import { type Items, Places } from './places.js';
import { OUTSIDE, Tracks } from './tracks.js';

/** One event of the trace event format. Times are microseconds. */
export interface ChromeEvent {
  ph: 'X' | 'b' | 'e' | 'i' | 'C' | 'M';
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  cat?: string;
  id?: string;
  s?: 't';
  args?: Record<string, unknown>;
}

/** {@link ExportOptions}, and what a picture can show beside operations. */
export interface ChromeOptions extends ExportOptions {
  /** Numbers that a record tells of, by the name of their curve. @default none */
  counters?: ((record: ReadRecord) => Readonly<Record<string, number>> | undefined) | undefined;
}

/**
 * A recording as a JSON document of trace events, for Perfetto and other viewers. Yields pieces of
 * it, each of whole lines. Reads all items first: they are held as far as their tree holds them.
 */
export async function* exportChrome(
  items: Items,
  options: ChromeOptions = {},
): AsyncGenerator<string> {
  const places = new Places();
  const tree = await foldOperations(places.watch(items), options);
  yield* chromeLines(chromeEvents(tree, places, options));
}

/**
 * The events of a recording. Operations that lie in each other
 * are complete events (`X`); those that overlap, and everything below them, are asynchronous ones
 * (`b`, `e`), because boxes on one line must nest. What has no end has no `e` and says so.
 */
export function* chromeEvents(
  tree: OperationTree,
  places: Places,
  options: ChromeOptions = {},
): Generator<ChromeEvent> {
  const nested = nestedOperations(tree.roots, places);
  const tracks = new Tracks();
  const ids = new DistinctIds();

  for (const { node, root } of walk(tree.roots)) {
    const track = tracks.at(writerOf(node, places), root.name);
    yield* drawn(node, track, nested.has(node));
    for (const record of [node.started, node.completed]) if (record) yield* curves(record);
    for (const record of [...node.points, ...node.extra]) yield* point(record, root.name);
  }
  for (const record of tree.points) yield* point(record, OUTSIDE);
  yield* tracks.names;

  function* drawn(
    node: OperationNode,
    track: { pid: number; tid: number },
    isNested: boolean,
  ): Generator<ChromeEvent> {
    const id = ids.next(node.operationId);
    const { start, end } = places.span(node);
    const { label = node.name, attributes } = options.describe?.(node) ?? {};
    const event = { name: label, cat: node.name, ...track };
    const args: Record<string, unknown> = {
      ...factsOf(node),
      ...(end === undefined ? { incomplete: node.missing ?? true } : {}),
      ...attributes,
      ...(node.started ? { started: fieldsOf(node.started, options) } : {}),
      ...(node.completed ? { completed: fieldsOf(node.completed, options) } : {}),
    };
    if (isNested && end !== undefined) {
      yield { ph: 'X', ...event, ts: start, dur: end - start, args };
      return;
    }
    yield { ph: 'b', ...event, id, ts: start, args };
    if (end !== undefined) yield { ph: 'e', ...event, id, ts: end };
  }

  function* point(record: ReadRecord, line: string): Generator<ChromeEvent> {
    const track = tracks.at(places.writerOf(record), line);
    const args = { seq: record.seq, data: fieldsOf(record, options) };
    yield { ph: 'i', name: record.name, ...track, ts: places.at(record), s: 't', args };
    yield* curves(record);
  }

  function* curves(record: ReadRecord): Generator<ChromeEvent> {
    const { pid } = tracks.at(places.writerOf(record), OUTSIDE);
    for (const [name, value] of Object.entries(options.counters?.(record) ?? {})) {
      if (!Number.isFinite(value)) continue;
      yield { ph: 'C', name, pid, tid: 0, ts: places.at(record), args: { value } };
    }
  }
}

/** The events as lines of one JSON document. */
export function* chromeLines(events: Iterable<ChromeEvent>): Generator<string> {
  yield '{"displayTimeUnit":"ms","traceEvents":[\n';
  let before: string | undefined;
  for (const event of events) {
    if (before !== undefined) yield `${before},\n`;
    before = JSON.stringify(event);
  }
  yield `${before ?? ''}\n]}\n`;
}
