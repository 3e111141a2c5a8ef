import fastifySse from '@fastify/sse';
import Fastify from 'fastify';
import { perConnection } from './per-connection.mjs';

export const name = '@fastify/sse';

export async function create() {
  const channels = perConnection();
  const app = Fastify();
  await app.register(fastifySse, { heartbeatInterval: 0 });
  app.get('/:session', { sse: true }, async (request, reply) => {
    reply.sse.keepAlive();
    const leave = channels.join(request.params.session, request.headers['last-event-id'], (data) =>
      reply.sse.send({ id: `${data.streamId}:${data.seq}`, data }),
    );
    reply.sse.onClose(leave);
  });
  await app.ready();
  const { publish, prepareSnapshot } = channels;
  return { server: app.server, publish, prepareSnapshot };
}
