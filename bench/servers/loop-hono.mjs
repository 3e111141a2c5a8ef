import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { eventStream } from '@loop/sse-hono';
import { loopSessions } from './loop.mjs';

export const name = 'loop-hono';

export function create() {
  const { sessionOf, ...rest } = loopSessions();
  const app = new Hono();
  app.get('/:session', (c) => eventStream(c, sessionOf(c.req.param('session'))));
  return { server: createAdaptorServer({ fetch: app.fetch }), ...rest };
}
