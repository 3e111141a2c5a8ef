import type { MessageEntry, SessionView, ToolExecution } from '@loop/events';

/** What a client holds. */
export type View = SessionView;

/** A frame's event, for somebody who does not know which it is. */
export type Fields = Record<string, unknown>;

/** What a frame says of where its event belongs. */
export interface Place {
  runId: string | null;
  messageIndex?: number;
}

/** The entry at an index, if it is held. */
export function entryAt(view: View, messageIndex: number): MessageEntry | undefined {
  return view.messages[messageIndex - view.firstMessageIndex];
}

/** Whether an execution neither runs nor waits. */
export function isOver({ status }: ToolExecution): boolean {
  return status !== 'running' && status !== 'awaiting-approval';
}

/** The index of the message that an execution stands at, or before. */
export function placeOf(tool: ToolExecution): number {
  return tool.messageIndex ?? tool.placeIndex ?? 0;
}

/** The execution that a call id means. */
export function latest(view: View, toolCallId: unknown): ToolExecution | undefined {
  return view.tools.findLast((tool) => tool.toolCallId === toolCallId);
}

/** Index of the message that the current round begins with; 0 where none does. */
export function currentRound(view: View): number {
  return view.messages.findLast(({ message }) => message.role === 'user')?.messageIndex ?? 0;
}

/** The message of the current round that has a call. */
export function messageWithCall(view: View, toolCallId: unknown): number | undefined {
  const from = currentRound(view);
  return view.messages.findLast(
    ({ message, messageIndex }) =>
      messageIndex >= from &&
      message.role === 'assistant' &&
      message.content.some((block) => block.type === 'toolCall' && block.id === toolCallId),
  )?.messageIndex;
}
