import type { SessionAnswer } from '../../wire/session.js';
import { badRequest } from '../http/api-error.js';
import { wholeNumber } from '../http/fields.js';
import type { Route } from '../http/route.js';
import { sessionOf } from './look-up.js';
import type { RouteParts } from './routes.js';
import { watchedStream } from './watched-streams.js';

/** The largest page of history, in rounds. */
const MAX_ROUNDS = 50;

/** One session: what it is, its events, its past, and its end. */
export function sessionRoutes({ sessions, lists }: RouteParts): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/sessions/:id',
      async handle(request) {
        const session = await sessionOf(sessions, request);
        const { streamId, seq } = session.events;
        const snapshot = session.events.snapshot();
        const body: SessionAnswer = { ...sessions.summary(session), streamId, seq, snapshot };
        return { status: 200, body };
      },
    },
    {
      method: 'DELETE',
      path: '/api/sessions/:id',
      async handle(request) {
        const session = await sessionOf(sessions, request);
        await lists.notifyAfter('sessions', session.facts.workspaceId, () =>
          sessions.remove(session),
        );
        return { status: 204 };
      },
    },
    {
      method: 'GET',
      path: '/api/sessions/:id/events',
      async handle(request) {
        const { events } = await sessionOf(sessions, request);
        return { stream: watchedStream(events).for(request.query.get('reader')) };
      },
    },
    {
      method: 'GET',
      path: '/api/sessions/:id/history',
      async handle(request) {
        const { events } = await sessionOf(sessions, request);
        const before = wholeNumber(request.query.get('before'), 'before');
        const rounds = wholeNumber(request.query.get('rounds'), 'rounds', 3);
        if (rounds < 1 || rounds > MAX_ROUNDS) {
          throw badRequest('invalid-query', `rounds: expected 1 to ${MAX_ROUNDS}.`);
        }
        return { status: 200, body: events.history({ before, rounds }) };
      },
    },
  ];
}
