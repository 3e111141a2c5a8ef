// What a server on Node writes against the adapters.
import { ListEvents, SessionEvents, SessionRegistry } from '@loop/events';
import { eventStreamNode, eventStreamResponse } from '@loop/events/http';
import { checkConvergence, recordSession } from '@loop/events/testing';
import { attachAgent, type AgentLike } from '@loop/pi';
import { eventStream as expressStream } from '@loop/sse-express';
import { eventStream as honoStream } from '@loop/sse-hono';
import { traceSchema, traceSession } from '@loop/events/trace';
import { openRecording, readRecording } from '@loop/telemetry/node';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import { Hono } from 'hono';
import type { IncomingMessage, ServerResponse } from 'node:http';

const lists = new ListEvents();
const registry = new SessionRegistry({ lists });
const session = new SessionEvents({ sessionId: 's', messageUpdates: 'delta' });
registry.add('w', session);

export const app = new Hono().get('/events', (c) => honoStream(c, session, { retryMs: 500 }));

export function express(request: ExpressRequest, response: ExpressResponse): void {
  expressStream(request, response, lists, { cacheControl: 'no-store, no-transform' });
}

export function node(request: IncomingMessage, response: ServerResponse): void {
  eventStreamNode(request, response, session, { heartbeatMs: 1_000 });
}

export function fetchHandler(request: Request): Response {
  return eventStreamResponse(request, session, { onClose: (_reason, stats) => stats.sentBytes });
}

export function attach(agent: AgentLike): () => void {
  return attachAgent(agent, session);
}

export async function trace(root: string): Promise<void> {
  const recording = await openRecording({ root, sessionId: 's', schema: traceSchema });
  const stop = traceSession(session, recording.recorder);
  stop();
  (await recording.close()) satisfies { ok: boolean };
  for await (const item of readRecording({ root, sessionId: 's' })) item.type satisfies string;
}

checkConvergence(recordSession((recorded) => recorded.settle()));

// @ts-expect-error there is no such option
honoStream(undefined as never, session, { heartbeat: 1 });
// @ts-expect-error a source is a session or the lists
expressStream(undefined as never, undefined as never, registry);
