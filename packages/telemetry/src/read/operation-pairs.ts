import type { OperationNode } from './operation-node.js';
import { errorOf, outcomeOf } from './outcome.js';
import type { ReadRecord } from './read-item.js';
import { parseTime } from './time.js';
import type { OperationEnd } from './vocabulary.js';

/** Where and when a record was read. */
export interface Place {
  segment: string;
  /** Of the segment: steady clocks compare within one. */
  writer: string;
  /** Counts records as they are read. */
  order: number;
}

/** A lifetime that is being put together. */
export interface Draft extends Place {
  node: OperationNode;
}

/** Finds the two ends of each lifetime. */
export class OperationPairs {
  /** In the order in which they were first heard of. */
  readonly drafts: Draft[] = [];
  readonly #byKey = new Map<string, Draft[]>();

  take(record: ReadRecord, end: OperationEnd, place: Place): void {
    if (end.end === 'started') this.#start(record, end, place);
    else this.#complete(record, end, place);
  }

  #start(record: ReadRecord, end: OperationEnd, place: Place): void {
    const latest = this.#draftsOf(end).at(-1);
    if (latest && isEarlyEnd(latest, record, place)) {
      // It now stands where its start does; its end was read first.
      join(latest, place.writer, record, latest.node.completed);
      Object.assign(latest, place);
    } else join(this.#add(end, place), place.writer, record, undefined);
  }

  #complete(record: ReadRecord, end: OperationEnd, place: Place): void {
    const drafts = this.#draftsOf(end);
    const open = openOf(drafts, place.writer);
    if (open) return join(open, place.writer, open.node.started, record);
    const latest = drafts.at(-1);
    if (latest) latest.node.extra.push(record);
    else join(this.#add(end, place), place.writer, undefined, record);
  }

  #draftsOf({ name, operationId }: OperationEnd): Draft[] {
    // With the length, as a damaged name may hold anything.
    const key = `${name.length} ${name} ${operationId}`;
    const drafts = this.#byKey.get(key) ?? [];
    this.#byKey.set(key, drafts);
    return drafts;
  }

  #add(end: OperationEnd, place: Place): Draft {
    const draft = { ...place, node: emptyNode(end) };
    this.drafts.push(draft);
    this.#draftsOf(end).push(draft);
    return draft;
  }
}

/**
 * Whether a start belongs to an end that was read before it. An end of another writer with a lower
 * number is that of an earlier use of the id.
 */
function isEarlyEnd({ node, writer }: Draft, start: ReadRecord, place: Place): boolean {
  const { started, completed } = node;
  if (started || !completed) return false;
  return writer === place.writer || start.seq < completed.seq;
}

/** The latest use of an id may end in another process; an earlier one, only in its own. */
function openOf(drafts: readonly Draft[], writer: string): Draft | undefined {
  for (let index = drafts.length - 1; index >= 0; index--) {
    const draft = drafts[index];
    const isLatest = index === drafts.length - 1;
    if (draft && !draft.node.completed && (isLatest || draft.writer === writer)) return draft;
  }
  return undefined;
}

function emptyNode({ name, operationId }: OperationEnd): OperationNode {
  return {
    operationId,
    name,
    status: 'incomplete',
    outcome: 'unknown',
    startedAt: 0,
    extra: [],
    children: [],
    points: [],
  };
}

/** Puts the ends that are known into the node. `writer`: of the one that is new to it. */
function join(
  draft: Draft,
  writer: string,
  started: ReadRecord | undefined,
  completed: ReadRecord | undefined,
): void {
  const { node } = draft;
  const runId = started?.runId ?? completed?.runId;
  const parentOperationId = started?.parentOperationId ?? completed?.parentOperationId;
  if (runId !== undefined) node.runId = runId;
  if (parentOperationId !== undefined) node.parentOperationId = parentOperationId;
  if (started) node.started = started;
  if (completed) {
    const error = errorOf(completed.data);
    node.completed = completed;
    node.status = started ? 'complete' : 'orphaned';
    node.outcome = outcomeOf(completed.data);
    if (error !== undefined) node.error = error;
  }
  measure(node, draft.writer === writer);
}

function measure(node: OperationNode, isOneWriter: boolean): void {
  const { started, completed } = node;
  if (started && completed) {
    const byWall = parseTime(completed.time) - parseTime(started.time);
    const ms = isOneWriter ? (completed.mono - started.mono) / 1000 : byWall;
    node.durationMs = Math.max(0, ms);
  }
  if (started) node.startedAt = parseTime(started.time);
  else if (completed) node.startedAt = parseTime(completed.time) - saidDuration(completed);
}

function saidDuration({ data }: ReadRecord): number {
  const { durationMs } = data;
  return typeof durationMs === 'number' && durationMs > 0 ? durationMs : 0;
}
