import type {
  MessageEntry,
  PromptTiming,
  SessionView,
  ToolCall,
  ToolExecution,
} from '@loop/events';

/** What a view holds, by where it is shown. */
export interface RowIndex {
  /** Executions by the message that holds their call. */
  tools: Map<number, ToolExecution[]>;
  /** Executions without a known message, by the place where they ran. */
  strays: Map<number, ToolExecution[]>;
  /** Executions that another one began, by that one's place and id. */
  nested: Map<string, ToolExecution[]>;
  /** Result messages, by the message that holds the call and the call's id. */
  results: Map<string, MessageEntry>;
  /** By the message that they are about. */
  timings: Map<number, PromptTiming>;
  byIndex: Map<number, MessageEntry>;
  /** Result messages that a call shows. */
  shownInCalls: Set<number>;
}

/** Looks through a view once. */
export function indexOf(view: SessionView): RowIndex {
  const index: RowIndex = {
    tools: new Map(),
    strays: new Map(),
    nested: new Map(),
    results: new Map(),
    timings: new Map(
      view.state.timings.flatMap((timing) =>
        timing.messageIndex === undefined ? [] : [[timing.messageIndex, timing]],
      ),
    ),
    byIndex: new Map(view.messages.map((entry) => [entry.messageIndex, entry])),
    shownInCalls: new Set(),
  };
  const held = new Set(view.tools.map(({ toolCallId }) => toolCallId));
  for (const tool of view.tools) placeTool(index, tool, view, held);
  placeResults(index, view.messages);
  return index;
}

function placeTool(
  index: RowIndex,
  tool: ToolExecution,
  view: SessionView,
  held: ReadonlySet<string>,
): void {
  const { messageIndex, parentToolCallId, resultMessageIndex } = tool;
  if (resultMessageIndex !== undefined) index.shownInCalls.add(resultMessageIndex);
  if (parentToolCallId !== undefined && held.has(parentToolCallId))
    return push(index.nested, `${messageIndex}:${parentToolCallId}`, tool);
  if (messageIndex !== null && messageIndex >= view.firstMessageIndex) {
    return push(index.tools, messageIndex, tool);
  }
  // One that began before the window still runs: it is shown where the window begins.
  const place = messageIndex ?? tool.placeIndex ?? 0;
  push(index.strays, Math.max(place, view.firstMessageIndex), tool);
}

/** A result belongs to the latest call with its id in the same round: ids may be used again. */
function placeResults(index: RowIndex, messages: readonly MessageEntry[]): void {
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

/** The calls that a message holds. */
export function toolCallsIn({ message }: MessageEntry): ToolCall[] {
  if (message.role !== 'assistant') return [];
  return message.content.filter((block) => block.type === 'toolCall');
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
