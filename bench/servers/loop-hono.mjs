import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { eventStream } from '@loop/sse-hono';
import { loopSessions } from './loop.mjs';

export function create({ heartbeatMs }) {
  const { app, ...rest } = honoApp({ heartbeatMs });
  return { server: createAdaptorServer({ fetch: app.fetch }), ...rest };
}

export function honoApp({ heartbeatMs }) {
  const { sessionOf, ...rest } = loopSessions();
  const app = new Hono();
  app.get('/:session', (c) => eventStream(c, sessionOf(c.req.param('session')), { heartbeatMs }));
  return { app, ...rest };
}
