import fastifySse from '@fastify/sse';
import Fastify from 'fastify';
import { createChannels } from './channels.mjs';
import { dataOf, idOf } from './frame.mjs';

export async function create({ heartbeatMs }) {
  const { join, leave, ...rest } = createChannels(dataOf, (sse, data) => {
    // It waits for readers that are slow; a live stream cannot.
    void sse.send({ id: idOf(data), data });
  });
  const app = Fastify();
  await app.register(fastifySse, { heartbeatInterval: heartbeatMs ?? 0 });
  app.get('/:session', { sse: 'only' }, async (request, { sse, raw }) => {
    const { session } = request.params;
    // Each event that waits for a slow reader listens for itself.
    raw.setMaxListeners(0);
    sse.keepAlive();
    sse.onClose(() => leave(session, sse));
    join(session, request.headers['last-event-id'], sse);
  });
  await app.ready();
  return { server: app.server, ...rest };
}
