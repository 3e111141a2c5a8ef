import type { SessionEvents } from '@loop/events';
import type { InspectedConnection, Inspection } from '../../wire/inspection.js';
import { notFound } from '../http/api-error.js';
import type { Route } from '../http/route.js';
import { sessionOf } from './look-up.js';
import type { RouteParts } from './routes.js';
import { watchedStream, type WatchedConnection } from './watched-streams.js';

/**
 * For the demo only: a look behind a session's stream, and ways to break it on purpose. What
 * breaks is real; nothing here tells a page what to show.
 */
export function inspectRoutes({ sessions }: Pick<RouteParts, 'sessions'>): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/sessions/:id/inspect',
      async handle(request) {
        const { events } = await sessionOf(sessions, request);
        const connections = watchedStream(events).connections().map(describe);
        const body: Inspection = { ...streamOf(events), connections };
        return { status: 200, body };
      },
    },
    {
      method: 'POST',
      path: '/api/sessions/:id/inspect/drop',
      async handle(request) {
        const { events } = await sessionOf(sessions, request);
        return { status: 200, body: { dropped: watchedStream(events).drop() } };
      },
    },
    {
      method: 'POST',
      path: '/api/sessions/:id/inspect/evict',
      async handle(request) {
        const { events } = await sessionOf(sessions, request);
        return { status: 200, body: { evicted: events.evict() } };
      },
    },
    {
      method: 'POST',
      path: '/api/sessions/:id/inspect/restart',
      async handle(request) {
        const again = await sessions.restart(await sessionOf(sessions, request));
        // It may have been deleted meanwhile.
        if (!again) throw notFound('session');
        return { status: 200, body: { streamId: again.events.streamId } };
      },
    },
  ];
}

/** Where the stream stands, its counters, and from which frame on it could be replayed. */
function streamOf(events: SessionEvents): Omit<Inspection, 'connections'> {
  const { streamId, seq } = events;
  const stats = events.stats();
  return { streamId, seq, replayableFrom: seq - stats.bufferedFrames + 1, stats };
}

function describe({ reader, cursor, stats }: WatchedConnection): InspectedConnection {
  const { opening, openedAt, sentBytes, heartbeats, closed = null } = stats;
  return { reader, cursor, opening, openedAt, sentBytes, heartbeats, closed };
}
