import { contractSuite, type ContractAdapter } from '@loop/events/testing';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { beforeAll, describe, test, vi } from 'vitest';
import { eventStream } from '../src/index.js';
import { serveBare } from './serve-bare.js';
import { serveApp } from './serve.js';

// node-server prints the error by which a body drops its socket; here readers are cut on purpose.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

function start(
  createApp: () => Hono,
  serve: (app: Hono) => ReturnType<ContractAdapter['start']> = serveApp,
): ContractAdapter['start'] {
  return (find) => {
    const app = createApp();
    app.get('/streams/:id', (c) => {
      const route = find(c.req.param('id'));
      return route
        ? eventStream(c, route.source, route.options)
        : c.json({ error: 'unknown session' }, 404);
    });
    return serve(app);
  };
}

describe('eventStream on @hono/node-server', () => {
  contractSuite({ start: start(() => new Hono()) }, test);
});

describe('eventStream on a bare fetch handler', () => {
  contractSuite({ start: start(() => new Hono(), serveBare) }, test);
});

describe('eventStream behind compress()', () => {
  contractSuite({ start: start(() => new Hono().use(compress({ threshold: 0 }))) }, test);
});
