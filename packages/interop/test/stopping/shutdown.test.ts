import { ListEvents, SessionEvents, SessionRegistry } from '@loop/events';
import { EventSource } from 'eventsource';
import { describe, expect, onTestFinished, test } from 'vitest';
import { appNames, startApp, type App, type AppName } from '../support/apps.js';

const LIMIT_MS = 1_000;

/** One process of a host: a session and the lists, both served. */
async function startHost(name: AppName, streamId: string, port?: number) {
  const app = await startApp(name, { port: port ?? 0 });
  const lists = new ListEvents({ streamId });
  const registry = new SessionRegistry({ lists });
  const session = new SessionEvents({ sessionId: 'one', streamId });
  registry.add('workspace', session);
  app.routes.set('one', { source: session, options: { retryMs: 5 } });
  app.routes.set('lists', { source: lists, options: { retryMs: 5 } });
  return { app, registry, session };
}

/** What a page does: opens a stream and waits for what comes. */
function readers(app: App, id: string, count: number) {
  return Array.from({ length: count }, () => {
    const source = new EventSource(`${app.origin}/streams/${id}`);
    onTestFinished(() => source.close());
    return { source, message: () => next(source, 'message'), error: () => next(source, 'error') };
  });
}

function next(source: EventSource, type: 'message' | 'error'): Promise<unknown> {
  return new Promise((resolve) => {
    source.addEventListener(
      type,
      (event) => resolve('lastEventId' in event ? event.lastEventId : source.readyState),
      { once: true },
    );
  });
}

/** As the READMEs say: at once under Express, a turn later under Hono. */
async function shutDown(name: AppName, app: App, registry: SessionRegistry): Promise<number> {
  const start = performance.now();
  registry.shutdown();
  if (name === 'Hono') await new Promise((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve) => app.server.close(() => resolve()));
  return performance.now() - start;
}

describe.each(appNames)('%s with fifteen open streams', (name) => {
  test('dispose, then close: down in under a second, and all come back to the next process', async () => {
    const { app, registry } = await startHost(name, 'before');
    const open = [...readers(app, 'one', 10), ...readers(app, 'lists', 5)];
    const opened = await Promise.all(open.map(({ message }) => message()));
    expect(opened).toEqual(open.map(() => 'before:0'));

    const ends = Promise.all(open.map(({ error }) => error()));
    expect(await shutDown(name, app, registry)).toBeLessThan(LIMIT_MS);
    expect(await ends).toEqual(open.map(() => EventSource.CONNECTING));

    const back = Promise.all(open.map(({ message }) => message()));
    const after = await startHost(name, 'after', app.port);
    onTestFinished(() => after.app.stop());
    expect(await back).toEqual(open.map(() => 'after:0'));
    after.registry.shutdown();
  });
});
