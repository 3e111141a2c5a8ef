// The same without Node's response under the context: what other runtimes get.
import { createAdaptorServer } from '@hono/node-server';
import { honoApp } from './loop-hono.mjs';

export function create({ heartbeatMs }) {
  const { app, ...rest } = honoApp({ heartbeatMs });
  return { server: createAdaptorServer({ fetch: (request) => app.fetch(request) }), ...rest };
}
