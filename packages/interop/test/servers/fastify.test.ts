import { eventStreamNode } from '@loop/events/http';
import { contractSuite, type ContractAdapter } from '@loop/events/testing';
import { fastify } from 'fastify';
import { describe, test } from 'vitest';

describe('eventStreamNode in a Fastify route', () => {
  const start: ContractAdapter['start'] = async (find) => {
    const app = fastify({ forceCloseConnections: true });
    app.get<{ Params: { id: string } }>('/streams/:id', (request, reply) => {
      const route = find(request.params.id);
      if (!route) return reply.code(404).send({ error: 'unknown session' });
      reply.hijack();
      eventStreamNode(request.raw, reply.raw, route.source, route.options);
      return reply;
    });
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    return { origin, stop: () => app.close() };
  };
  contractSuite({ start }, test);
});
