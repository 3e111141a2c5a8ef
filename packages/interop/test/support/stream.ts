import { randomUUID } from 'node:crypto';
import { SessionEvents, type SessionEventsOptions } from '@loop/events';
import type { CloseReason, EventStreamOptions } from '@loop/events/http';
import { onTestFinished } from 'vitest';
import type { App } from './apps.js';

/** A session of one test, served by an app under an id of its own. */
export interface TestStream {
  readonly session: SessionEvents;
  /** Of its route. */
  readonly path: string;
  /** Publishes an event with this text. */
  publish(text?: string): void;
  /** Why connections ended, as soon as so many have. */
  closed(count?: number): Promise<CloseReason[]>;
}

export function serveStream(
  app: App,
  options: EventStreamOptions = {},
  sessionOptions: Partial<SessionEventsOptions> = {},
): TestStream {
  const id = randomUUID();
  const session = new SessionEvents({ sessionId: id, streamId: 's', ...sessionOptions });
  const reasons: CloseReason[] = [];
  let wake = (): void => {};
  const onClose = (reason: CloseReason): void => {
    reasons.push(reason);
    wake();
  };
  app.routes.set(id, { source: session, options: { onClose, ...options } });
  onTestFinished(() => {
    session.dispose();
    app.routes.delete(id);
  });
  return {
    session,
    path: `/streams/${id}`,
    publish: (text = 'Grüße, 世界 🌍') => publishNote(session, text),
    closed: async (count = 1) => {
      while (reasons.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return reasons;
    },
  };
}

/** An event of a kind of its own: a frame, and nothing more. */
function publishNote(session: SessionEvents, text: string): void {
  const event = { type: 'interop_note', text };
  session.publish(event);
}
