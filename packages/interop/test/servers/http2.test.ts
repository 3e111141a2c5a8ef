import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { eventStreamNode } from '@loop/events/http';
import { contractSuite, type ContractAdapter, type ContractRoute } from '@loop/events/testing';
import { eventStream } from '@loop/sse-hono';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createIdentity } from '../support/certificate.js';
import { http2Client } from '../support/http2-fetch.js';

type Find = (id: string) => ContractRoute | undefined;
type Listener = NonNullable<Parameters<typeof createSecureServer>[1]>;

const identity = createIdentity();

const listeners: readonly (readonly [string, (find: Find) => Listener])[] = [
  [
    'eventStreamNode',
    (find) => (request, response) => {
      const id = /^\/streams\/([^/?]+)/.exec(request.url)?.[1] ?? '';
      const route = find(id);
      if (route) eventStreamNode(request, response, route.source, route.options);
      else response.writeHead(404).end();
    },
  ],
  [
    "Hono's eventStream",
    (find) => {
      const app = new Hono();
      app.get('/streams/:id', (c) => {
        const route = find(c.req.param('id'));
        return route ? eventStream(c, route.source, route.options) : c.notFound();
      });
      const serve = getRequestListener(app.fetch, { overrideGlobalObjects: false });
      return (request, response) => void serve(request, response);
    },
  ],
];

function startWith(listener: (find: Find) => Listener): ContractAdapter['start'] {
  return async (find) => {
    const server = createSecureServer(identity, listener(find));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = http2Client(origin, identity.cert);
    return {
      origin,
      fetch: client.fetch,
      stop: () => {
        const closed = new Promise<void>((resolve) => server.close(() => resolve()));
        client.close();
        return closed;
      },
    };
  };
}

describe.each(listeners)('%s on node:http2 with TLS', (_, listener) => {
  // node-server prints the error by which a body drops its stream; here readers are cut on purpose.
  beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

  const warnings: string[] = [];
  const onWarning = ({ message }: Error): number => warnings.push(message);
  beforeAll(() => void process.on('warning', onWarning));
  afterAll(() => void process.off('warning', onWarning));

  contractSuite({ start: startWith(listener) }, test);

  // Node leaves headers of HTTP/1.1 out, and says so.
  test('meanwhile nothing was warned of', () => {
    expect(warnings).toEqual([]);
  });
});
