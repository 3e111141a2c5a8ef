import type { MessageEntry, PromptTiming, SessionView, ToolExecution } from '@loop/events';
import { indexOf, toolCallsIn, type RowIndex } from './row-index.js';

/** A call of a tool: what was asked, how it went, what came out. */
export interface Call {
  toolCallId: string;
  toolName: string;
  execution?: ToolExecution | undefined;
  /** The complete message with its result. Until there is one, the execution holds it. */
  result?: MessageEntry | undefined;
  /** Calls that this one made. */
  nested: Call[];
}

/** A message with all that belongs to it. The same object as long as nothing of it changed. */
export interface Row {
  entry: MessageEntry;
  /** By call id: the calls in an assistant's message. */
  calls: ReadonlyMap<string, Call>;
  /** Executions whose call nobody knows, at the place where they ran. */
  strays: readonly Call[];
  /** When it waited, began and ended, as long as anybody has known it. */
  timing: PromptTiming | undefined;
}

/** Everything a conversation shows, in order. */
export interface Rows {
  rows: readonly Row[];
  /** Strays behind the last message. */
  strays: readonly Call[];
}

/** A row, and what it was made of: as long as that is the same, so is the row. */
type Made = { row: Row; parts: readonly unknown[] };

/** Makes rows of views; keeps those of the view before that did not change. */
export function createRowMaker(): (view: SessionView) => Rows {
  let made = new Map<number, Made>();

  return (view) => {
    const index = indexOf(view);
    const next = new Map<number, Made>();
    let strays: ToolExecution[] = [];
    for (const entry of view.messages) {
      const { messageIndex } = entry;
      strays.push(...(index.strays.get(messageIndex) ?? []));
      if (index.shownInCalls.has(messageIndex)) continue;
      next.set(messageIndex, madeRow(entry, strays, index, made.get(messageIndex)));
      strays = [];
    }
    strays.push(...(index.strays.get(view.messageCount) ?? []));
    made = next;
    return {
      rows: [...next.values()].map(({ row }) => row),
      strays: strays.map((tool) => callOf(tool, index)),
    };
  };
}

/** Nested deeper than this, calls are shown side by side; it also ends a circle. */
const MAX_DEPTH = 6;

function madeRow(
  entry: MessageEntry,
  above: readonly ToolExecution[],
  index: RowIndex,
  before: Made | undefined,
): Made {
  const { messageIndex } = entry;
  const tools = index.tools.get(messageIndex) ?? [];
  const calls = new Map<string, Call>();
  for (const { id, name } of toolCallsIn(entry)) {
    const execution = tools.find((tool) => tool.toolCallId === id);
    const result = index.results.get(`${messageIndex}:${id}`);
    const nested = nestedIn(messageIndex, id, index);
    calls.set(id, { toolCallId: id, toolName: name, execution, result, nested });
  }
  const unasked = tools.filter((tool) => !calls.has(tool.toolCallId));
  const strays = [...above, ...unasked].map((tool) => callOf(tool, index));
  // The session forgets the timings of earlier rounds; a page that has them keeps them.
  const timing = index.timings.get(messageIndex) ?? before?.row.timing;
  const parts = [entry, timing, ...[...calls.values(), ...strays].flatMap(partsOf)];
  if (before && sameItems(before.parts, parts)) return before;
  return { row: { entry, calls, strays, timing }, parts };
}

function callOf(execution: ToolExecution, index: RowIndex, depth = 0): Call {
  const { toolCallId, toolName, messageIndex, resultMessageIndex } = execution;
  const result =
    resultMessageIndex === undefined ? undefined : index.byIndex.get(resultMessageIndex);
  const nested = nestedIn(messageIndex, toolCallId, index, depth + 1);
  return { toolCallId, toolName, execution, result, nested };
}

function nestedIn(
  messageIndex: number | null,
  toolCallId: string,
  index: RowIndex,
  depth = 0,
): Call[] {
  if (depth > MAX_DEPTH) return [];
  const tools = index.nested.get(`${messageIndex}:${toolCallId}`) ?? [];
  return tools.map((tool) => callOf(tool, index, depth));
}

function partsOf({ execution, result, nested }: Call): unknown[] {
  return [execution, result, ...nested.flatMap(partsOf)];
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, position) => item === b[position]);
}
