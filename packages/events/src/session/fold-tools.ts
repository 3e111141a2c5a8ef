import type {
  NestedToolCompleted,
  NestedToolStarted,
  ToolExecutionEnd,
  ToolExecutionStart,
  ToolExecutionUpdate,
} from './event.js';
import type { AssistantMessage, Message, ToolResultMessage } from './message.js';
import type { ToolExecution } from './state.js';
import {
  backwards,
  isFinished,
  placeOf,
  without,
  type EventContext,
  type Timeline,
} from './timeline.js';

type ToolEvent =
  | ToolExecutionStart
  | ToolExecutionUpdate
  | ToolExecutionEnd
  | NestedToolStarted
  | NestedToolCompleted;

/** A tool was called. The same start twice changes nothing; a reused call id starts anew. */
export function foldToolStart(
  timeline: Timeline,
  event: ToolExecutionStart | NestedToolStarted,
  at: EventContext,
): void {
  const known = timeline.tool(event.toolCallId);
  if (known && !isReused(timeline, known, at)) return;
  if (known || !isForgotten(timeline, at)) timeline.addTool(begin(timeline, event, at));
}

/** A running tool shows what it has. */
export function foldToolUpdate(
  timeline: Timeline,
  event: ToolExecutionUpdate,
  at: EventContext,
): void {
  const tool = heldOrBegun(timeline, event, at);
  if (tool === undefined || isFinished(tool)) return;
  timeline.putTool({ ...tool, partialResult: event.partialResult });
}

/** A tool is done. Its execution holds the result until the result message is complete. */
export function foldToolEnd(timeline: Timeline, event: ToolExecutionEnd, at: EventContext): void {
  const { result, durationMs } = event;
  finish(timeline, event, at, {
    result,
    ...(durationMs === undefined ? {} : { durationMs }),
  });
}

/** A nested call is over. Its payload is only what the host observed: an error text, no result. */
export function foldNestedCompleted(
  timeline: Timeline,
  event: NestedToolCompleted,
  at: EventContext,
): void {
  const { error, durationMs } = event;
  finish(timeline, event, at, {
    ...(error === undefined ? {} : { result: { content: [{ type: 'text', text: error }] } }),
    ...(durationMs === undefined ? {} : { durationMs }),
  });
}

/** Sets a tool's status by whether somebody is asked about its call (DESIGN D26). */
export function markApproval(timeline: Timeline, toolCallId: string | undefined): void {
  const tool = toolCallId === undefined ? undefined : timeline.tool(toolCallId);
  if (tool === undefined || isFinished(tool)) return;
  timeline.putTool({ ...tool, status: openStatus(timeline, tool.toolCallId) });
}

/**
 * A result message while it is under way. Its execution holds the content until it is complete,
 * and content is never in a snapshot twice (DESIGN D31), so the message shows none. A result from
 * before the current round is handed over at once: not every client still holds its execution.
 */
export function resultUnderWay(
  timeline: Timeline,
  message: ToolResultMessage,
  messageIndex: number,
): Message {
  const tool = timeline.tool(message.toolCallId);
  if (tool?.result === undefined) return message;
  if (placeOf(tool) >= roundStart(timeline)) return { ...without(message, 'details'), content: [] };
  yieldResult(timeline, message, messageIndex);
  return message;
}

/** The result message is complete: it holds the result now. It also ends a tool whose end was lost. */
export function yieldResult(
  timeline: Timeline,
  message: ToolResultMessage,
  resultMessageIndex: number,
): void {
  const tool = timeline.tool(message.toolCallId);
  if (tool === undefined || tool.resultMessageIndex !== undefined) return;
  const durationMs = tool.durationMs ?? message.durationMs;
  timeline.putTool({
    ...without(tool, 'result', 'partialResult'),
    status: isFinished(tool) ? tool.status : message.isError ? 'error' : 'complete',
    resultMessageIndex,
    ...(durationMs === undefined ? {} : { durationMs }),
  });
}

/** Executions that began before their call was known find their message. */
export function adoptCalls(
  timeline: Timeline,
  message: AssistantMessage,
  messageIndex: number,
): void {
  for (const toolCallId of callIds(message)) {
    const tool = timeline.tool(toolCallId);
    if (tool && tool.messageIndex === null && !isFinished(tool)) {
      timeline.putTool({ ...without(tool, 'placeIndex'), messageIndex });
    }
  }
}

/** The message of the current round that holds the call, searched from the end. */
function callIndexOf(timeline: Timeline, toolCallId: string): number | undefined {
  for (const { message, messageIndex } of backwards(timeline)) {
    if (message.role === 'user') return undefined;
    if (message.role === 'assistant' && callIds(message).includes(toolCallId)) return messageIndex;
  }
  return undefined;
}

/**
 * Where a tool event belongs: at the call, or where the execution is already known to stand. With
 * it a client can tell a tool that it does not hold any more from one that it never knew.
 */
export function toolIndexOf(
  timeline: Timeline,
  event: { type: string; toolCallId: string },
): number | undefined {
  const known = timeline.tool(event.toolCallId);
  const isStart = event.type === 'tool_execution_start' || event.type === 'nested_tool.started';
  if (known && !isStart) return placeOf(known);
  return callIndexOf(timeline, event.toolCallId) ?? (known && placeOf(known));
}

function finish(
  timeline: Timeline,
  event: ToolExecutionEnd | NestedToolCompleted,
  at: EventContext,
  outcome: Pick<ToolExecution, 'result' | 'durationMs'>,
): void {
  const tool = heldOrBegun(timeline, event, at);
  if (tool === undefined || isFinished(tool)) return;
  const status = event.isError ? 'error' : 'complete';
  timeline.putTool({ ...without(tool, 'partialResult'), ...outcome, status });
}

/** The execution an update or end is about; one whose start was lost begins with it. */
function heldOrBegun(
  timeline: Timeline,
  event: ToolEvent,
  at: EventContext,
): ToolExecution | undefined {
  const held = timeline.tool(event.toolCallId);
  if (held) return held;
  if (isForgotten(timeline, at)) return undefined;
  const begun = begin(timeline, event, at);
  timeline.addTool(begun);
  return begun;
}

function begin(timeline: Timeline, event: ToolEvent, at: EventContext): ToolExecution {
  const { toolCallId, toolName, parentToolCallId } = event;
  const parent = openParent(timeline, parentToolCallId);
  const messageIndex =
    at.messageIndex ?? parent?.messageIndex ?? callIndexOf(timeline, toolCallId) ?? null;
  return {
    toolCallId,
    toolName,
    messageIndex,
    ...(messageIndex === null
      ? { placeIndex: parent ? placeOf(parent) : timeline.messageCount }
      : {}),
    args: 'args' in event ? (event.args ?? null) : null,
    status: openStatus(timeline, toolCallId),
    ...(parentToolCallId === undefined ? {} : { parentToolCallId }),
  };
}

/**
 * A nested call stands where its parent does. Only an open parent counts: that is what every
 * client holds, too.
 */
function openParent(
  timeline: Timeline,
  parentToolCallId: string | undefined,
): ToolExecution | undefined {
  const parent = parentToolCallId === undefined ? undefined : timeline.tool(parentToolCallId);
  return parent && !isFinished(parent) ? parent : undefined;
}

function openStatus(timeline: Timeline, toolCallId: string): 'running' | 'awaiting-approval' {
  const isAsked = timeline.state.pendingApprovals.some((r) => r.toolCallId === toolCallId);
  return isAsked ? 'awaiting-approval' : 'running';
}

/** Some providers number their calls anew in each answer. */
function isReused(timeline: Timeline, known: ToolExecution, at: EventContext): boolean {
  if (!isFinished(known)) return false;
  const index = at.messageIndex ?? callIndexOf(timeline, known.toolCallId);
  return index !== undefined && index !== placeOf(known);
}

/** A tool that is not held and stands before what is held was over long ago. */
function isForgotten(timeline: Timeline, at: EventContext): boolean {
  return at.messageIndex !== undefined && at.messageIndex < timeline.firstMessageIndex;
}

/** Where the current round starts. */
function roundStart(timeline: Timeline): number {
  for (const entry of backwards(timeline)) {
    if (entry.message.role === 'user') return entry.messageIndex;
  }
  return 0;
}

function callIds(message: AssistantMessage): string[] {
  const blocks = Array.isArray(message.content) ? message.content : [];
  return blocks.flatMap((block) => (block.type === 'toolCall' ? [block.id] : []));
}
