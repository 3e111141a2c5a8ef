import {
  eventStreamNode,
  type EventStreamOptions,
  type NodeRequestLike,
  type NodeResponseLike,
  type StreamSource,
} from '@loop/events/http';

export type {
  EventStreamOptions,
  NodeRequestLike,
  NodeResponseLike,
  StreamSource,
} from '@loop/events/http';

/**
 * Answers an Express request with an event stream: a session's, or the lists'. Headers that
 * middleware set on the response stay. Look the session up, and answer 404 for an unknown one, in
 * the route; what is refused later (disposed of, full) is answered here. Contract: "Connections and
 * Frames", "Connection Lifecycle".
 *
 * ```ts
 * app.get('/api/sessions/:id/events', (req, res) => {
 *   const session = registry.get(req.params.id);
 *   if (session) eventStream(req, res, session);
 *   else res.status(404).json({ error: 'unknown session' });
 * });
 * ```
 *
 * Nothing here is asynchronous: what it throws reaches the error handler of Express 4 and 5 alike.
 *
 * @param req an Express request, whatever its type parameters: only what is used is asked for.
 * @throws LoopEventsError `invalid-option`, also where something else began this response.
 */
export function eventStream(
  req: NodeRequestLike,
  res: NodeResponseLike,
  source: StreamSource,
  options: EventStreamOptions = {},
): void {
  eventStreamNode(req, res, source, options);
}
