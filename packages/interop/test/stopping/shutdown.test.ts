import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { runInNewContext } from 'node:vm';
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

/** How long it takes until the server is closed, with what the adapter's README does at SIGTERM. */
async function shutDown(name: AppName, { server }: App, registry: SessionRegistry) {
  const readme = new URL(`../../../sse-${name.toLowerCase()}/README.md`, import.meta.url);
  const [recipe] = /process\.once\('SIGTERM'[^]*?\n\}\);/.exec(readFileSync(readme, 'utf8')) ?? [];
  const process = new EventEmitter();
  runInNewContext(recipe!, { process, registry, server, setImmediate, setTimeout });
  const closed = once(server, 'close');
  const start = performance.now();
  process.emit('SIGTERM');
  await closed;
  return performance.now() - start;
}

describe.each(appNames)('%s with fifteen open streams, stopped as its README says', (name) => {
  test('is down in under a second, and all come back to the next process', async () => {
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

describe.each(appNames)('%s with a socket that carries no request', (name) => {
  test('stopped as its README says, is down in under a second', async () => {
    const { app, registry } = await startHost(name, 'one');
    const socket = connect(app.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(app.server, 'connection');
    expect(await shutDown(name, app, registry)).toBeLessThan(LIMIT_MS);
  });
});
