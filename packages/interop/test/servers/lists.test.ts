import { ListEvents } from '@loop/events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { appNames, startApp, type App } from '../support/apps.js';
import { serveStream } from '../support/stream.js';
import { openReader, soon } from '../support/stream-reader.js';

// The contract suite looks at sessions: this is what lists have in common with them, and what not.
describe.each(appNames)('the list stream on %s', (name) => {
  let app: App;

  beforeAll(async () => {
    // node-server prints the error by which a body drops its socket.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    app = await startApp(name);
  });
  afterAll(() => app.stop());

  function serveLists() {
    const lists = new ListEvents({ streamId: 'l' });
    let onClose = (_reason: string): void => {};
    const closed = new Promise<string>((resolve) => (onClose = resolve));
    app.routes.set('lists', { source: lists, options: { heartbeatMs: 200, onClose } });
    onTestFinished(() => lists.dispose());
    return { lists, closed, url: `${app.origin}/streams/lists` };
  }

  test('it has the same head, for GET and for HEAD, and HEAD subscribes nothing', async () => {
    const { lists, url } = serveLists();
    const head = await fetch(url, { method: 'HEAD' });
    expect(await head.text()).toBe('');
    expect(lists.stats().opened).toBe(0);
    const { response } = await openReader(url);
    for (const { headers } of [head, response]) {
      expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-cache, no-transform');
      expect(headers.get('x-accel-buffering')).toBe('no');
    }
  });

  test.each([{}, { 'Last-Event-ID': 'l:1' }, { 'Last-Event-ID': 's:0' }])(
    'with %j it begins with a reset at the current position, and goes on live',
    async (headers) => {
      const { lists, url } = serveLists();
      for (const id of ['a', 'b', 'c']) lists.sessionsChanged(id);
      const { next } = await openReader(url, headers);
      const reset = { type: 'lists.reset', streamId: 'l', seq: 3 };
      expect(await next()).toMatchObject({ id: 'l:3', data: JSON.stringify(reset) });
      lists.projectsChanged('d');
      const { id, data } = await next();
      expect(id).toBe('l:4');
      expect(JSON.parse(data)).toEqual({
        type: 'projects.changed',
        streamId: 'l',
        seq: 4,
        workspaceId: 'd',
      });
    },
  );

  test('it has heartbeats, and a reader that stops reading is cut', async () => {
    const { lists, closed, url } = serveLists();
    const { next } = await openReader(url);
    await next();
    expect((await next()).event).toBe('heartbeat');
    await openReader(url);
    // A workspace's name that is a megabyte long stands for very many changes.
    for (let n = 0; n < 24; n++) lists.sessionsChanged('x'.repeat(1_048_576));
    expect(await soon(closed, 'the close')).toBe('stalled');
  });

  test("a list's cursor means nothing to a session", async () => {
    const { path, publish } = serveStream(app);
    for (let n = 0; n < 3; n++) publish();
    const { next } = await openReader(app.origin + path, { 'Last-Event-ID': 'l:1' });
    expect((await next()).id).toBe('s:3');
  });
});
