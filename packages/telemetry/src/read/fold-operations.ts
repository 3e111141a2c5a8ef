import type { SegmentLine } from '../record/envelope.js';
import { linkOperations } from './link-operations.js';
import type { OperationNode, OperationTree } from './operation-node.js';
import { OperationPairs } from './operation-pairs.js';
import type { ReadItem, ReadRecord } from './read-item.js';
import { operationEndOf, type Vocabulary } from './vocabulary.js';

/** What {@link foldOperations} takes besides the items. */
export interface FoldOptions {
  /** Tells lifetimes from points. @default by the last word of a name */
  schema?: Vocabulary | undefined;
  /** Whether the process that wrote a segment still writes. @default none does */
  isLive?: ((segment: SegmentLine) => boolean) | undefined;
  /** Which points the tree holds; those of a long stream take much memory. @default all */
  keepPoint?: ((record: ReadRecord) => boolean) | undefined;
}

/**
 * Joins the records of a recording to its lifetimes. Reads the items once, in any order that a
 * reader yields them, and holds what the tree holds.
 *
 * Contract: "Operation lifetimes".
 */
export async function foldOperations(
  items: AsyncIterable<ReadItem> | Iterable<ReadItem>,
  options: FoldOptions = {},
): Promise<OperationTree> {
  const fold = new OperationFold(options);
  for await (const item of items) fold.take(item);
  return fold.tree();
}

/** The same, fed item by item. */
export class OperationFold {
  readonly #options: FoldOptions;
  readonly #segments = new Map<string, SegmentLine>();
  readonly #pairs = new OperationPairs();
  readonly #points: { record: ReadRecord; order: number }[] = [];
  /** By writer, the highest number that got lost. */
  readonly #lost = new Map<string, number>();
  /** Writers whose latest segment has its last line. */
  readonly #closed = new Set<string>();
  #order = 0;

  constructor(options: FoldOptions = {}) {
    this.#options = options;
  }

  take(item: ReadItem): void {
    if (item.type === 'segment') this.#begin(item.name, item.segment);
    else if (item.type === 'end') this.#closed.add(this.#writerOf(item.segment));
    else if (item.type === 'gap') this.#noteLoss(item.segment, item.gap.to);
    else if (item.type === 'problem') {
      const { kind, segment, toSeq } = item.problem;
      if (segment === undefined) return;
      if (kind === 'gap') this.#noteLoss(segment, toSeq ?? Infinity);
      if (kind === 'torn-tail' || kind === 'unclean') this.#closed.delete(this.#writerOf(segment));
    } else if (item.type === 'record') this.#takeRecord(item.record, item.position.segment);
  }

  tree(): OperationTree {
    for (const { node, segment } of this.#pairs.drafts) {
      if (node.status === 'incomplete') node.missing = this.#whyMissing(node.started, segment);
    }
    return linkOperations(this.#pairs.drafts, this.#points);
  }

  #begin(name: string, segment: SegmentLine): void {
    this.#segments.set(name, segment);
    this.#closed.delete(segment.writer);
  }

  #takeRecord(record: ReadRecord, segment: string): void {
    const { schema, keepPoint } = this.#options;
    const order = this.#order++;
    const end = operationEndOf(record, schema);
    if (end) this.#pairs.take(record, end, { segment, writer: this.#writerOf(segment), order });
    else if (keepPoint?.(record) ?? true) this.#points.push({ record, order });
  }

  #whyMissing(
    started: ReadRecord | undefined,
    segment: string,
  ): NonNullable<OperationNode['missing']> {
    const writer = this.#writerOf(segment);
    const lost = this.#lost.get(writer) ?? 0;
    if (started && lost > started.seq) return 'lost';
    const line = this.#segments.get(segment);
    if (line && this.#options.isLive?.(line)) return 'open';
    return this.#closed.has(writer) ? 'closed' : 'crashed';
  }

  #noteLoss(segment: string, toSeq: number): void {
    const writer = this.#writerOf(segment);
    this.#lost.set(writer, Math.max(this.#lost.get(writer) ?? 0, toSeq));
  }

  /** A segment without its first line has its writer in its name. */
  #writerOf(segment: string): string {
    return this.#segments.get(segment)?.writer ?? segment.slice(segment.indexOf('-') + 1);
  }
}
