import { describe, expect, it, vi } from 'vitest';
import { connectLists, LoopClientError } from '../../src/index.js';
import { waitOf } from '../support/connected.js';
import { stubPage } from '../support/fake-page.js';
import { heartbeat } from '../support/frames.js';
import { changed, connectedLists, listsUrl, listWire, reset } from '../support/lists.js';
import { settle } from '../support/scripted-fetch.js';

const silence = 37_500;

describe('the request', () => {
  it('asks for an event stream, without a cursor, with what the host gives', async () => {
    const headers = { authorization: 't' };
    const { call } = await connectedLists({ headers, credentials: 'include' });
    expect(call(0)).toMatchObject({
      url: listsUrl,
      init: { headers: { authorization: 't', accept: 'text/event-stream' }, cache: 'no-store' },
    });
    expect(call(0).init.credentials).toBe('include');
    const stream = await call(0).open();
    await stream.sendText(listWire(reset(4), changed(5)));
    await stream.cut();
    await vi.advanceTimersByTimeAsync(waitOf(0));
    expect(call(1).url).toBe(listsUrl);
  });
});

describe('the callbacks', () => {
  it('say what to load', async () => {
    const { call, heard } = await connectedLists();
    expect(heard).toEqual([]);
    const stream = await call(0).open();
    expect(heard).toEqual([]);
    await stream.sendText(listWire(reset(4)));
    await stream.sendText(listWire(changed(5, 'a'), changed(6, 'b')));
    await stream.sendText(
      listWire({ type: 'projects.changed', streamId: 'l', seq: 7, workspaceId: 'c' }),
    );
    await stream.sendText(heartbeat);
    expect(heard).toEqual(['reset', 'sessions a', 'sessions b', 'projects c']);
  });

  it('ask for everything with each connection', async () => {
    const { call, heard, store } = await connectedLists();
    for (let n = 0; n < 3; n++) {
      const stream = await call(n).open();
      await stream.sendText(listWire(reset(4)));
      await stream.cut();
      await vi.advanceTimersByTimeAsync(waitOf(n));
    }
    expect(heard).toEqual(['reset', 'reset', 'reset']);
    expect(store.stats()).toMatchObject({ connections: 3, resets: 3, frames: 3 });
  });

  it.each([
    ['a hole', listWire(changed(7))],
    ['another stream', listWire(changed(5, 'w', 'm'))],
    ['no JSON', 'data: {"type\n\n'],
    ['nothing', 'data:\n\n'],
    ['no object', 'data: null\n\n'],
    ['no position', 'data: {"type":"sessions.changed","workspaceId":"w"}\n\n'],
    ['a bad seq', 'data: {"type":"x","streamId":"l","seq":"5"}\n\n'],
    ['no workspace', 'data: {"type":"projects.changed","streamId":"l","seq":5}\n\n'],
  ])('ask for everything after %s, and the connection stays', async (_what, text) => {
    const { call, calls, heard, store } = await connectedLists();
    const stream = await call(0).open();
    await stream.sendText(listWire(reset(4)));
    await stream.sendText(text);
    expect(heard).toEqual(['reset', 'reset']);
    expect(store.getSnapshot()).toEqual({ connection: { status: 'open', attempt: 0 } });
    expect(calls).toHaveLength(1);
  });

  it('ask for everything once, however much of it is missing in one go', async () => {
    const { call, heard } = await connectedLists();
    const stream = await call(0).open();
    await stream.sendText(`${listWire(reset(4))}data: ?\n\ndata: ?\n\n${listWire(changed(9))}`);
    expect(heard).toEqual(['reset']);
  });

  it('go on after a hole, and after what could not be read', async () => {
    const { call, heard } = await connectedLists();
    const stream = await call(0).open();
    await stream.sendText(listWire(reset(4)));
    await stream.sendText(listWire(changed(6), changed(7, 'a')));
    await stream.sendText('data: ?\n\n');
    await stream.sendText(listWire(changed(9), changed(10, 'b')));
    expect(heard).toEqual(['reset', 'reset', 'sessions a', 'reset', 'reset', 'sessions b']);
  });

  it('ask for everything where a connection begins with something else', async () => {
    const { call, heard } = await connectedLists();
    const stream = await call(0).open();
    await stream.sendText(listWire(changed(5), changed(6, 'a')));
    expect(heard).toEqual(['reset', 'sessions a']);
  });

  it('are not called for what came before, nor for types and fields of another version', async () => {
    const { call, heard, store } = await connectedLists();
    const stream = await call(0).open();
    await stream.sendText(listWire(reset(4), changed(5, 'a'), changed(5, 'a'), changed(3, 'b')));
    await stream.sendText('data: {"type":"chats.changed","streamId":"l","seq":6,"x":{}}\n\n');
    await stream.sendText('event: other\ndata: ?\n\n');
    const more = { ...changed(7, 'c'), title: 'new' };
    await stream.sendText(`data: ${JSON.stringify(more)}\n\n`);
    expect(heard).toEqual(['reset', 'sessions a', 'sessions c']);
    expect(store.stats().cursor).toBe('l:7');
  });

  it.each([
    [
      'throw',
      () => {
        throw new Error('a bug of the host');
      },
    ],
    ['reject', () => Promise.reject(new Error('a bug of the host'))],
  ])('may %s', async (_how, fail) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { call, heard, store } = await connectedLists({ onReset: fail });
    const stream = await call(0).open();
    await stream.sendText(listWire(reset(4), changed(5, 'a')));
    await stream.sendText(listWire(changed(6, 'b')));
    expect(heard).toEqual(['sessions a', 'sessions b']);
    expect(printed).toHaveBeenCalledWith(new Error('a bug of the host'));
    expect(store.getSnapshot().connection.status).toBe('open');
  });

  it('may close the store: nothing is called any more', async () => {
    const { call, heard, store } = await connectedLists({ onReset: () => store.close() });
    const stream = await call(0).open();
    await stream.sendText(listWire(reset(4), changed(5, 'a')));
    expect(heard).toEqual([]);
    expect(stream.cancelled()).toBe(true);
    expect(store.getSnapshot().connection.status).toBe('closed');
  });

  it('may ask for another connection', async () => {
    const { call, heard, store } = await connectedLists({
      onSessionsChanged: () => store.reconnect(),
    });
    await call(0).fail();
    await vi.advanceTimersByTimeAsync(waitOf(0));
    const stream = await call(1).open();
    await stream.sendText(listWire(reset(4), changed(5)));
    expect(store.getSnapshot().connection).toEqual({ status: 'connecting', attempt: 0 });
    await (await call(2).open()).sendText(listWire(reset(5)));
    expect(heard).toEqual(['reset', 'reset']);
  });

  it('are all optional', async () => {
    const nobody = { onReset: undefined, onSessionsChanged: undefined };
    const { call, store } = await connectedLists(nobody);
    const stream = await call(0).open();
    await stream.sendText(listWire(reset(4), changed(5)));
    expect(store.stats()).toMatchObject({ frames: 2, resets: 1, cursor: 'l:5' });
  });
});

describe('the state', () => {
  it('follows the connection, and tells listeners', async () => {
    const { call, store } = await connectedLists();
    const seen: string[] = [];
    store.subscribe(() => seen.push(store.getSnapshot().connection.status));
    const stream = await call(0).open();
    await settle();
    await stream.sendText(listWire(reset(0)));
    const before = store.getSnapshot();
    await stream.sendText(listWire(changed(1)));
    await settle();
    expect(store.getSnapshot()).toBe(before);
    await stream.cut();
    expect(store.getSnapshot()).toMatchObject({
      connection: { status: 'waiting', attempt: 1, retryAt: Date.now() + waitOf(0) },
      error: { code: 'network' },
    });
    await vi.advanceTimersByTimeAsync(waitOf(0) + 1);
    await call(1).open();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toEqual(['open', 'waiting', 'connecting', 'open']);
    expect(store.getSnapshot()).not.toHaveProperty('error');
  });

  it('has figures beside it', async () => {
    const { call, store } = await connectedLists();
    expect(store.stats()).toEqual({
      role: 'alone',
      connections: 0,
      bytes: 0,
      frames: 0,
      resets: 0,
    });
    const text = listWire(reset(3)) + heartbeat;
    await (await call(0).open()).sendText(text);
    expect(store.stats()).toEqual({
      role: 'alone',
      connections: 1,
      bytes: text.length,
      frames: 1,
      resets: 1,
      lastActivityAt: Date.now(),
      cursor: 'l:3',
    });
  });

  it('says why it has stopped, and reconnect() starts it again', async () => {
    const { call, calls, store, heard } = await connectedLists();
    await call(0).answer(403);
    expect(store.getSnapshot()).toMatchObject({
      connection: { status: 'closed' },
      error: { code: 'forbidden', status: 403 },
    });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(calls).toHaveLength(1);
    store.reconnect();
    await settle();
    await (await call(1).open()).sendText(listWire(reset(0)));
    expect(heard).toEqual(['reset']);
  });
});

describe('a connection', () => {
  it('that is silent is given up', async () => {
    const { call, store } = await connectedLists();
    await call(0).open();
    await vi.advanceTimersByTimeAsync(silence);
    expect(store.getSnapshot().error?.code).toBe('timeout');
  });

  it('that is useless does not reset the back-off', async () => {
    const { call, store } = await connectedLists();
    for (let n = 0; n < 5; n++) {
      const stream = await call(n).open();
      await stream.sendText(listWire(reset(7)));
      await stream.end();
      expect(store.getSnapshot().connection.retryAt).toBe(Date.now() + waitOf(n));
      await vi.advanceTimersByTimeAsync(waitOf(n));
    }
    const stream = await call(5).open();
    await stream.sendText(listWire(reset(7), changed(8)));
    expect(store.getSnapshot().connection.attempt).toBe(0);
  });

  it('is bounded in bytes', async () => {
    const { call, store, heard } = await connectedLists({ maxEventBytes: 200 });
    const stream = await call(0).open();
    await stream.sendText(listWire(reset(0)) + `data: ${'x'.repeat(300)}`);
    expect(heard).toEqual(['reset']);
    expect(store.getSnapshot()).toMatchObject({
      connection: { status: 'closed' },
      error: { code: 'event-too-large' },
    });
    expect(stream.cancelled()).toBe(true);
  });

  it('that a 401 refuses is made after onUnauthorized', async () => {
    const onUnauthorized = vi.fn();
    const { call, store } = await connectedLists({ onUnauthorized });
    await call(0).answer(401);
    expect(onUnauthorized).toHaveBeenCalledOnce();
    await call(1).open();
    expect(store.getSnapshot().connection.status).toBe('open');
  });

  it('is let go by a page that was hidden for a while, and everything is loaded later', async () => {
    const page = stubPage();
    const { call, calls, store, heard } = await connectedLists();
    const stream = await call(0).open();
    await stream.sendText(listWire(reset(0)));
    page.visibility('hidden');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(store.getSnapshot().connection.status).toBe('released');
    expect(stream.cancelled()).toBe(true);
    page.visibility('visible');
    await settle();
    expect(calls).toHaveLength(2);
    await (await call(1).open()).sendText(listWire(reset(3)));
    expect(heard).toEqual(['reset', 'reset']);
  });
});

describe('close()', () => {
  it('leaves nothing behind, and is idempotent', async () => {
    const page = stubPage();
    const { call, calls, store, heard } = await connectedLists();
    const stream = await call(0).open();
    await stream.sendText(listWire(reset(0)));
    const listener = vi.fn();
    store.subscribe(listener);
    store.close();
    store.close();
    store.reconnect();
    await settle();
    expect(vi.getTimerCount()).toBe(0);
    expect(page.listeners()).toBe(0);
    await stream.sendText(listWire(changed(1)));
    expect(heard).toEqual(['reset']);
    expect(listener).not.toHaveBeenCalled();
    expect(calls).toHaveLength(1);
    expect(store.getSnapshot().connection.status).toBe('closed');
  });
});

describe('misuse', () => {
  it.each([
    ['url', () => connectLists('')],
    ['must be absolute', () => connectLists(listsUrl)],
    ['shareKey', () => connectLists(listsUrl, { fetch, shareKey: '' })],
    ['heartbeatMs', () => connectLists(listsUrl, { fetch, heartbeatMs: 0 })],
    ['releaseHiddenMs', () => connectLists(listsUrl, { fetch, releaseHiddenMs: -1 })],
  ])('of %s is refused at once', (name, connect) => {
    expect(connect).toThrow(LoopClientError);
    expect(connect).toThrow(expect.objectContaining({ code: 'invalid-option' }));
    expect(connect).toThrow(name);
  });
});
