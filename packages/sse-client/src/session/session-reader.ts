import { applyFrames, applyHistory, formatCursor, initialView } from '@loop/events';
import type { HistoryPage, SessionFrame, SessionView } from '@loop/events';
import type { Delivery } from '../connection/connection.js';
import type { ServerSentEvent } from '../decode/decoder.js';
import { LoopClientError } from '../error.js';
import { readFrames } from './session-frames.js';

/** What came of a chunk's events for a session. */
export interface SessionDelivery extends Delivery {
  /** Frames received, those that the view already had included. */
  frames: readonly SessionFrame[];
  /** Whether the reader shows something else than before. */
  isNews: boolean;
}

/** Folds what a session's connections bring, one after the other, into one view. */
export interface SessionReader {
  readonly view: SessionView;
  /** What the latest connection began with. */
  readonly opening: 'replay' | 'snapshot' | undefined;
  /** The position of the view, `streamId:seq`; `undefined` before the first snapshot. */
  cursor(): string | undefined;
  /** The position to go on from; `undefined` asks for a snapshot. */
  resumeFrom(): string | undefined;
  /** Another connection is open. */
  begin(): void;
  /** Takes in what one chunk completed, in one step. Never throws. */
  take(events: readonly ServerSentEvent[]): SessionDelivery;
  /** Takes in earlier rounds. @returns whether they fitted */
  join(page: HistoryPage): boolean;
}

/** Makes a reader that has received nothing. */
export function createSessionReader(): SessionReader {
  let view = initialView;
  let opening: 'replay' | 'snapshot' | undefined;
  let isFirst = true;
  /** What came last does not lead on from the view; only a snapshot does. */
  let lost = false;

  return {
    get view() {
      return view;
    },
    get opening() {
      return opening;
    },
    cursor,
    resumeFrom: () => (lost ? undefined : cursor()),
    begin() {
      isFirst = true;
    },
    take(events) {
      const { frames, fault } = readFrames(events);
      const [before, openedWith] = [view, opening];
      noteOpening(frames);
      const misfit = fold(frames) ?? fault;
      if (misfit) lost = true;
      else if (frames.some(isSnapshot)) lost = false;
      const isNews = view !== before || opening !== openedWith;
      return { progress: movedOn(before, view), fault: misfit, frames, isNews };
    },
    join(page) {
      const before = view;
      view = applyHistory(view, page);
      return view !== before;
    },
  };

  function cursor(): string | undefined {
    const { streamId, seq } = view;
    return streamId === null ? undefined : formatCursor({ streamId, seq });
  }

  function noteOpening([first]: readonly SessionFrame[]): void {
    if (!first || !isFirst) return;
    isFirst = false;
    opening = isSnapshot(first) ? 'snapshot' : 'replay';
  }

  function fold(frames: readonly SessionFrame[]): LoopClientError | undefined {
    if (frames.length === 0) return undefined;
    try {
      const { view: next, outcome } = applyFrames(view, frames);
      view = next;
      if (outcome === 'gap') return gapAfter(cursor());
      return outcome === 'foreign' ? foreign() : undefined;
    } catch (cause) {
      return unfoldable(cause);
    }
  }
}

function isSnapshot(frame: SessionFrame): boolean {
  return frame.type === 'session.snapshot';
}

/** A snapshot of another stream is not progress: a server that restarts all the time brings one each time. */
function movedOn(before: SessionView, after: SessionView): boolean {
  return after.streamId === before.streamId && after.seq > before.seq;
}

function gapAfter(cursor: string | undefined): LoopClientError {
  return new LoopClientError(
    'gap',
    `Frames are missing after ${cursor ?? 'the start'}; a new connection starts over from a snapshot.`,
  );
}

function foreign(): LoopClientError {
  return new LoopClientError(
    'bad-data',
    'Frames of another session or stream arrived; a new connection starts over from a snapshot. ' +
      'Check that the URL leads to one session only.',
  );
}

function unfoldable(cause: unknown): LoopClientError {
  return new LoopClientError(
    'bad-data',
    'A frame could not be folded; a new connection starts over from a snapshot. See cause.',
    { cause },
  );
}
