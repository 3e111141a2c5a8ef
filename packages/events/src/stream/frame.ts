import type { AnyEvent, SessionEvent } from '../session/event.js';
import type { Snapshot } from '../session/state.js';

/** Where a frame stands: `streamId:seq` is its id on the wire. */
interface Position {
  streamId: string;
  /** 0 on a new stream; each published frame adds one. */
  seq: number;
}

/** One numbered unit of a session's stream. Contract: "Connections and Frames". */
export type SessionFrame = { sessionId: string } & Position &
  (
    | { type: 'session.snapshot'; snapshot: Snapshot }
    | { type: 'session.state'; snapshot: Snapshot }
    | {
        type: 'run.accepted';
        requestId: string;
        runId: string;
        /** Epoch milliseconds. */
        acceptedAt: number;
      }
    | {
        type: 'loop.event';
        event: SessionEvent;
        /** `null` outside a run. */
        runId: string | null;
        /** The message that the event belongs to. */
        messageIndex?: number;
        /** Only on the event that began a run nobody had asked for: epoch milliseconds. */
        acceptedAt?: number;
      }
  );

/** One numbered unit of the list stream. Contract: "List Change Notifications". */
export type ListFrame = Position &
  (
    | { type: 'lists.reset' }
    | { type: 'sessions.changed' | 'projects.changed'; workspaceId: string }
  );

/** A frame but for its place in the stream. Events of unknown kinds travel like known ones. */
export type FrameBody = BodyOf<SessionFrame>;
type BodyOf<F> = F extends { type: 'loop.event' }
  ? Omit<F, 'sessionId' | 'streamId' | 'seq' | 'event'> & { event: AnyEvent }
  : Omit<F, 'sessionId' | 'streamId' | 'seq'>;
