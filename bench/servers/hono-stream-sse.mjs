import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { createChannels } from './channels.mjs';
import { dataOf, idOf } from './frame.mjs';

export function create() {
  const { join, leave, ...rest } = createChannels(dataOf, (stream, data) => {
    // It waits for readers that are slow; a live stream cannot.
    void stream.writeSSE({ id: idOf(data), data: JSON.stringify(data) });
  });
  const app = new Hono();
  app.get('/:session', (c) =>
    streamSSE(c, async (stream) => {
      const session = c.req.param('session');
      const isOver = new Promise((resolve) => stream.onAbort(resolve));
      join(session, c.req.header('last-event-id'), stream);
      await isOver;
      leave(session, stream);
    }),
  );
  return { server: createAdaptorServer({ fetch: app.fetch }), ...rest };
}
