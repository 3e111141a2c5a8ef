import type { StreamSource } from '../stream/sink.js';
import type { EventStreamOptions } from './options.js';
import { answerInstead, checkSource, readRequest, streamHeaders } from './rules.js';
import { MovingSink } from './moving-sink.js';
import { isGone } from './node-sink.js';
import type { NodeResponseLike } from './node-types.js';
import { WebSink } from './web-sink.js';

/**
 * Answers a request of any fetch-style server (Hono, Next.js, Bun, Deno, Workers) with an event
 * stream. The opening frame is in the body when this returns. Look the session up, and answer 404
 * for an unknown one, before; a stream that was disposed of, or is full, is refused here with 404
 * or 503 and `{ error, code }`. Contract: "Connections and Frames", "Connection Lifecycle".
 *
 * @param node the Node response that the server will send the answer with, where there is one and
 * it is at hand: frames then go straight to it, unless something in between changes the body.
 * Anything else is ignored.
 * @throws LoopEventsError `invalid-option`
 */
export function eventStreamResponse(
  request: Request,
  source: StreamSource,
  options: EventStreamOptions = {},
  node?: unknown,
): Response {
  checkSource(source);
  const { cacheControl, ...limits } = options;
  const headers = streamHeaders(cacheControl);
  const answer = answerInstead(request.method, source, headers);
  if (answer) return new Response(answer.body ?? null, answer);
  const response = isNodeResponse(node) ? node : undefined;
  if (response ? isGone(response) : request.signal.aborted) return new Response(null, { headers });
  const sink = response ? new MovingSink(response) : new WebSink(request);
  const asked = readRequest(request.url, request.headers.get('last-event-id'));
  sink.follow(source.connect(sink, { ...limits, ...asked }));
  return new Response(sink.stream, { headers });
}

function isNodeResponse(node: unknown): node is NodeResponseLike {
  const { write, on, writeHead } = (node ?? {}) as Partial<NodeResponseLike>;
  return [write, on, writeHead].every((method) => typeof method === 'function');
}
