import { contractSuite } from '@loop/events/testing';
import { Hono } from 'hono';
import { beforeAll, describe, test, vi } from 'vitest';
import { eventStream } from '../src/index.js';
import { serveApp } from './serve.js';

describe('eventStream on @hono/node-server', () => {
  // node-server prints the error by which a body drops its socket; here readers are cut on purpose.
  beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

  const start: Parameters<typeof contractSuite>[0]['start'] = (find) => {
    const app = new Hono();
    app.get('/streams/:id', (c) => {
      const route = find(c.req.param('id'));
      return route
        ? eventStream(c, route.source, route.options)
        : c.json({ error: 'unknown session' }, 404);
    });
    return serveApp(app);
  };
  contractSuite({ start }, test);
});
