// What a program without a DOM and without Node can write against the pure packages.
import {
  applyFrame,
  initialView,
  SessionEvents,
  type ListFrame,
  type SessionEvent,
  type SessionFrame,
} from '@loop/events';

const session = new SessionEvents({ sessionId: 's', hooks: { onClose: (reason) => reason } });
session.accept({ requestId: 'q', runId: 'r' });
session.publish({ type: 'message_start', message: { role: 'user', content: 'hello' } });
session.publish({ type: 'a_kind_from_the_future', payload: 1 } as { type: string });

/** Narrows to the end: every member is known, and nothing is left over. */
export function describe(frame: SessionFrame): string {
  switch (frame.type) {
    case 'session.snapshot':
    case 'session.state':
      return String(frame.snapshot.messageCount);
    case 'run.accepted':
      return frame.requestId + frame.runId;
    case 'loop.event':
      return frame.event.type === 'message_end' ? frame.event.message.role : frame.event.type;
    default:
      return frame satisfies never;
  }
}

export function target(frame: ListFrame): string {
  return frame.type === 'lists.reset' ? 'all' : frame.workspaceId;
}

export function name(event: SessionEvent): string {
  return event.type === 'tool_execution_end' ? event.toolName : event.type;
}

const frame: SessionFrame = {
  type: 'run.accepted',
  sessionId: 's',
  streamId: 'x',
  seq: 1,
  requestId: 'q',
  runId: 'r',
  acceptedAt: 0,
};
applyFrame(initialView, frame).view.state.run.status satisfies string;

// @ts-expect-error an event is only in a loop.event
export const absent = frame.event;
const accepted = { type: 'run.accepted', runId: 'r', requestId: 'q', acceptedAt: 0 } as const;
// @ts-expect-error seq is missing
export const unplaced: SessionFrame = { ...accepted, sessionId: 's', streamId: 'x' };
// @ts-expect-error there is no such frame
export const unknown: SessionFrame = { ...frame, type: 'session.gone' };
const place = { streamId: 'x', seq: 1 };
// @ts-expect-error list frames hold no sessions
export const listed: ListFrame = { type: 'sessions.changed', ...place, sessionId: 's' };
// @ts-expect-error a session has an id
new SessionEvents({});
// @ts-expect-error there is no such option
new SessionEvents({ sessionId: 's', maxFrame: 3 });
// @ts-expect-error a run has both ids
session.accept({ requestId: 'q' });
// @ts-expect-error a decision is one of two
session.approvals.decide('id', { decision: 'maybe' });
