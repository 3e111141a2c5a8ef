import type { AssistantMessageEvent, MessageUpdate } from './event.js';

/** What can be folded without the message it is part of. */
type Delta = Exclude<AssistantMessageEvent, { type: 'done' | 'error' }>;

const DELTAS: Record<Delta['type'], true> = {
  start: true,
  text_start: true,
  text_delta: true,
  text_end: true,
  thinking_start: true,
  thinking_delta: true,
  thinking_end: true,
  toolcall_start: true,
  toolcall_delta: true,
  toolcall_end: true,
};

/**
 * The event without its growing copies of the message. A tool call's id and name, which only
 * those copies hold, travel with its start (DESIGN D18). An event whose growth is told in a way we
 * do not know keeps its copies: nobody could do without them.
 */
export function deltaForm(event: MessageUpdate): MessageUpdate {
  const { message, assistantMessageEvent, ...rest } = event;
  if (!isDelta(assistantMessageEvent)) return event;
  const { partial, ...delta } = assistantMessageEvent;
  return { ...rest, assistantMessageEvent: named(delta, partial ?? message) };
}

function isDelta(inner: Partial<AssistantMessageEvent> | null | undefined): inner is Delta {
  return typeof inner?.type === 'string' && Object.hasOwn(DELTAS, inner.type);
}

function named(
  delta: AssistantMessageEvent,
  draft: MessageUpdate['message'],
): AssistantMessageEvent {
  if (delta.type !== 'toolcall_start') return delta;
  const content: unknown = draft?.content;
  const call = Array.isArray(content) ? (content[delta.contentIndex] as unknown) : undefined;
  return isToolCall(call) ? { id: call.id, toolName: call.name, ...delta } : delta;
}

function isToolCall(block: unknown): block is { id: string; name: string } {
  return (block as { type?: unknown } | null | undefined)?.type === 'toolCall';
}
