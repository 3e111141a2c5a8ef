import { expected, hasField } from '../expect.js';
import type {
  AnyEvent,
  MessageEnd,
  MessageStart,
  SessionEvent,
  ToolExecutionEnd,
} from '../session/event.js';
import { without } from '../session/timeline.js';
import type { RecordedMessage, TraceEvents } from './payloads.js';

/** How a session event is recorded. Name and data come together, and fit. */
export type MappedEvent =
  /** As an event that stands for itself. */
  | { name: PointEvent; data: object }
  /** As one end of an operation, which the other end finds by `key`. */
  | StartedEvent
  | CompletedEvent;

/** The events that session events are recorded as, beside lifetimes. */
export type PointEvent =
  | 'message.started'
  | 'message.completed'
  | 'agent.settled'
  | 'queue.changed'
  | 'prompt.timing.updated'
  | 'context.budget.updated'
  | 'skill.loaded'
  | 'permission.changed'
  | 'session.title.updated';

/** The operations whose ends are session events. */
export type Lifetime = 'tool' | 'tool.nested' | 'approval' | 'compaction';

/** An operation begins. */
export interface StartedEvent {
  operation: Lifetime;
  end: 'started';
  key: string;
  /** Call id of the tool it lies in, where it says so. */
  within?: string;
  data: object;
}

/** An operation ends. */
export interface CompletedEvent {
  operation: Lifetime;
  end: 'completed';
  key: string;
  data: object;
}

type Mapping<Type> = (
  event: Extract<SessionEvent, { type: Type }>,
  messageIndex: number | undefined,
) => MappedEvent | undefined;

/**
 * What becomes of every session event we know; the compiler asks for an answer to each. Left out is
 * what repeats itself while it grows, and what a trace has no event for.
 *
 * Contract: "Business event adaptation".
 */
const mappings: { [Type in SessionEvent['type']]: Mapping<Type> | 'left out' } = {
  message_start: (event, messageIndex) =>
    event.message.role === 'assistant'
      ? undefined
      : message('message.started', event, messageIndex),
  message_end: (event, messageIndex) => message('message.completed', event, messageIndex),
  tool_execution_start: started('tool', 'toolCallId', 'parentToolCallId'),
  tool_execution_end: (event) =>
    completed('tool', 'toolCallId')(event.isError ? withErrorMessage(event) : event),
  'nested_tool.started': started('tool.nested', 'toolCallId', 'parentToolCallId'),
  'nested_tool.completed': completed('tool.nested', 'toolCallId'),
  approval_requested: started('approval', 'approvalId', 'toolCallId'),
  approval_resolved: completed('approval', 'approvalId'),
  compaction_start: started('compaction'),
  compaction_end: completed('compaction'),
  agent_settled: point('agent.settled'),
  queue_changed: point('queue.changed'),
  prompt_timing: point('prompt.timing.updated'),
  context_budget: point('context.budget.updated'),
  skills_loaded: point('skill.loaded'),
  permission_changed: point('permission.changed'),
  session_title: point('session.title.updated'),
  // Each repeats the message so far. Stream mode takes the model's own events out of them.
  message_update: 'left out',
  // Progress: the end has the whole result.
  tool_execution_update: 'left out',
  // The attempts themselves are recorded, as model requests and messages.
  auto_retry_start: 'left out',
  auto_retry_end: 'left out',
};

/**
 * @returns `undefined` for an event that is not recorded, or that we do not know.
 * @throws LoopEventsError `invalid-option`
 */
export function mapEvent(event: AnyEvent, messageIndex?: number): MappedEvent | undefined {
  expected(hasField(event, 'type'), 'event: expected an object with a type.');
  const { type } = event;
  if (!Object.hasOwn(mappings, type)) return undefined;
  const mapping = mappings[type as SessionEvent['type']];
  return mapping === 'left out'
    ? undefined
    : (mapping as Mapping<string>)(event as never, messageIndex);
}

/** The event's own fields, under another name. */
function point<Name extends PointEvent>(name: Name) {
  return (event: TraceEvents[Name] & { type: string }): MappedEvent => ({
    name,
    data: without(event, 'type'),
  });
}

/** @param key names the lifetime. Without one there is only one at a time. */
function started<Root extends Lifetime>(
  operation: Root,
  key?: keyof TraceEvents[`${Root}.started`],
  within?: keyof TraceEvents[`${Root}.started`],
) {
  return (event: TraceEvents[`${Root}.started`] & { type: string }): MappedEvent => ({
    ...{ operation, end: 'started', key: key ? String(event[key]) : operation },
    ...(within && event[within] !== undefined ? { within: String(event[within]) } : {}),
    data: without(event, 'type'),
  });
}

function completed<Root extends Lifetime>(
  operation: Root,
  key?: keyof TraceEvents[`${Root}.completed`],
) {
  return (event: TraceEvents[`${Root}.completed`] & { type: string }): MappedEvent => ({
    ...{ operation, end: 'completed', key: key ? String(event[key]) : operation },
    data: without(event, 'type'),
  });
}

/** How an assistant's message ended stands beside it, so that metadata mode can tell. */
function message(
  name: 'message.started' | 'message.completed',
  { message }: MessageStart | MessageEnd,
  messageIndex: number | undefined,
): MappedEvent {
  const index = messageIndex === undefined ? {} : { messageIndex };
  const data: RecordedMessage = { ...index, role: message.role, message };
  if (message.role !== 'assistant') return { name, data };
  const { stopReason, errorMessage, usage } = message;
  if (stopReason !== undefined) data.stopReason = stopReason;
  if (errorMessage !== undefined) data.errorMessage = errorMessage;
  if (usage !== undefined) data.usage = usage;
  return { name, data };
}

/** A tool that fails says why in its result. */
function withErrorMessage(event: ToolExecutionEnd): ToolExecutionEnd & { errorMessage?: string } {
  const content = (event.result as { content?: unknown } | null | undefined)?.content;
  const texts = Array.isArray(content) ? content.map((block) => block?.text as unknown) : [];
  const errorMessage = texts.find((text) => typeof text === 'string');
  return errorMessage === undefined ? event : { ...event, errorMessage };
}
