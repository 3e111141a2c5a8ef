import { describe, expect, it, vi } from 'vitest';
import { connectSession, LoopClientError } from '../../src/index.js';
import { connected, eventsUrl, useStillTime, waitOf } from '../support/connected.js';
import { entries, heartbeat, said, saidTexts, snapshot, texts, wire } from '../support/frames.js';
import { scriptedFetch, settle } from '../support/scripted-fetch.js';

describe('the request', () => {
  it('asks for an event stream, without a cursor at first', async () => {
    const { call } = await connected();
    const { url, init } = call(0);
    expect(url).toBe(eventsUrl);
    expect(init.headers).toEqual({ accept: 'text/event-stream' });
    expect(init.cache).toBe('no-store');
    expect(init).not.toHaveProperty('credentials');
  });

  it('carries what the host gives, headers anew each time', async () => {
    let token = 0;
    const headers = async (): Promise<Record<string, string>> => ({ authorization: `t${++token}` });
    const { call } = await connected({ headers, credentials: 'include', approvals: true });
    expect(call(0).init.headers['authorization']).toBe('t1');
    expect(call(0).init.credentials).toBe('include');
    expect(call(0).url).toBe(`${eventsUrl}?approvals=1`);
    await call(0).fail();
    await vi.advanceTimersByTimeAsync(waitOf(0));
    expect(call(1).init.headers['authorization']).toBe('t2');
  });

  it('goes on from the last frame, and keeps the query it was given', async () => {
    const { call } = await connected(
      { approvals: true },
      `${eventsUrl}?key=a%20b&cursor=old:1#top`,
    );
    expect(call(0).url).toBe(`${eventsUrl}?key=a%20b&approvals=1`);
    const stream = await call(0).open();
    await stream.send(snapshot(0), said(1), said(2));
    await stream.cut();
    await vi.advanceTimersByTimeAsync(waitOf(0));
    expect(call(1).url).toBe(`${eventsUrl}?key=a%20b&cursor=s:2&approvals=1`);
  });

  it('may say approvals=1 by itself', async () => {
    const { call } = await connected({}, `${eventsUrl}?approvals=1`);
    expect(call(0).url).toBe(`${eventsUrl}?approvals=1`);
  });

  it('takes a URL object', async () => {
    useStillTime();
    const { fetch, call } = scriptedFetch();
    const store = connectSession(new URL('http://host/a/events'), { fetch });
    await settle();
    expect(call(0).url).toBe('http://host/a/events');
    store.close();
  });
});

describe('the view', () => {
  it('is the fold of what arrived', async () => {
    const { call, store } = await connected();
    expect(store.getSnapshot().view).toMatchObject({ sessionId: null, streamId: null, seq: 0 });
    const stream = await call(0).open();
    await stream.send(snapshot(0));
    await stream.send(said(1), said(2));
    expect(texts(store.getSnapshot().view)).toEqual(saidTexts(1, 2));
    expect(store.getSnapshot().view).toMatchObject({ sessionId: '42', streamId: 's', seq: 2 });
  });

  it('takes each frame once, however often it comes', async () => {
    const { call, store } = await connected();
    const stream = await call(0).open();
    await stream.send(snapshot(0), said(1), said(2), said(1), said(2), said(3));
    expect(texts(store.getSnapshot().view)).toEqual(saidTexts(1, 3));
    expect(store.stats().frames).toBe(6);
  });

  it('that has what comes stays the same, and wakes nobody', async () => {
    const { call, store } = await connected();
    const stream = await call(0).open();
    await stream.send(snapshot(0), said(1), said(2));
    const [before, listener] = [store.getSnapshot(), vi.fn()];
    store.subscribe(listener);
    await stream.send(said(1), said(2));
    await stream.send(snapshot(1));
    await settle();
    expect(store.getSnapshot()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
    await stream.send(said(2), said(3));
    await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
    expect(store.stats().frames).toBe(8);
  });

  it('takes a snapshot at the same position, and none from before it', async () => {
    const { call, store } = await connected();
    const stream = await call(0).open();
    await stream.send(snapshot(5));
    await stream.send(snapshot(5, 's', { roundCount: 7 }), snapshot(4, 's', { roundCount: 1 }));
    expect(store.getSnapshot().view).toMatchObject({ seq: 5, roundCount: 7 });
  });

  it('is replaced by another stream of the server', async () => {
    const { call, store } = await connected();
    const first = await call(0).open();
    await first.send(snapshot(480, 'A', { messages: entries(0, 2), messageCount: 3 }));
    await first.cut();
    await vi.advanceTimersByTimeAsync(waitOf(0));
    expect(call(1).cursor).toBe('A:480');
    const second = await call(1).open();
    await second.send(snapshot(5, 'B'), said(6, 'B'));
    expect(texts(store.getSnapshot().view)).toEqual(['message 6']);
    expect(store.stats().cursor).toBe('B:6');
  });

  it('moves on over frames, events and fields that it does not know', async () => {
    const { call, store } = await connected();
    const stream = await call(0).open();
    const approval = {
      approvalId: 'p',
      kind: 'tool',
      title: 't',
      requestedAt: 1,
      tool: { new: 1 },
    };
    const unknown = [
      { type: 'x.y', sessionId: '42', streamId: 's', seq: 1 },
      { ...said(2), event: { type: 'future_event', anything: [] } },
      { ...said(3), event: { type: 'approval_requested', ...approval } },
    ];
    await stream.send(snapshot(0));
    await stream.sendText(unknown.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(''));
    const { view, connection } = store.getSnapshot();
    expect(connection.status).toBe('open');
    expect(view.seq).toBe(3);
    expect(view.state.pendingApprovals).toEqual([approval]);
  });

  it('ignores named events', async () => {
    const { call, store } = await connected();
    const stream = await call(0).open();
    await stream.send(snapshot(0));
    const before = store.getSnapshot();
    await stream.sendText(`${heartbeat}event: other\ndata: no JSON\n\n`);
    expect(store.getSnapshot()).toBe(before);
    expect(store.stats()).toMatchObject({ frames: 1, cursor: 's:0' });
  });

  it('is right when characters and events are cut anywhere', async () => {
    const { call, store } = await connected();
    const stream = await call(0).open();
    const hello = { ...said(1), event: { type: 'message_start', message: greeting } };
    const bytes = new TextEncoder().encode(
      wire(snapshot(0)) + `data: ${JSON.stringify(hello)}\n\n`,
    );
    for (const byte of bytes) await stream.sendBytes(Uint8Array.of(byte));
    expect(texts(store.getSnapshot().view)).toEqual(['你好🌍é']);
  });
});

describe('the connection state', () => {
  it('follows the connection', async () => {
    const { call, store } = await connected();
    expect(store.getSnapshot().connection).toEqual({ status: 'connecting', attempt: 0 });
    const first = await call(0).open();
    expect(store.getSnapshot().connection).toEqual({ status: 'open', attempt: 0 });
    await first.send(snapshot(0), said(1));
    expect(store.getSnapshot().connection.lastOpening).toBe('snapshot');
    await first.end();
    const { connection, error } = store.getSnapshot();
    const retryAt = Date.now() + waitOf(0);
    expect(connection).toEqual({ status: 'waiting', attempt: 1, retryAt, lastOpening: 'snapshot' });
    expect(error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(waitOf(0));
    const second = await call(1).open();
    await second.send(said(2));
    expect(store.getSnapshot().connection).toEqual({
      status: 'open',
      attempt: 0,
      lastOpening: 'replay',
    });
  });

  it('says why it waits, until a connection is open', async () => {
    const { call, store } = await connected();
    await call(0).fail();
    expect(store.getSnapshot().error).toBeInstanceOf(LoopClientError);
    expect(store.getSnapshot().error?.code).toBe('network');
    await vi.advanceTimersByTimeAsync(waitOf(0));
    expect(store.getSnapshot().error?.code).toBe('network');
    await call(1).open();
    expect(store.getSnapshot()).not.toHaveProperty('error');
  });

  it('has figures beside it', async () => {
    const { call, store } = await connected();
    expect(store.stats()).toEqual({
      connections: 0,
      startedOver: 0,
      bytes: 0,
      frames: 0,
      heartbeats: 0,
    });
    const stream = await call(0).open();
    await vi.advanceTimersByTimeAsync(10);
    const text = wire(snapshot(3), said(4)) + heartbeat;
    await stream.sendText(text);
    expect(store.stats()).toEqual({
      connections: 1,
      startedOver: 0,
      bytes: text.length,
      frames: 2,
      heartbeats: 1,
      lastActivityAt: Date.now(),
      cursor: 's:4',
    });
  });
});

describe('a relative URL', () => {
  it("is the platform's affair in a page", async () => {
    useStillTime();
    const { fetch, call } = scriptedFetch();
    vi.stubGlobal('location', { href: 'http://host/page' });
    vi.stubGlobal('fetch', fetch);
    const store = connectSession(eventsUrl);
    await settle();
    expect(call(0).url).toBe(eventsUrl);
    store.close();
  });
});

describe('misuse', () => {
  it.each([
    ['url', () => connectSession('')],
    ['url', () => connectSession('', { fetch })],
    ['must be absolute', () => connectSession(eventsUrl)],
    ['must be absolute', () => connectSession('http://host', { historyUrl: '/history' })],
    ['historyUrl', () => connectSession(eventsUrl, { fetch, historyUrl: '' })],
    ['historyRounds', () => connectSession(eventsUrl, { fetch, historyRounds: 0 })],
    ['heartbeatMs', () => connectSession(eventsUrl, { fetch, heartbeatMs: 0 })],
    ['heartbeatMs', () => connectSession(eventsUrl, { fetch, heartbeatMs: Number.NaN })],
    ['maxEventBytes', () => connectSession(eventsUrl, { fetch, maxEventBytes: -1 })],
  ])('of %s is refused at once', (name, connect) => {
    expect(connect).toThrow(expect.objectContaining({ code: 'invalid-option' }));
    expect(connect).toThrow(name);
  });
});

const greeting = { role: 'user', content: '你好🌍é' };
