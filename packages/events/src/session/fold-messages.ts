import { foldDelta } from './fold-delta.js';
import { adoptCalls, resultUnderWay, yieldResult } from './fold-tools.js';
import type { AnyEvent, MessageUpdate } from './event.js';
import type { AssistantMessage, Message } from './message.js';
import type { MessageEntry } from './state.js';
import { backwards, without, type EventContext, type Timeline } from './timeline.js';

/** A message appears. Where the model begins to answer, one that is still open has lost its end. */
export function foldMessageStart(timeline: Timeline, message: Message, at: EventContext): void {
  const messageIndex = at.messageIndex ?? timeline.messageCount;
  if (timeline.message(messageIndex) !== undefined || !isReachable(timeline, messageIndex)) return;
  if (message.role === 'assistant') interruptMessages(timeline);
  const shown =
    message.role === 'toolResult' ? resultUnderWay(timeline, message, messageIndex) : message;
  timeline.putMessage({ messageIndex, message: shown, status: 'streaming', runId: at.runId });
}

/** The open message grows. An update without a start opens its message; a late one is ignored. */
export function foldMessageUpdate(
  timeline: Timeline,
  event: MessageUpdate,
  at: EventContext,
): void {
  const messageIndex = at.messageIndex ?? messageIndexOf(timeline, event, at.runId);
  if (messageIndex === undefined || !isReachable(timeline, messageIndex)) return;
  const entry = timeline.message(messageIndex) ?? openedBy(event, messageIndex, at.runId);
  if (entry.status !== 'streaming') return;
  const whole = wholeMessage(event);
  timeline.putMessage(
    whole ? { ...entry, message: whole } : foldDelta(entry, event.assistantMessageEvent),
  );
}

/** The message is final. A later end of the same message changes nothing. */
export function foldMessageEnd(timeline: Timeline, message: Message, at: EventContext): void {
  const messageIndex = at.messageIndex ?? timeline.messageCount;
  if (!isReachable(timeline, messageIndex)) return;
  const open = timeline.message(messageIndex);
  if (open?.status === 'complete') return;
  timeline.putMessage({
    ...(open ? without(open, 'partialArguments') : { messageIndex, runId: at.runId }),
    message,
    status: 'complete',
  });
  if (message.role === 'toolResult') yieldResult(timeline, message, messageIndex);
  if (message.role === 'assistant') adoptCalls(timeline, message, messageIndex);
}

/** No message stays open: those that are were cut off. */
export function interruptMessages(timeline: Timeline): void {
  for (const entry of timeline.openMessages()) {
    timeline.putMessage({ ...without(entry, 'partialArguments'), status: 'interrupted' });
  }
}

/** Marks the latest attempt of the current round as made again. */
export function supersedeAttempt(timeline: Timeline): void {
  for (const entry of backwards(timeline)) {
    if (entry.message.role === 'user') return;
    if (entry.message.role !== 'assistant') continue;
    const status = entry.status === 'streaming' ? 'interrupted' : entry.status;
    timeline.putMessage({ ...entry, status, superseded: true });
    return;
  }
}

/**
 * The index of the message an event belongs to, for events that come without one: the server
 * finds it once, frames carry it from then on.
 */
export function messageIndexOf(
  timeline: Timeline,
  event: AnyEvent,
  runId: string | null,
): number | undefined {
  if (event.type === 'message_start') return timeline.messageCount;
  if (event.type !== 'message_update' && event.type !== 'message_end') return undefined;
  const { message } = event as { message?: Message };
  const role = message?.role ?? 'assistant';
  const open = timeline.openMessages().filter((entry) => entry.message.role === role);
  const latest = open.at(-1) ?? latestOf(timeline, role);
  if (latest === undefined) return timeline.messageCount;
  const isItsOwn =
    latest.status === 'streaming' ||
    (event.type === 'message_update' ? isStraggler(latest, runId) : isSecondEnd(latest, message));
  return isItsOwn ? latest.messageIndex : timeline.messageCount;
}

/** The latest message of a role, unless an input or a result stands behind it. */
function latestOf(timeline: Timeline, role: string): MessageEntry | undefined {
  for (const entry of backwards(timeline)) {
    if (entry.message.role === role) return entry;
    if (entry.message.role === 'user' || entry.message.role === 'toolResult') return undefined;
  }
  return undefined;
}

/** Only the next index can be new: earlier ones that are not held belong to unloaded pages. */
function isReachable(timeline: Timeline, messageIndex: number): boolean {
  return messageIndex >= timeline.firstMessageIndex && messageIndex <= timeline.messageCount;
}

/** An update without a start, after an answer of the same run that is over, is a late one. */
function isStraggler(last: MessageEntry, runId: string | null): boolean {
  return last.superseded !== true && (runId === null || last.runId === runId);
}

/** The end of an interrupted message completes it; the same end twice is the same message. */
function isSecondEnd(last: MessageEntry, message: Message | undefined): boolean {
  if (last.status === 'interrupted') return last.superseded !== true;
  if (message?.role === 'toolResult' && last.message.role === 'toolResult') {
    return message.toolCallId === last.message.toolCallId;
  }
  return message?.timestamp !== undefined && last.message.timestamp === message.timestamp;
}

function openedBy(event: MessageUpdate, messageIndex: number, runId: string | null): MessageEntry {
  const message = wholeMessage(event) ?? { role: 'assistant', content: [] };
  return { messageIndex, message, status: 'streaming', runId };
}

/** The whole message so far, where the update carries it (native form). */
function wholeMessage(event: MessageUpdate): AssistantMessage | undefined {
  const { message, assistantMessageEvent: inner } = event;
  if (message) return message;
  if (inner.type === 'done') return inner.message;
  if (inner.type === 'error') return inner.error;
  return inner.partial;
}
