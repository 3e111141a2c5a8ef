import { describe, expect, it, vi } from 'vitest';
import { connected, waitOf } from '../support/connected.js';
import { said, snapshot } from '../support/frames.js';
import { settle } from '../support/scripted-fetch.js';

describe('an answer that will not change', () => {
  it.each([
    [204, 'ended'],
    [400, 'rejected'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [405, 'rejected'],
    [410, 'gone'],
    [422, 'rejected'],
  ])('%i stops the client and says why: %s', async (status, code) => {
    const { calls, call, store } = await connected();
    await call(0).answer(status, { 'content-type': 'text/event-stream' });
    expect(store.getSnapshot()).toMatchObject({
      connection: { status: 'closed' },
      error: { code, status },
    });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(calls).toHaveLength(1);
  });
});

describe('an answer that may change', () => {
  it.each([
    [408, 'unavailable'],
    [425, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [205, 'not-an-event-stream'],
    [304, 'not-an-event-stream'],
  ])('%i is asked for again: %s', async (status, code) => {
    const { call, store } = await connected();
    await call(0).answer(status);
    expect(store.getSnapshot()).toMatchObject({
      connection: { status: 'waiting', retryAt: Date.now() + waitOf(0) },
      error: { code, status },
    });
    await vi.advanceTimersByTimeAsync(waitOf(0));
    await call(1).open();
    expect(store.getSnapshot().connection.status).toBe('open');
  });

  it.each(['text/html', 'application/json; x=text/event-stream', 'text/event-streams', ''])(
    'is a 200 of the type %j, and its body is let go',
    async (type) => {
      const { call, store } = await connected();
      const portal = await call(0).open(type);
      expect(store.getSnapshot().error?.code).toBe('not-an-event-stream');
      expect(store.getSnapshot().error?.message).toContain(type);
      expect(portal.cancelled()).toBe(true);
      await vi.advanceTimersByTimeAsync(waitOf(0));
      await call(1).open();
      expect(store.getSnapshot().connection.status).toBe('open');
    },
  );

  it.each(['text/event-stream', 'text/event-stream;', 'Text/Event-Stream ; charset=x'])(
    'is not a 200 of the type %j',
    async (type) => {
      const { call, store } = await connected();
      await call(0).open(type);
      expect(store.getSnapshot().connection.status).toBe('open');
    },
  );
});

describe('Retry-After', () => {
  it.each([
    ['seconds', () => '7', 7_000],
    ['a date', () => new Date(Date.now() + 9_000).toUTCString(), 9_000],
  ])('in %s is kept to', async (_form, value, ms) => {
    const { calls, call } = await connected();
    vi.setSystemTime(1_800_000_000_000);
    await call(0).answer(503, { 'retry-after': value() });
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(2);
  });

  it('of nothing does not make a hot loop', async () => {
    const { call, store } = await connected();
    for (let n = 0; n < 4; n++) {
      await call(n).answer(429, { 'retry-after': '0' });
      expect(store.getSnapshot().connection.retryAt).toBe(Date.now() + waitOf(n));
      await vi.advanceTimersByTimeAsync(waitOf(n));
    }
  });

  it('of a century does not overflow the timer', async () => {
    const { calls, call } = await connected();
    await call(0).answer(503, { 'retry-after': '3000000000' });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(calls).toHaveLength(1);
  });
});

describe('a 401', () => {
  it('asks the host once and tries again with fresh headers', async () => {
    let token = 'old';
    const onUnauthorized = vi.fn(async () => {
      token = 'new';
    });
    const { calls, call, store } = await connected({
      onUnauthorized,
      headers: () => ({ authorization: token }),
    });
    await call(0).answer(401);
    expect(onUnauthorized).toHaveBeenCalledOnce();
    expect(calls.map(({ init }) => init.headers['authorization'])).toEqual(['old', 'new']);
    await call(1).open();
    expect(store.getSnapshot()).toMatchObject({ connection: { status: 'open' } });
  });

  it('stops the client when asking did not help', async () => {
    const onUnauthorized = vi.fn();
    const { calls, call, store } = await connected({ onUnauthorized });
    await call(0).answer(401);
    await call(1).answer(401);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(store.getSnapshot()).toMatchObject({
      connection: { status: 'closed' },
      error: { code: 'unauthorized', status: 401 },
    });
    expect(onUnauthorized).toHaveBeenCalledOnce();
    expect(calls).toHaveLength(2);
  });

  it('asks again when the next token has expired', async () => {
    const onUnauthorized = vi.fn();
    const { call, store } = await connected({ onUnauthorized });
    await call(0).answer(401);
    const stream = await call(1).open();
    await stream.send(snapshot(0), said(1));
    await stream.cut();
    await vi.advanceTimersByTimeAsync(waitOf(0));
    await call(2).answer(401);
    await call(3).open();
    expect(onUnauthorized).toHaveBeenCalledTimes(2);
    expect(store.getSnapshot().connection.status).toBe('open');
  });

  it.each([
    ['rejects', async () => Promise.reject(new Error('no'))],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
  ])('stops the client when the host %s', async (_how, onUnauthorized) => {
    const { call, store } = await connected({ onUnauthorized });
    await call(0).answer(401);
    expect(store.getSnapshot()).toMatchObject({
      connection: { status: 'closed' },
      error: { code: 'unauthorized', cause: new Error('no') },
    });
  });

  it('may take the host as long as it likes', async () => {
    let signedIn = (): void => {};
    const onUnauthorized = (): Promise<void> =>
      new Promise((resolve) => {
        signedIn = resolve;
      });
    const { calls, call } = await connected({ onUnauthorized });
    await call(0).answer(401);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(calls).toHaveLength(1);
    signedIn();
    await settle();
    expect(calls).toHaveLength(2);
  });

  it.each([
    ['signs in', () => Promise.resolve()],
    ['fails', () => Promise.reject(new Error('no'))],
  ])('is forgotten when the store is closed before the host %s', async (_how, settled) => {
    let leave = (): void => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const { calls, call, store } = await connected({ onUnauthorized: () => left.then(settled) });
    await call(0).answer(401);
    store.close();
    leave();
    await settle();
    expect(calls).toHaveLength(1);
    expect(store.getSnapshot()).not.toHaveProperty('error');
  });
});

describe('the headers function', () => {
  it.each([
    ['rejects', async () => Promise.reject(new Error('no token'))],
    [
      'throws',
      () => {
        throw new Error('no token');
      },
    ],
  ])('that %s is asked again after a wait', async (_how, fail) => {
    const headers = vi.fn<() => Promise<Record<string, string>>>(async () => ({ a: 'b' }));
    headers.mockImplementationOnce(fail);
    const { calls, call, store } = await connected({ headers });
    expect(store.getSnapshot()).toMatchObject({
      connection: { status: 'waiting' },
      error: { code: 'headers-failed', cause: new Error('no token') },
    });
    await vi.advanceTimersByTimeAsync(waitOf(0));
    expect(calls).toHaveLength(1);
    expect(call(0).init.headers).toEqual({ a: 'b', accept: 'text/event-stream' });
  });
});
