import type { AnyEvent, SessionEvents } from '@loop/events';

/**
 * Publishes a recorded stream as an agent's bridge does: a run for each `agent_start`, unless one
 * goes on (a retry), and settlement where the recording holds none.
 */
export function drive(session: SessionEvents, events: readonly AnyEvent[]): void {
  let runs = 0;
  for (const event of events) {
    if (event.type === 'agent_start' && session.activeRunId === null) {
      runs++;
      session.accept({ requestId: `request-${runs}`, runId: `run-${runs}` });
    }
    session.publish(event);
  }
  session.settle();
}
