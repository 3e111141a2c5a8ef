import type { AssistantMessageEvent, MessageUpdate } from './event.js';

/**
 * The event without its growing copies of the message. A tool call's id and name, which only
 * those copies hold, travel with its start (DESIGN D18).
 */
export function deltaForm(event: MessageUpdate): MessageUpdate {
  const { message, assistantMessageEvent, ...rest } = event;
  if (assistantMessageEvent === undefined) return event;
  const { partial, ...delta } = assistantMessageEvent;
  if (delta.type === 'done' || delta.type === 'error') return event;
  return { ...rest, assistantMessageEvent: named(delta, partial ?? message) };
}

function named(
  delta: AssistantMessageEvent,
  draft: MessageUpdate['message'],
): AssistantMessageEvent {
  if (delta.type !== 'toolcall_start' || delta.id !== undefined) return delta;
  const call = draft?.content[delta.contentIndex];
  if (call?.type !== 'toolCall') return delta;
  return { ...delta, id: call.id, toolName: call.name };
}
