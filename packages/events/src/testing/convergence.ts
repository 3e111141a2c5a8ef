import { expected, expectFunction, hasField } from '../expect.js';
import type { SessionEventsOptions } from '../session-events-options.js';
import { SessionEvents } from '../session-events.js';
import type { Snapshot } from '../session/state.js';
import { applyFrames, applyHistory, initialView, type SessionView } from '../session/view.js';
import { windowOf } from '../session/window.js';
import type { SessionFrame } from '../session/frame.js';
import { difference } from './difference.js';

/** What a session sent, and what it held after each frame. */
export interface Recording {
  readonly sessionId: string;
  readonly streamId: string;
  readonly rounds: number;
  /** `frames[n]` has seq n + 1. */
  readonly frames: readonly SessionFrame[];
  /** `snapshots[seq]` is the session's window at that seq. */
  readonly snapshots: readonly Snapshot[];
  /** The whole session at the end. */
  readonly whole: Snapshot;
}

/** Runs `drive` over a new session and writes down everything a client could be sent. */
export function recordSession(
  drive: (session: SessionEvents) => void,
  options: Omit<SessionEventsOptions, 'sessionId' | 'model'> = {},
): Recording {
  expectFunction(drive, 'drive: expected a function.');
  const session = new SessionEvents({ ...options, sessionId: 'recorded' });
  const frames: SessionFrame[] = [];
  const snapshots = [session.snapshot()];
  session.subscribe((frame) => {
    frames.push(frame);
    snapshots.push(session.snapshot());
  });
  drive(session);
  const { sessionId, streamId } = session;
  const whole = wholeOf(session);
  session.dispose();
  return { sessionId, streamId, rounds: options.rounds ?? 3, frames, snapshots, whole };
}

/**
 * Proves that a client which opens at any cut, with or without duplicated and overlapping
 * delivery, in batches or frame by frame, ends up with what the session holds (DESIGN section 3).
 *
 * @param strides which positions behind a cut are compared; 1 is all of them. The cost is
 * quadratic in the number of frames.
 * @throws Error that names the cut, the position and the first difference.
 */
export function checkConvergence(
  recording: Recording,
  { stride = 1 }: { stride?: number } = {},
): void {
  checkRecording(recording);
  const { frames } = recording;
  const twice = frames.flatMap((frame) => [frame, frame]);
  let live = take(initialView, openingAt(recording, 0));
  for (let cut = 0; cut <= frames.length; cut++) {
    checkFrom(recording, cut, cut === 0 ? 1 : stride);
    const again = twice.slice(2 * Math.floor(cut / 2));
    checkOverlap(recording, live, again);
    const next = frames[cut];
    if (next) live = take(live, next);
  }
  const { view } = applyFrames(initialView, [openingAt(recording, 0), ...frames]);
  compare(recording, view, 'all in one batch');
  checkEarlier(recording);
}

/** The connection snapshot that a reader would get at `seq`. */
export function openingAt(recording: Recording, seq: number): SessionFrame {
  checkRecording(recording);
  const { sessionId, streamId, snapshots } = recording;
  const snapshot = snapshots[seq];
  if (!snapshot) throw new RangeError(`seq ${seq} was not recorded`);
  return { type: 'session.snapshot', sessionId, streamId, seq, snapshot };
}

function checkRecording(recording: Recording): void {
  expected(hasField(recording, 'frames'), 'recording: expected what recordSession() returned.');
}

/** Snapshot at the cut, then the rest, frame by frame. */
function checkFrom(recording: Recording, cut: number, stride: number): void {
  let view = take(initialView, openingAt(recording, cut));
  for (const frame of recording.frames.slice(cut)) {
    view = take(view, frame);
    const isLast = frame.seq === recording.frames.length;
    if (isLast || frame.seq % stride === 0) compare(recording, view, `snapshot at ${cut}`);
  }
}

/** Live up to the cut; then a replay from earlier, each frame twice, in one batch. */
function checkOverlap(
  recording: Recording,
  live: SessionView,
  again: readonly SessionFrame[],
): void {
  const { view } = applyFrames(live, again);
  compare(recording, view, `replay at ${live.seq}`);
  const fresh = applyFrames(live, [openingAt(recording, recording.frames.length)]).view;
  compare(recording, fresh, `late snapshot at ${live.seq}`);
}

/** Earlier pages, loaded one after the other, give the whole session. */
function checkEarlier(recording: Recording): void {
  let view = take(initialView, openingAt(recording, recording.frames.length));
  const { whole, streamId } = recording;
  while (view.firstMessageIndex > 0) {
    const end = view.firstMessageIndex;
    const start = Math.max(0, end - 5);
    const page = {
      streamId,
      seq: view.seq,
      messages: whole.messages.slice(start, end),
      tools: [],
      firstMessageIndex: start,
      firstRoundIndex: 0,
    };
    view = applyHistory(view, page);
    if (view.firstMessageIndex !== start) throw new Error(`page ${start} to ${end} was refused`);
  }
  explain(difference(view.messages, whole.messages), 'all pages');
}

function take(view: SessionView, frame: SessionFrame): SessionView {
  const { view: next, outcome } = applyFrames(view, [frame]);
  if (outcome !== 'applied') throw new Error(`frame ${frame.seq} was not applied: ${outcome}`);
  return next;
}

function compare(recording: Recording, view: SessionView, how: string): void {
  const { sessionId: _s, streamId: _i, seq, ...held } = view;
  const shown = windowOf(held, recording.rounds);
  explain(difference(shown, recording.snapshots[seq]), `${how}, at seq ${seq}`);
}

function explain(found: string | undefined, where: string): void {
  if (found !== undefined) throw new Error(`view and session differ (${where}): ${found}`);
}

function wholeOf(session: SessionEvents): Snapshot {
  const { messages, tools, state } = session.save();
  const roundCount = messages.filter(({ message }) => message.role === 'user').length;
  return {
    state,
    messages,
    tools,
    firstMessageIndex: 0,
    messageCount: messages.length,
    firstRoundIndex: 0,
    roundCount,
  };
}
