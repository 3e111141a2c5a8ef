import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { EventStreamOptions, StreamSource } from '@loop/events/http';
import { eventStream as expressStream } from '@loop/sse-express';
import { eventStream as honoStream } from '@loop/sse-hono';
import cors from 'cors';
import express from 'express';
import { Hono } from 'hono';
import { cors as honoCors } from 'hono/cors';

/** What is served at `/streams/:id`. */
export interface Route {
  source: StreamSource;
  options: EventStreamOptions;
}

type Find = (id: string) => Route | undefined;

/** An app that listens, and what has been asked of it. */
export interface App {
  readonly server: Server;
  readonly port: number;
  readonly origin: string;
  readonly routes: Map<string, Route>;
  /** Looks in `routes`, until something else is put here. */
  find: Find;
  readonly requests: IncomingMessage[];
  /** Drops every connection: what a crash of something on the way looks like. */
  cut(): void;
  /** Closes without waiting for anybody. */
  stop(): Promise<void>;
}

/** The two adapters, wired as their READMEs say. `pageOrigin` may come across origins. */
const listeners = {
  Express: (find: Find, pageOrigin: string) => {
    const app = express();
    app.use(
      cors({
        origin: pageOrigin,
        credentials: true,
        allowedHeaders: ['Last-Event-ID'],
        exposedHeaders: ['Retry-After'],
      }),
    );
    app.get('/page', (_req, res) => void res.type('html').send(PAGE));
    app.get('/streams/:id', (req, res) => {
      const route = find(req.params.id);
      if (route) expressStream(req, res, route.source, route.options);
      else res.status(404).json({ error: 'unknown stream' });
    });
    return app;
  },
  Hono: (find: Find, pageOrigin: string) => {
    const app = new Hono();
    app.use(
      honoCors({
        origin: pageOrigin,
        credentials: true,
        allowHeaders: ['Last-Event-ID'],
        exposeHeaders: ['Retry-After'],
      }),
    );
    app.get('/page', (c) => c.html(PAGE));
    app.get('/streams/:id', (c) => {
      const route = find(c.req.param('id'));
      if (!route) return c.json({ error: 'unknown stream' }, 404);
      return honoStream(c, route.source, route.options);
    });
    const serve = getRequestListener(app.fetch, { overrideGlobalObjects: false });
    return (request, response) => void serve(request, response);
  },
} satisfies Record<string, (find: Find, pageOrigin: string) => RequestListener>;

export type AppName = keyof typeof listeners;

export const appNames = Object.keys(listeners) as AppName[];

/** A page with nothing on it, not even an icon to ask for. */
const PAGE = '<!doctype html><title>Page</title><link rel="icon" href="data:,">';

export async function startApp(
  name: AppName,
  { port = 0, pageOrigin = 'https://page.example' } = {},
): Promise<App> {
  const requests: IncomingMessage[] = [];
  const server = createServer(listeners[name]((id) => app.find(id), pageOrigin));
  server.prependListener('request', (request: IncomingMessage) => requests.push(request));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: givenPort } = server.address() as AddressInfo;
  const app: App = {
    server,
    port: givenPort,
    origin: `http://127.0.0.1:${givenPort}`,
    routes: new Map(),
    find: (id) => app.routes.get(id),
    requests,
    cut: () => server.closeAllConnections(),
    stop: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
  return app;
}
