import type { MessageEntry, SessionView, ToolCall, ToolExecution } from '@loop/events';

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
    for (const entry of view.messages) {
      if (index.shownInCalls.has(entry.messageIndex)) continue;
      const before = made.get(entry.messageIndex);
      next.set(entry.messageIndex, madeRow(entry, index, before));
    }
    made = next;
    return {
      rows: [...next.values()].map(({ row }) => row),
      strays: (index.strays.get(view.messageCount) ?? []).map((tool) => callOf(tool, index)),
    };
  };
}

/** What a view holds, by where it is shown. */
interface Index {
  /** Executions by the message that holds their call. */
  tools: Map<number, ToolExecution[]>;
  /** Executions without a known message, by the place where they ran. */
  strays: Map<number, ToolExecution[]>;
  /** Executions that another one began, by that one's place and id. */
  nested: Map<string, ToolExecution[]>;
  /** Result messages, by the message that holds the call and the call's id. */
  results: Map<string, MessageEntry>;
  byIndex: Map<number, MessageEntry>;
  /** Result messages that a call shows. */
  shownInCalls: Set<number>;
}

function indexOf(view: SessionView): Index {
  const index: Index = {
    tools: new Map(),
    strays: new Map(),
    nested: new Map(),
    results: new Map(),
    byIndex: new Map(view.messages.map((entry) => [entry.messageIndex, entry])),
    shownInCalls: new Set(),
  };
  for (const tool of view.tools) placeTool(index, tool, view);
  placeResults(index, view.messages);
  return index;
}

/** Nested deeper than this, calls are shown side by side; it also ends a circle. */
const MAX_DEPTH = 6;

function placeTool(index: Index, tool: ToolExecution, view: SessionView): void {
  const { messageIndex, parentToolCallId, resultMessageIndex } = tool;
  if (resultMessageIndex !== undefined) index.shownInCalls.add(resultMessageIndex);
  const isParentHeld = view.tools.some((other) => other.toolCallId === parentToolCallId);
  if (isParentHeld) return push(index.nested, `${messageIndex}:${parentToolCallId}`, tool);
  if (messageIndex !== null && messageIndex >= view.firstMessageIndex) {
    return push(index.tools, messageIndex, tool);
  }
  // One that began before the window still runs: it is shown where the window begins.
  const place = messageIndex ?? tool.placeIndex ?? 0;
  push(index.strays, Math.max(place, view.firstMessageIndex), tool);
}

/** A result belongs to the latest call with its id in the same round: ids may be used again. */
function placeResults(index: Index, messages: readonly MessageEntry[]): void {
  let callers = new Map<string, number>();
  for (const entry of messages) {
    const { message, messageIndex } = entry;
    if (message.role === 'user') callers = new Map();
    for (const { id } of toolCallsIn(entry)) callers.set(id, messageIndex);
    const caller = message.role === 'toolResult' ? callers.get(message.toolCallId) : undefined;
    if (message.role !== 'toolResult' || caller === undefined) continue;
    index.results.set(`${caller}:${message.toolCallId}`, entry);
    index.shownInCalls.add(messageIndex);
  }
}

function madeRow(entry: MessageEntry, index: Index, before: Made | undefined): Made {
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
  const strays = [...(index.strays.get(messageIndex) ?? []), ...unasked].map((tool) =>
    callOf(tool, index),
  );
  const parts = [entry, ...[...calls.values(), ...strays].flatMap(partsOf)];
  if (before && sameItems(before.parts, parts)) return before;
  return { row: { entry, calls, strays }, parts };
}

function callOf(execution: ToolExecution, index: Index, depth = 0): Call {
  const { toolCallId, toolName, messageIndex, resultMessageIndex } = execution;
  const result =
    resultMessageIndex === undefined ? undefined : index.byIndex.get(resultMessageIndex);
  const nested = nestedIn(messageIndex, toolCallId, index, depth + 1);
  return { toolCallId, toolName, execution, result, nested };
}

function nestedIn(
  messageIndex: number | null,
  toolCallId: string,
  index: Index,
  depth = 0,
): Call[] {
  if (depth > MAX_DEPTH) return [];
  const tools = index.nested.get(`${messageIndex}:${toolCallId}`) ?? [];
  return tools.map((tool) => callOf(tool, index, depth));
}

function partsOf({ execution, result, nested }: Call): unknown[] {
  return [execution, result, ...nested.flatMap(partsOf)];
}

function toolCallsIn({ message }: MessageEntry): ToolCall[] {
  if (message.role !== 'assistant') return [];
  return message.content.filter((block) => block.type === 'toolCall');
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, position) => item === b[position]);
}
