import type { SessionFrame, Snapshot, ToolExecution } from '@loop/events';
import { foldExecution } from './executions.ts';
import { foldMessage } from './messages.ts';
import { placeOf, type Fields, type View } from './places.ts';
import { foldState } from './rest.ts';
import { beginRun, foldRun, isBeginning } from './runs.ts';

// A client that goes by PROTOCOL.md: it imports types only, and shares no code with the client that
// the packages have. It changes its view in place.

type EventFrame = Extract<SessionFrame, { type: 'loop.event' }>;

/** "Taking frames in" */
export function take(view: View | undefined, frame: SessionFrame): View | 'gap' | 'foreign' {
  const isOpening = frame.type === 'session.snapshot';
  if (view && view.sessionId !== frame.sessionId) return 'foreign';
  if (!view) return isOpening ? replaced(frame, frame.snapshot) : 'gap';
  if (view.streamId !== frame.streamId) {
    return isOpening ? replaced(frame, frame.snapshot) : 'foreign';
  }
  if (isOpening) return frame.seq < view.seq ? view : replaced(frame, frame.snapshot);
  if (frame.seq <= view.seq) return view;
  if (frame.seq !== view.seq + 1) return 'gap';
  if (frame.type === 'session.state') return withEarlier(view, replaced(frame, frame.snapshot));
  view.seq = frame.seq;
  if (frame.type === 'run.accepted') beginRun(view, frame);
  if (frame.type === 'loop.event') fold(view, frame);
  return view;
}

function replaced(frame: SessionFrame, snapshot: Snapshot): View {
  const { sessionId, streamId, seq } = frame;
  return { ...structuredClone(snapshot), sessionId, streamId, seq };
}

/** Keeps what is before the window: no frame was skipped. */
function withEarlier(before: View, after: View): View {
  const first = after.firstMessageIndex;
  if (before.firstMessageIndex >= first) return after;
  const shown = new Set(after.tools.map(identity));
  const isEarlier = (tool: ToolExecution): boolean =>
    placeOf(tool) < first && !shown.has(identity(tool));
  return {
    ...after,
    messages: [...before.messages.slice(0, first - before.firstMessageIndex), ...after.messages],
    tools: [...before.tools.filter(isEarlier), ...after.tools],
    firstMessageIndex: before.firstMessageIndex,
    firstRoundIndex: before.firstRoundIndex,
  };
}

/** A call id alone says too little: it may be used again. */
function identity(tool: ToolExecution): string {
  return `${tool.toolCallId} at ${placeOf(tool)}`;
}

/** "The fold" */
function fold(view: View, frame: EventFrame): void {
  const event = frame.event as unknown as Fields;
  if (!hasItsPayload(event)) return;
  if (isBeginning(event) && frame.runId !== null && view.state.run.status === 'idle') {
    const { runId, acceptedAt = 0 } = frame;
    beginRun(view, { runId, requestId: null, acceptedAt });
  }
  foldMessage(view, event, frame);
  foldExecution(view, event, frame);
  foldRun(view, event);
  foldState(view, event, frame);
}

/** Whether an event has what its name promises. */
function hasItsPayload(event: Fields): boolean {
  const { type, message, assistantMessageEvent: piece } = event;
  const isMessage = typeof (message as Fields | undefined)?.['role'] === 'string';
  switch (type) {
    case 'message_start':
    case 'message_end':
      return isMessage;
    case 'message_update':
      return isMessage || (message === undefined && typeof piece === 'object' && piece !== null);
    case 'queue_changed':
      return Array.isArray(event['items']);
    case 'skills_loaded':
      return Array.isArray(event['skills']);
    default:
      return !/^(?:tool_execution_|nested_tool)/.test(String(type)) || 'toolCallId' in event;
  }
}
