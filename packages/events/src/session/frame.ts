import type { AnyEvent, SessionEvent } from './event.js';
import type { Snapshot } from './state.js';

/** One numbered unit of a session's stream. Contract: "Connections and Frames". */
export type SessionFrame = {
  sessionId: string;
  /** `streamId:seq` is the frame's id on the wire. */
  streamId: string;
  /** 0 on a new stream; each published frame adds one. */
  seq: number;
} & (
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

/** A frame but for its place in the stream. Events of unknown kinds travel like known ones. */
export type FrameBody = BodyOf<SessionFrame>;
type BodyOf<F> = F extends { type: 'loop.event' }
  ? Omit<F, 'sessionId' | 'streamId' | 'seq' | 'event'> & { event: AnyEvent }
  : Omit<F, 'sessionId' | 'streamId' | 'seq'>;
