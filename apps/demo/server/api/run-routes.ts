import { ApiError, notFound } from '../http/api-error.js';
import { oneOf, optional, readFields, text } from '../http/fields.js';
import type { Route } from '../http/route.js';
import { sessionOf } from './look-up.js';
import type { RouteParts } from './routes.js';

const PROMPT = {
  requestId: text(200),
  text: text(200_000),
  mode: optional(oneOf('steer', 'follow-up')),
};

const DECISION = {
  decision: oneOf('allow', 'deny'),
  scope: optional(oneOf('once', 'session')),
  note: optional(text(2_000)),
};

/** What is asked of a session's agent, and what it asks. */
export function runRoutes({ sessions }: Pick<RouteParts, 'sessions'>): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/sessions/:id/prompt',
      async handle(request) {
        const session = await sessionOf(sessions, request);
        // No waiting from here on: two equal requests meet one after the other.
        const { runId, inputId } = session.prompt(readFields(await request.json(), PROMPT));
        return { status: 202, body: { runId, inputId } };
      },
    },
    {
      method: 'POST',
      path: '/api/sessions/:id/cancel',
      async handle(request) {
        const runId = (await sessionOf(sessions, request)).cancel();
        return { status: runId === null ? 200 : 202, body: { runId } };
      },
    },
    {
      method: 'POST',
      path: '/api/sessions/:id/compact',
      async handle(request) {
        const runId = (await sessionOf(sessions, request)).compact();
        return { status: 202, body: { runId } };
      },
    },
    {
      method: 'DELETE',
      path: '/api/sessions/:id/queue/:inputId',
      async handle(request) {
        const session = await sessionOf(sessions, request);
        if (session.removeQueued(request.params['inputId'] ?? '')) return { status: 204 };
        throw notFound('input that waits');
      },
    },
    {
      method: 'POST',
      path: '/api/sessions/:id/approvals/:approvalId',
      async handle(request) {
        const { approvals } = (await sessionOf(sessions, request)).events;
        const approvalId = request.params['approvalId'] ?? '';
        const { decision, scope, note } = readFields(await request.json(), DECISION);
        const result = approvals.decide(approvalId, {
          decision,
          ...(scope !== undefined && { scope }),
          ...(note !== undefined && { note }),
        });
        if (result === 'resolved') return { status: 200, body: { approvalId, decision } };
        if (result === 'unknown') throw notFound('approval');
        throw new ApiError(409, 'already-resolved', 'Somebody has decided already.');
      },
    },
  ];
}
