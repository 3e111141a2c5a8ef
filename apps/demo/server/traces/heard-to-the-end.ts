import type { AnyEvent, PlacedEvent, SessionEvents } from '@loop/events';
import type { TraceableSession } from '@loop/events/trace';

/** A session as its trace hears it. */
export interface HeardSession {
  readonly session: TraceableSession;
  /**
   * Tells the trace alone what the agent says when the session is over for everybody else: how it
   * ended what it was at. The session that is saved stays as it was, interrupted.
   */
  tell(event: AnyEvent): void;
}

/** Lets a trace hear a session past its end. */
export function heardToTheEnd(events: SessionEvents): HeardSession {
  const listeners = new Set<(placed: PlacedEvent) => void>();
  return {
    session: {
      get activeRunId() {
        return events.activeRunId;
      },
      get run() {
        return events.run;
      },
      onEvent(listener) {
        const leave = events.onEvent(listener);
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
          leave();
        };
      },
      onListChange: (listener) => events.onListChange(listener),
      onDispose: (listener) => events.onDispose(listener),
    },
    tell(event) {
      const { activeRunId: runId } = events;
      for (const listener of listeners) listener({ event, runId });
    },
  };
}
