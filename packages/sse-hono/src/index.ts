import { eventStreamResponse, type EventStreamOptions, type StreamSource } from '@loop/events/http';
import type { Context } from 'hono';

export type { EventStreamOptions, StreamSource } from '@loop/events/http';

/**
 * Answers a Hono request with an event stream: a session's, or the lists'. Headers that middleware
 * set on the context stay. Look the session up, and answer 404 for an unknown one, in the route;
 * what is refused later (disposed of, full) is answered here. Contract: "Connections and Frames",
 * "Connection Lifecycle". On `@hono/node-server` frames go straight to Node's response once its head
 * has left, unless middleware changes the body.
 *
 * ```ts
 * app.get('/api/sessions/:id/events', (c) => {
 *   const session = registry.get(c.req.param('id'));
 *   return session ? eventStream(c, session) : c.json({ error: 'unknown session' }, 404);
 * });
 * ```
 *
 * @throws LoopEventsError `invalid-option`
 */
export function eventStream(
  c: Context,
  source: StreamSource,
  options: EventStreamOptions = {},
): Response {
  const { outgoing } = (c.env ?? {}) as { outgoing?: unknown };
  const response = eventStreamResponse(c.req.raw, source, options, outgoing);
  return c.newResponse(response.body, response);
}
