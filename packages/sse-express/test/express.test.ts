import { SessionEvents } from '@loop/events';
import cors from 'cors';
import type { ErrorRequestHandler, Express } from 'express';
import { Router } from 'express';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { eventStream } from '../src/index.js';
import { expresses } from './expresses.js';
import { serveApp } from './serve.js';

let session: SessionEvents;

beforeEach(() => {
  session = new SessionEvents({ sessionId: '42', streamId: 's' });
});
afterEach(() => session.dispose());

async function serve(app: Express): Promise<string> {
  const { origin, stop } = await serveApp(app);
  onTestFinished(stop);
  return origin;
}

describe.each(expresses)('%s', (_, express) => {
  test('headers that were set before survive, and ours win', async () => {
    const app = express();
    app.get('/events', (req, res) => {
      res.set('X-Request-Id', 'abc').cookie('a', '1').set('Cache-Control', 'max-age=60');
      eventStream(req, res, session);
    });
    const response = await fetch(`${await serve(app)}/events`);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-request-id')).toBe('abc');
    expect(response.headers.get('set-cookie')).toContain('a=1');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    await response.body?.cancel();
  });

  test('CORS answers the preflight of a cross-origin reconnect, and the stream carries its headers', async () => {
    const app = express();
    app.use(cors({ origin: 'https://page.example', allowedHeaders: ['Last-Event-ID'] }));
    app.get('/events', (req, res) => eventStream(req, res, session));
    const url = `${await serve(app)}/events`;
    const preflight = await fetch(url, {
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
    const headers = { Origin: 'https://page.example', 'Last-Event-ID': 's:0' };
    const response = await fetch(url, { headers });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://page.example');
    expect(session.stats().replays).toBe(1);
    await response.body?.cancel();
  });

  test('without CORS, OPTIONS ends and opens no stream', async () => {
    const app = express();
    app.get('/events', (req, res) => eventStream(req, res, session));
    const response = await fetch(`${await serve(app)}/events`, { method: 'OPTIONS' });
    await response.text();
    expect(response.headers.get('content-type') ?? '').not.toContain('event-stream');
    expect(session.stats().opened).toBe(0);
  });

  test('what it throws reaches the error handler, before anything is sent', async () => {
    const app = express();
    app.get('/events', (req, res) => eventStream(req, res, session, { heartbeatMs: -1 }));
    const onError: ErrorRequestHandler = (error: { code: string }, _req, res, _next) => {
      res.status(500).json({ code: error.code });
    };
    app.use(onError);
    const response = await fetch(`${await serve(app)}/events`);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ code: 'invalid-option' });
    expect(session.stats().connections).toBe(0);
  });

  test('below a mounted router, behind a redirect, the cursor arrives', async () => {
    session.publishState();
    const app = express();
    const router = Router();
    router.get('/events', (req, res) => eventStream(req, res, session));
    app.use('/api/sessions', router);
    app.get('/old', (_req, res) => res.redirect(307, '/api/sessions/events?cursor=s:0'));
    const response = await fetch(`${await serve(app)}/old`);
    expect(session.stats().replays).toBe(1);
    await response.body?.cancel();
  });

  test('a reader that left while the route was waiting is no connection', async () => {
    const app = express();
    let arrive = (): void => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    app.get('/events', (req, res) => {
      arrive();
      res.once('close', () => {
        eventStream(req, res, session);
        answer();
      });
    });
    const abort = new AbortController();
    const response = fetch(`${await serve(app)}/events`, { signal: abort.signal });
    await arrived;
    abort.abort();
    await expect(response).rejects.toThrow();
    await answered;
    expect(session.stats().opened).toBe(0);
  });
});
