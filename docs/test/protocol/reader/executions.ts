import type { ToolExecution } from '@loop/events';
import {
  isOver,
  latest,
  messageWithCall,
  placeOf,
  type Fields,
  type Place,
  type View,
} from './places.ts';

/** "Executions of tools" */
export function foldExecution(view: View, event: Fields, place: Place): void {
  if (typeof event['toolCallId'] !== 'string') return;
  switch (event['type']) {
    case 'tool_execution_start':
    case 'nested_tool.started':
      if (isNew(view, event, place)) begin(view, event, place);
      return;
    case 'tool_execution_update': {
      const tool = open(view, event, place);
      if (tool) tool.partialResult = event['partialResult'];
      return;
    }
    case 'tool_execution_end':
      return end(open(view, event, place), event, event['result']);
    case 'nested_tool.completed': {
      const { error } = event;
      const result = error === undefined ? undefined : { content: [{ type: 'text', text: error }] };
      return end(open(view, event, place), event, result);
    }
  }
}

function end(tool: ToolExecution | undefined, event: Fields, result: unknown): void {
  if (!tool) return;
  tool.status = event['isError'] === true ? 'error' : 'complete';
  delete tool.partialResult;
  if (result !== undefined) tool.result = result;
  if (typeof event['durationMs'] === 'number') tool.durationMs = event['durationMs'];
}

/** The same call again is the same execution, unless that is over and stands elsewhere. */
function isNew(view: View, event: Fields, { messageIndex }: Place): boolean {
  const held = latest(view, event['toolCallId']);
  if (!held) return !isBefore(view, messageIndex);
  const at = messageIndex ?? messageWithCall(view, event['toolCallId']);
  return isOver(held) && at !== undefined && at !== placeOf(held);
}

/** The execution that an update or an end is about, if it is not over. */
function open(view: View, event: Fields, place: Place): ToolExecution | undefined {
  const held = latest(view, event['toolCallId']);
  if (held) return isOver(held) ? undefined : held;
  return isBefore(view, place.messageIndex) ? undefined : begin(view, event, place);
}

/** It is about a tool that is not held any more. */
function isBefore(view: View, messageIndex: number | undefined): boolean {
  return messageIndex !== undefined && messageIndex < view.firstMessageIndex;
}

function begin(view: View, event: Fields, place: Place): ToolExecution {
  const { toolCallId, toolName, args = null, parentToolCallId } = event;
  const held = parentToolCallId === undefined ? undefined : latest(view, parentToolCallId);
  const parent = held && !isOver(held) ? held : undefined;
  const messageIndex =
    place.messageIndex ?? parent?.messageIndex ?? messageWithCall(view, toolCallId) ?? null;
  const placeIndex = parent ? placeOf(parent) : view.messageCount;
  const isAsked = view.state.pendingApprovals.some((asked) => asked.toolCallId === toolCallId);
  const tool = {
    ...{ toolCallId, toolName, args, messageIndex },
    ...(messageIndex === null ? { placeIndex } : {}),
    status: isAsked ? 'awaiting-approval' : 'running',
    ...(parentToolCallId === undefined ? {} : { parentToolCallId }),
  } as ToolExecution;
  view.tools.push(tool);
  return tool;
}
