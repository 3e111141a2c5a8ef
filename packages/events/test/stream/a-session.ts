import {
  LoopEventsError,
  SessionEvents,
  type SessionEventsOptions,
  type SessionFrame,
  type Snapshot,
} from '@loop/events';
import { expect } from 'vitest';
import { eager, FakeSink } from './fake-sink.js';
import { framesIn } from './received.js';

export function aSession(options: Partial<SessionEventsOptions> = {}): SessionEvents {
  return new SessionEvents({ sessionId: 'session', streamId: 's', ...options });
}

/** A reader that takes everything at once. */
export function open(session: SessionEvents, cursor?: string): FakeSink {
  const sink = new FakeSink(eager);
  sink.connection = session.connect(sink, { cursor });
  return sink;
}

/** Frames as they come, from now on. */
export function framesOf(session: SessionEvents): SessionFrame[] {
  const frames: SessionFrame[] = [];
  session.subscribe((frame) => frames.push(frame));
  return frames;
}

/** What a reader without a cursor opens with. */
export function openingOf(session: SessionEvents): Snapshot {
  const [frame] = framesIn<SessionFrame>(open(session));
  if (frame?.type !== 'session.snapshot') throw new Error('no snapshot');
  return frame.snapshot;
}

/** The package's own error that a call fails with; `undefined` where it does not fail. */
export function refusalOf(task: () => unknown): unknown {
  try {
    task();
  } catch (error) {
    expect(error).toBeInstanceOf(LoopEventsError);
    return error;
  }
  return undefined;
}
