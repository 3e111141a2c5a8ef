import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { eventStreamNode, eventStreamResponse } from '../../src/http/index.js';
import type { ContractAdapter, ContractRoute } from '../../src/testing/index.js';
import { bridge } from './bridge.js';

type Find = (id: string) => ContractRoute | undefined;

const PREFIX = '/streams/';

function idOf(url: string | undefined): string {
  const path = (url ?? '').split('?', 1)[0] ?? '';
  return path.startsWith(PREFIX) ? path.slice(PREFIX.length) : '';
}

/** The three ways out of a Node process, each as a listener for `node:http`. */
export const listeners = {
  'eventStreamNode on node:http': (find) => (request, response) => {
    const route = find(idOf(request.url));
    if (route) eventStreamNode(request, response, route.source, route.options);
    else response.writeHead(404).end();
  },
  'eventStreamResponse on a bare fetch handler': (find) =>
    bridge((request) => {
      const route = find(idOf(new URL(request.url).pathname));
      if (!route) return new Response(null, { status: 404 });
      return eventStreamResponse(request, route.source, route.options);
    }),
  'eventStreamResponse under Hono on node-server': (find) => {
    const app = new Hono();
    app.get(`${PREFIX}:id`, (c) => {
      const route = find(c.req.param('id'));
      return route ? eventStreamResponse(c.req.raw, route.source, route.options) : c.notFound();
    });
    return getRequestListener(app.fetch, { overrideGlobalObjects: false }) as RequestListener;
  },
} satisfies Record<string, (find: Find) => RequestListener>;

export type ServerName = keyof typeof listeners;

export const serverNames = Object.keys(listeners) as ServerName[];

export async function listen(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** Stops listening; resolves when the last socket is closed. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Without waiting: `fetch` opens a spare connection after each abort, which carries no request and
 * which a server that closes waits for.
 */
function stop(server: Server): Promise<void> {
  const closed = close(server);
  server.closeAllConnections();
  return closed;
}

export function adapter(name: ServerName): ContractAdapter {
  return {
    start: async (find) => {
      const { server, port } = await listen(listeners[name](find));
      return { origin: `http://127.0.0.1:${port}`, stop: () => stop(server) };
    },
  };
}
