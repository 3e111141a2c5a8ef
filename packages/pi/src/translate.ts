import type { AnyEvent, SessionTitle } from '@loop/events';
import type { QueueIds, QueueUpdate } from './queue/queue-ids.js';

/**
 * The session event that a pi event is. Two have another name there; all others, known or not,
 * are the same object. Reads no clock and changes nothing but the queue's ids.
 */
export function translate(event: AnyEvent, queue: QueueIds): AnyEvent {
  if (isQueueUpdate(event)) return queue.update(event);
  if (event.type === 'session_info_changed') return titleOf(event as { name?: unknown });
  return event;
}

function isQueueUpdate(event: AnyEvent): event is QueueUpdate {
  const { steering, followUp } = event as Partial<QueueUpdate>;
  return event.type === 'queue_update' && isTextList(steering) && isTextList(followUp);
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** pi tells the name and nothing else: no state of its generation, no error. */
function titleOf({ name }: { name?: unknown }): SessionTitle {
  return { type: 'session_title', title: typeof name === 'string' ? name : null, status: 'ready' };
}
