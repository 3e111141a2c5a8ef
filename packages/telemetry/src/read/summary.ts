import type { CaptureMode } from '@loop/events/trace';
import { failedRuns } from './first-failure.js';
import { OperationFold, type FoldOptions } from './fold-operations.js';
import { runsOf } from './link-operations.js';
import type { OperationNode } from './operation-node.js';
import { isDamage } from './problem.js';
import type { ReadItem } from './read-item.js';
import { parseTime } from './time.js';
import { walk } from './walk.js';

/** A recording at a glance, for lists. */
export interface RecordingSummary {
  /** As its first line or its first record names it. */
  sessionId?: string;
  /** Epoch milliseconds of its first and last record. */
  startedAt?: number;
  lastAt?: number;
  /** Of its last segment. */
  mode?: CaptureMode;
  segments: number;
  records: number;
  runs: number;
  failedRuns: number;
  /** Of the run that began last, as its end's fields say it. */
  outcome: OperationNode['outcome'];
  /** Why the run that began last has no end. */
  missing?: NonNullable<OperationNode['missing']>;
  /** Operations without an end, those of a live writer included. */
  incomplete: number;
  /** Records that were captured and not written, by the gap lines. */
  dropped: number;
  /** Problems that are damage, see {@link isDamage}. */
  damage: number;
}

/** Sums a recording up. Holds its lifetimes, none of its points. */
export async function summaryOf(
  items: AsyncIterable<ReadItem> | Iterable<ReadItem>,
  options: Omit<FoldOptions, 'keepPoint'> = {},
): Promise<RecordingSummary> {
  const fold = new SummaryFold(options);
  for await (const item of items) fold.take(item);
  return fold.summary();
}

/** The same, fed item by item. */
export class SummaryFold {
  readonly #operations: OperationFold;
  readonly #seen: Pick<RecordingSummary, 'sessionId' | 'startedAt' | 'lastAt' | 'mode'> = {};
  readonly #counts = { segments: 0, records: 0, dropped: 0, damage: 0 };

  constructor(options: Omit<FoldOptions, 'keepPoint'> = {}) {
    this.#operations = new OperationFold({ ...options, keepPoint: () => false });
  }

  take(item: ReadItem): void {
    this.#operations.take(item);
    if (item.type === 'gap') this.#counts.dropped += item.gap.count;
    else if (item.type === 'problem' && isDamage(item.problem)) this.#counts.damage++;
    else if (item.type === 'segment') {
      this.#counts.segments++;
      this.#seen.mode = item.segment.mode;
      this.#seen.sessionId ??= item.segment.sessionId;
    } else if (item.type === 'record') {
      const at = parseTime(item.record.time);
      this.#counts.records++;
      this.#seen.sessionId ??= item.record.sessionId;
      this.#seen.startedAt ??= at;
      this.#seen.lastAt = at;
    }
  }

  summary(): RecordingSummary {
    const tree = this.#operations.tree();
    const runs = runsOf(tree);
    const last = [...runs.values()].at(-1);
    let incomplete = 0;
    for (const { node } of walk(tree.roots)) if (node.status === 'incomplete') incomplete++;
    return {
      ...this.#seen,
      ...this.#counts,
      runs: runs.size,
      failedRuns: failedRuns(tree).length,
      outcome: last?.outcome ?? 'unknown',
      ...(last?.missing && { missing: last.missing }),
      incomplete,
    };
  }
}
