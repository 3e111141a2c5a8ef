import { badRequest, notFound } from '../http/api-error.js';
import { oneOf, optional, readFields, text, wholeNumber } from '../http/fields.js';
import type { ApiRequest, Route } from '../http/route.js';
import type { LiveSession } from '../sessions/live-session.js';
import type { Stores } from './routes.js';

const PROMPT = {
  requestId: text(200),
  text: text(200_000),
  mode: optional(oneOf('steer', 'follow-up')),
};

/** The largest page of history, in rounds. */
const MAX_ROUNDS = 50;

/** One session: its events, its past, and what can be asked of it. */
export function sessionRoutes({ sessions }: Pick<Stores, 'sessions'>): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/sessions/:id',
      async handle(request) {
        const { facts, events } = await sessionOf(request);
        const { streamId, seq } = events;
        return { status: 200, body: { ...facts, streamId, seq, snapshot: events.snapshot() } };
      },
    },
    {
      method: 'DELETE',
      path: '/api/sessions/:id',
      async handle({ params }) {
        if (await sessions.remove(params['id'] ?? '')) return { status: 204 };
        throw notFound('session');
      },
    },
    {
      method: 'GET',
      path: '/api/sessions/:id/events',
      handle: async (request) => ({ stream: (await sessionOf(request)).events }),
    },
    {
      method: 'GET',
      path: '/api/sessions/:id/history',
      async handle(request) {
        const { events } = await sessionOf(request);
        const before = wholeNumber(request.query.get('before'), 'before');
        const rounds = wholeNumber(request.query.get('rounds'), 'rounds', 3);
        if (rounds < 1 || rounds > MAX_ROUNDS) {
          throw badRequest('invalid-query', `rounds: expected 1 to ${MAX_ROUNDS}.`);
        }
        return { status: 200, body: events.history({ before, rounds }) };
      },
    },
    {
      method: 'POST',
      path: '/api/sessions/:id/prompt',
      async handle(request) {
        const session = await sessionOf(request);
        // No waiting from here on: two equal requests meet one after the other.
        const { runId, inputId } = session.prompt(readFields(await request.json(), PROMPT));
        return { status: 202, body: { runId, inputId } };
      },
    },
    {
      method: 'POST',
      path: '/api/sessions/:id/cancel',
      async handle(request) {
        const runId = (await sessionOf(request)).cancel();
        return { status: runId === null ? 200 : 202, body: { runId } };
      },
    },
  ];

  async function sessionOf({ params }: ApiRequest): Promise<LiveSession> {
    const session = await sessions.find(params['id'] ?? '');
    if (!session) throw notFound('session');
    return session;
  }
}
