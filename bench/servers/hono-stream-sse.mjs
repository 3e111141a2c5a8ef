import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { perConnection } from './per-connection.mjs';

export const name = 'hono-stream-sse';

export function create() {
  const channels = perConnection();
  const app = new Hono();
  app.get('/:session', (c) =>
    streamSSE(c, async (stream) => {
      const leave = channels.join(c.req.param('session'), c.req.header('last-event-id'), (data) =>
        stream.writeSSE({ id: idOf(data), data: JSON.stringify(data) }),
      );
      await new Promise((resolve) => stream.onAbort(resolve));
      leave();
    }),
  );
  const { publish, prepareSnapshot } = channels;
  return { server: createAdaptorServer({ fetch: app.fetch }), publish, prepareSnapshot };
}

const idOf = ({ streamId, seq }) => `${streamId}:${seq}`;
