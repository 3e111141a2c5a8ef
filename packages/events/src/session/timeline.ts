import type { MessageEntry, SessionState, ToolExecution } from './state.js';

/**
 * What the fold reads and writes. The server's model and the client's view are both timelines, so
 * that one fold serves both. Entries, executions and the state are replaced, never changed.
 */
export interface Timeline {
  state: SessionState;
  /** The first index this timeline holds; the server's is always 0. */
  readonly firstMessageIndex: number;
  /** The index the next message gets. */
  readonly messageCount: number;
  /** The entry at an absolute index, if it is held. */
  message(messageIndex: number): MessageEntry | undefined;
  /** Puts an entry in its place; one at `messageCount` is appended. */
  putMessage(entry: MessageEntry): void;
  /** The latest execution with this call id. */
  tool(toolCallId: string): ToolExecution | undefined;
  /** Puts `tool` behind all others. */
  addTool(tool: ToolExecution): void;
  /** Puts `tool` where the latest execution with its call id is. */
  putTool(tool: ToolExecution): void;
  /** Entries that are streaming. */
  openMessages(): readonly MessageEntry[];
  /** Executions that run or wait. */
  openTools(): readonly ToolExecution[];
}

/** Where an event belongs, as its frame says. */
export interface EventContext {
  /** `null` outside a run. */
  readonly runId: string | null;
  readonly messageIndex?: number | undefined;
  /** On the event that began a run nobody had asked for: epoch milliseconds. */
  readonly acceptedAt?: number | undefined;
}

/** A session with nothing in it. */
export const emptyState: SessionState = {
  run: { status: 'idle' },
  queue: [],
  pendingApprovals: [],
  timings: [],
};

/** Whether the execution is over. */
export function isFinished(tool: ToolExecution): boolean {
  return tool.status !== 'running' && tool.status !== 'awaiting-approval';
}

/** The message index that says where something stands, known message or not. */
export function placeOf(item: { messageIndex?: number | null; placeIndex?: number }): number {
  return item.messageIndex ?? item.placeIndex ?? 0;
}

/** A copy without the named fields. */
export function without<T extends object, K extends keyof T>(value: T, ...keys: K[]): Omit<T, K> {
  const copy = { ...value };
  for (const key of keys) delete copy[key];
  return copy;
}

/** Held entries from the latest to the earliest. */
export function* backwards(timeline: Timeline): Generator<MessageEntry> {
  for (let index = timeline.messageCount - 1; index >= timeline.firstMessageIndex; index--) {
    const entry = timeline.message(index);
    if (entry) yield entry;
  }
}
