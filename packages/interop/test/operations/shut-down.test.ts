import { ListEvents, SessionEvents, SessionRegistry, type SavedSession } from '@loop/events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { appNames, startApp } from '../support/apps.js';
import { openReader } from '../support/stream-reader.js';
import { shutDown } from './recipes/shut-down.js';

describe.each(appNames)('%s, shut down as OPERATIONS.md says', (name) => {
  test('readers see how the run ends, nothing of it is lost, and the sockets go', async () => {
    const app = await startApp(name);
    const registry = new SessionRegistry({ lists: new ListEvents() });
    const session = new SessionEvents({ sessionId: 'one', streamId: 's' });
    registry.add('workspace', session);
    app.routes.set('one', { source: session, options: {} });
    session.accept({ requestId: 'q', runId: 'r' });
    const { next } = await openReader(`${app.origin}/streams/one`);
    await next();
    let saved: SavedSession | undefined;
    const ended = shutDown({
      server: app.server,
      registry,
      stopAgents() {
        session.settle();
        return Promise.resolve();
      },
      save() {
        saved = session.save();
        return Promise.resolve();
      },
    });
    const types = [await next(), await next()].map(({ data }) => JSON.parse(data).type as string);
    expect(types).toEqual(['loop.event', 'session.state']);
    await expect(next()).rejects.toThrow('the stream has ended');
    await ended;
    expect(saved?.state.run).toEqual({ status: 'idle' });
    await expect(fetch(`${app.origin}/streams/one`)).rejects.toThrow('fetch failed');
  });

  test('an agent that does not stop is not waited for without end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const app = await startApp(name);
    const registry = new SessionRegistry({ lists: new ListEvents() });
    const ended = shutDown({
      server: app.server,
      registry,
      stopAgents: () => new Promise(() => {}),
      save: () => Promise.resolve(),
    });
    await vi.advanceTimersByTimeAsync(5_200);
    await ended;
    expect(app.server.listening).toBe(false);
  });
});
