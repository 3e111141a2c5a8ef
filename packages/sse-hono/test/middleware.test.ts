import { SessionEvents } from '@loop/events';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { etag } from 'hono/etag';
import { logger } from 'hono/logger';
import { secureHeaders } from 'hono/secure-headers';
import { timing } from 'hono/timing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventStream } from '../src/index.js';
import { serveApp } from './serve.js';

const middleware: Record<string, MiddlewareHandler> = {
  cors: cors({ origin: 'https://page.example', allowHeaders: ['Last-Event-ID'] }),
  compress: compress({ threshold: 0 }),
  etag: etag(),
  logger: logger(() => {}),
  timing: timing(),
  secureHeaders: secureHeaders(),
  bodyLimit: bodyLimit({ maxSize: 1_024 }),
};

const sets: [string, MiddlewareHandler[]][] = [
  ...Object.entries(middleware).map(
    ([name, one]) => [name, [one]] as [string, MiddlewareHandler[]],
  ),
  ['all of them', Object.values(middleware)],
];

let session: SessionEvents;

beforeEach(() => {
  session = new SessionEvents({ sessionId: '42', streamId: 's' });
});
afterEach(() => session.dispose());

function appWith(handlers: MiddlewareHandler[]): Hono {
  const app = new Hono();
  for (const handler of handlers) app.use(handler);
  app.get('/events', (c) => eventStream(c, session));
  return app;
}

const headers = { 'Accept-Encoding': 'gzip, br', Origin: 'https://page.example' };

test.each(sets)('with %s, head and frames arrive as they are sent', async (_, handlers) => {
  const { origin, stop } = await serveApp(appWith(handlers));
  const abort = new AbortController();
  const response = await fetch(`${origin}/events`, { headers, signal: abort.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(response.headers.get('etag')).toBeNull();
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toMatch(/^id: s:0\n/);
  for (let n = 1; n <= 5; n++) {
    session.publishState();
    expect((await reader.read()).value).toMatch(new RegExp(`^id: s:${n}\n.*\n\n$`));
  }
  abort.abort();
  await stop();
});

test('with all of them, heartbeats arrive', async () => {
  const app = new Hono();
  for (const handler of Object.values(middleware)) app.use(handler);
  app.get('/events', (c) => eventStream(c, session, { heartbeatMs: 300 }));
  const { origin, stop } = await serveApp(app);
  const abort = new AbortController();
  const response = await fetch(`${origin}/events`, { headers, signal: abort.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.endsWith('event: heartbeat\ndata: {}\n\n')) text += (await reader.read()).value;
  abort.abort();
  await stop();
});

test.each(sets)('with %s, a reader that leaves is cleaned up after', async (_, handlers) => {
  let closed: () => void = () => {};
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  const app = new Hono();
  for (const handler of handlers) app.use(handler);
  app.get('/events', (c) => eventStream(c, session, { onClose: closed }));
  const { origin, stop } = await serveApp(app);
  const abort = new AbortController();
  await fetch(`${origin}/events`, { headers, signal: abort.signal });
  abort.abort();
  await isClosed;
  expect(session.stats().connections).toBe(0);
  await stop();
});

test('headers that were set on the context before survive, and ours win', async () => {
  const app = new Hono<{ Variables: { user: string }; Bindings: { KEY: string } }>();
  app.get('/events/:id?', (c) => {
    c.header('X-Request-Id', 'abc');
    c.header('Set-Cookie', 'a=1');
    c.header('Cache-Control', 'max-age=60');
    return eventStream(c, session);
  });
  const response = await app.request('/events');
  expect(response.status).toBe(200);
  expect(response.headers.get('x-request-id')).toBe('abc');
  expect(response.headers.get('set-cookie')).toBe('a=1');
  expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
  await response.body?.cancel();
});

test('CORS answers the preflight of a cross-origin reconnect, and the stream carries its headers', async () => {
  const app = appWith([middleware['cors']!]);
  const preflight = await app.request('/events', {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://page.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'last-event-id',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('Last-Event-ID');
  expect(session.stats().opened).toBe(0);
  session.publishState();
  const response = await app.request('/events', {
    headers: { ...headers, 'Last-Event-ID': 's:0' },
  });
  expect(response.headers.get('access-control-allow-origin')).toBe('https://page.example');
  expect(session.stats().replays).toBe(1);
  await response.body?.cancel();
});

test('without a network: cancelling the body and aborting the request both end the connection', async () => {
  const app = appWith([]);
  const cancelled = await app.request('/events');
  await cancelled.body?.cancel();
  expect(session.stats().connections).toBe(0);
  const abort = new AbortController();
  const aborted = await app.request('/events', { signal: abort.signal });
  const reader = aborted.body!.getReader();
  await reader.read();
  expect(session.stats().connections).toBe(1);
  abort.abort();
  expect(session.stats().connections).toBe(0);
  expect((await reader.read()).done).toBe(true);
});

test('HEAD and refusals keep the headers of the context', async () => {
  const app = appWith([middleware['cors']!]);
  const head = await app.request('/events', { method: 'HEAD', headers });
  expect(head.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  session.dispose();
  const refused = await app.request('/events', { headers });
  expect(refused.status).toBe(404);
  expect(refused.headers.get('access-control-allow-origin')).toBe('https://page.example');
  expect(await refused.json()).toMatchObject({ code: 'disposed' });
});
