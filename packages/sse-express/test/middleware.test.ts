import { SessionEvents } from '@loop/events';
import compression from 'compression';
import cors from 'cors';
import type { Express, RequestHandler } from 'express';
import helmet from 'helmet';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { eventStream, type EventStreamOptions } from '../src/index.js';
import { expresses } from './expresses.js';
import { logger } from './logger.js';
import { serveApp } from './serve.js';

const middleware: Record<string, RequestHandler> = {
  compression: compression({ threshold: 0 }),
  cors: cors({ origin: 'https://page.example', allowedHeaders: ['Last-Event-ID'] }),
  helmet: helmet(),
  logger: logger(() => {}),
};

const sets: [string, RequestHandler[]][] = [
  ...Object.entries(middleware).map(([name, one]) => [name, [one]] as [string, RequestHandler[]]),
  ['all of them', Object.values(middleware)],
  ['all of them, the other way round', Object.values(middleware).reverse()],
];

const headers = { 'Accept-Encoding': 'gzip, br', Origin: 'https://page.example' };

let session: SessionEvents;

beforeEach(() => {
  session = new SessionEvents({ sessionId: '42', streamId: 's' });
});
afterEach(() => session.dispose());

function appWith(
  express: () => Express,
  handlers: RequestHandler[],
  options: EventStreamOptions = {},
): Express {
  const app = express();
  app.set('etag', 'strong');
  for (const handler of handlers) app.use(handler);
  app.get('/events', (req, res) => eventStream(req, res, session, options));
  return app;
}

/** Opens the stream; the reader leaves, and the app stops, with the test. */
async function open(app: Express, path = '/events') {
  const { origin, stop } = await serveApp(app);
  const abort = new AbortController();
  onTestFinished(async () => {
    abort.abort();
    await stop();
  });
  const response = await fetch(`${origin}${path}`, { headers, signal: abort.signal });
  const body = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (): Promise<string> => (await body.read()).value ?? '';
  return { origin, response, read, leave: () => abort.abort() };
}

function collectWarnings(): string[] {
  const warnings: string[] = [];
  const onWarning = ({ name, message }: Error): number => warnings.push(`${name}: ${message}`);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
  return warnings;
}

describe.each(expresses)('%s', (_, express) => {
  test.each(sets)('with %s, head and frames arrive as they are sent', async (__, handlers) => {
    const warnings = collectWarnings();
    const { response, read } = await open(appWith(express, handlers));
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('etag')).toBeNull();
    expect(await read()).toMatch(/^id: s:0\n/);
    for (let n = 1; n <= 5; n++) {
      session.publishState();
      expect(await read()).toMatch(new RegExp(`^id: s:${n}\n.*\n\n$`));
    }
    expect(warnings).toEqual([]);
  });

  test('with all of them, heartbeats arrive', async () => {
    const app = appWith(express, Object.values(middleware), { heartbeatMs: 200 });
    const { read } = await open(app);
    let text = '';
    while (!text.endsWith('event: heartbeat\ndata: {}\n\n')) text += await read();
  });

  test.each(sets)('with %s, a reader that leaves is cleaned up after', async (__, handlers) => {
    let onClose = (): void => {};
    const closed = new Promise<void>((resolve) => (onClose = resolve));
    const { leave } = await open(appWith(express, handlers, { onClose }));
    leave();
    await closed;
    expect(session.stats().connections).toBe(0);
  });

  test('a logger has its line when the reader has left, with the status of the stream', async () => {
    let log = (_line: string): void => {};
    const logged = new Promise<string>((resolve) => (log = resolve));
    const { leave, read } = await open(appWith(express, [logger((line) => log(line))]));
    await read();
    leave();
    expect(await logged).toBe('GET /events 200 aborted');
  });
});
