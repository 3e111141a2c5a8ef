// Sessions of ours, for the servers of both adapters.
import { SessionEvents } from '@loop/events';
import { eventOf } from './frame.mjs';

export function loopSessions() {
  const sessions = new Map();

  function sessionOf(id) {
    if (!sessions.has(id)) sessions.set(id, new SessionEvents({ sessionId: id }));
    return sessions.get(id);
  }

  return {
    sessionOf,
    publish: (id, size) => sessionOf(id).publish(eventOf(size)),
    prepareSnapshot(id, bytes) {
      sessionOf(id).append({ role: 'user', content: 'x'.repeat(bytes) });
    },
  };
}
