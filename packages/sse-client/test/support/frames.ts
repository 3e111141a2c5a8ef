import { formatCursor, initialView, type SessionFrame, type Snapshot } from '@loop/events';

const sessionId = '42';

/** A snapshot at `seq`, of a session with the given users' messages in its window. */
export function snapshot(
  seq: number,
  streamId = 's',
  change: Partial<Snapshot> = {},
): SessionFrame {
  return { type: 'session.snapshot', sessionId, streamId, seq, snapshot: { ...empty, ...change } };
}

/** A message of its own, whose text tells its frame. */
export function said(seq: number, streamId = 's'): SessionFrame {
  const message = { role: 'user' as const, content: `message ${seq}` };
  const event = { type: 'message_start' as const, message };
  return { type: 'loop.event', sessionId, streamId, seq, runId: null, event };
}

/** The texts of a view's messages. */
export function texts(view: Snapshot): unknown[] {
  return view.messages.map(({ message }) => ('content' in message ? message.content : undefined));
}

/** The texts that `said` gives the frames from..to. */
export function saidTexts(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `message ${from + at}`);
}

/** Entries of users' messages with these absolute indexes. */
export function entries(from: number, to: number): Snapshot['messages'] {
  return saidTexts(from, to).map((content, at) => ({
    messageIndex: from + at,
    message: { role: 'user', content },
    status: 'complete',
    runId: null,
  }));
}

/** Frames as they travel. */
export function wire(...frames: SessionFrame[]): string {
  return frames
    .map((frame) => `id: ${formatCursor(frame)}\ndata: ${JSON.stringify(frame)}\n\n`)
    .join('');
}

export const heartbeat = 'event: heartbeat\ndata: {}\n\n';

const { sessionId: _, streamId: __, seq: ___, ...empty } = initialView;
