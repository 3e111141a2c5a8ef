import { expected } from '../expect.js';
import type { StreamSource } from '../stream/sink.js';
import { isGone, NodeSink } from './node-sink.js';
import type { NodeRequestLike, NodeResponseLike } from './node-types.js';
import type { EventStreamOptions } from './options.js';
import { answerInstead, checkSource, readRequest, streamHeaders, type Answer } from './rules.js';

/**
 * Answers a request of any Node server (`node:http`, `node:https`, the compatibility API of
 * `node:http2`, frameworks over them) with an event stream. Head and opening frame have left when
 * this returns; headers set before stay. Look the session up, and answer 404 for an unknown one,
 * before; a stream that was disposed of, or is full, is refused here with 404 or 503 and
 * `{ error, code }`. Does nothing for a reader that is gone already. Contract: "Connections and
 * Frames", "Connection Lifecycle".
 *
 * @throws LoopEventsError `invalid-option`, also where something else began this response.
 */
export function eventStreamNode(
  request: NodeRequestLike,
  response: NodeResponseLike,
  source: StreamSource,
  options: EventStreamOptions = {},
): void {
  checkSource(source);
  const { cacheControl, ...limits } = options;
  const headers = streamHeaders(cacheControl);
  if (isGone(response)) return;
  expected(
    !response.headersSent && !response.writableEnded,
    'The response has begun already: pass one whose head was not sent.',
  );
  const answer = answerInstead(request.method, source, headers);
  if (answer) return send(response, answer);
  const sink = new NodeSink(response, headers);
  const asked = readRequest(request.url, lastEventId(request));
  sink.follow(source.connect(sink, { ...limits, ...asked }));
}

function send(response: NodeResponseLike, answer: Answer): void {
  response.writeHead(answer.status, answer.headers);
  if (answer.body === undefined) response.end();
  else response.end(answer.body);
}

/** Servers join a repeated header to one value; some proxies' servers hand over a list. */
function lastEventId(request: NodeRequestLike): string | undefined {
  const value = request.headers['last-event-id'];
  return typeof value === 'object' ? value.join(', ') : value;
}
