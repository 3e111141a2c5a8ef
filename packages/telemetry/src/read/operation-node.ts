import type { ReadRecord } from './read-item.js';

/** A lifetime as far as it was recorded. */
export interface OperationNode {
  operationId: string;
  /** Root of its two names, such as `tool`. */
  name: string;
  /**
   * `complete`: both ends are there. `incomplete`: it started, no end is there. `orphaned`: only its
   * end is there. None of them says that it went well: see `outcome`.
   */
  status: 'complete' | 'incomplete' | 'orphaned';
  /**
   * Why there is no end: its writer still runs, has closed the recording, has died, or lost records
   * after the start.
   */
  missing?: 'open' | 'closed' | 'crashed' | 'lost';
  /** As the end's fields say it. `unknown` without an end, or where no field says it. */
  outcome: 'ok' | 'error' | 'cancelled' | 'unknown';
  /** The bounded message of an error, where the end has one. */
  error?: string;
  runId?: string;
  parentOperationId?: string;
  /** The parent is named and not there. */
  isParentMissing?: true;
  /** Epoch milliseconds. Of an orphan: its end less what it says it took, else its end. */
  startedAt: number;
  /** Milliseconds, from the steady clock where both ends have the same writer. */
  durationMs?: number;
  started?: ReadRecord;
  completed?: ReadRecord;
  /** Further ends under the same id. */
  extra: ReadRecord[];
  /** In order of their start. */
  children: OperationNode[];
  /** Events that lie in it. */
  points: ReadRecord[];
}

/** All lifetimes of a recording. */
export interface OperationTree {
  /** Those without a parent, and those whose parent is missing; in order of their start. */
  roots: OperationNode[];
  /** By id; an id that was used again has several. */
  byId: ReadonlyMap<string, readonly OperationNode[]>;
  /** Events outside of every operation. */
  points: ReadRecord[];
}
