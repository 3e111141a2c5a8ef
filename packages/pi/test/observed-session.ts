import { SessionEvents, type AnyEvent, type SessionFrame } from '@loop/events';

/** A session with everything that left it. */
export interface ObservedSession {
  session: SessionEvents;
  frames: SessionFrame[];
  /** Events in `loop.event` frames. */
  events(): AnyEvent[];
  /** Those of one type. */
  ofType<T extends object = { type: string }>(type: string): T[];
  types(): string[];
}

/** A new session whose frames are collected. */
export function observedSession(): ObservedSession {
  const session = new SessionEvents({ sessionId: 'session-1' });
  const frames: SessionFrame[] = [];
  session.subscribe((frame) => frames.push(frame));
  const events = (): AnyEvent[] =>
    frames.flatMap((frame) => (frame.type === 'loop.event' ? [frame.event] : []));
  return {
    session,
    frames,
    events,
    ofType: <T extends object>(type: string) =>
      events().filter((event) => event.type === type) as unknown as T[],
    types: () => events().map((event) => event.type),
  };
}
