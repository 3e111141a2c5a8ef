// The same as loop-hono without Node's response underneath: what other runtimes get.
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { eventStream } from '@loop/sse-hono';
import { loopSessions } from './loop.mjs';

export const name = 'loop-hono-web';

export function create() {
  const { sessionOf, ...rest } = loopSessions();
  const app = new Hono();
  app.get('/:session', (c) => eventStream(c, sessionOf(c.req.param('session'))));
  const fetch = (request) => app.fetch(request);
  return { server: createAdaptorServer({ fetch }), ...rest };
}
