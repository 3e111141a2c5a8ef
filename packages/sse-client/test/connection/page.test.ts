import { describe, expect, it, vi } from 'vitest';
import type { SessionOptions } from '../../src/index.js';
import { connected, eventsUrl, useStillTime, waitOf } from '../support/connected.js';
import { stubPage, type FakePage } from '../support/fake-page.js';
import { heartbeat, said, snapshot } from '../support/frames.js';
import { settle } from '../support/scripted-fetch.js';

const silence = 37_500;
const wakes: [name: string, wake: (page: FakePage) => void][] = [
  ['visible', (page) => page.visibility('visible')],
  ['online', (page) => page.network(true)],
  ['pageshow', (page) => page.show(false)],
];

describe.each(wakes)('%s', (_name, wake) => {
  it('reconnects at once when not connected', async () => {
    const page = stubPage();
    const { calls, call } = await connected();
    await call(0).fail();
    wake(page);
    await settle();
    expect(calls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(waitOf(0));
    expect(calls).toHaveLength(2);
  });

  it('leaves a live connection and an attempt under way alone', async () => {
    const page = stubPage();
    const { calls, call } = await connected();
    wake(page);
    await call(0).open();
    await vi.advanceTimersByTimeAsync(silence - 1);
    wake(page);
    await settle();
    expect(calls).toHaveLength(1);
  });

  it('replaces a connection that fell silent while timers slept', async () => {
    const page = stubPage();
    const { calls, call } = await connected();
    const stream = await call(0).open();
    await stream.send(snapshot(0), said(1));
    vi.setSystemTime(Date.now() + silence);
    wake(page);
    await settle();
    expect(stream.cancelled()).toBe(true);
    expect(calls).toHaveLength(2);
    expect(call(1).cursor).toBe('s:1');
  });

  it('replaces an attempt that was asleep for as long', async () => {
    const page = stubPage();
    const { calls, call } = await connected();
    vi.setSystemTime(Date.now() + silence);
    wake(page);
    await settle();
    expect(calls).toHaveLength(2);
    expect(call(0).init.signal.aborted).toBe(true);
  });

  it('does not cut short what the server asked for', async () => {
    const page = stubPage();
    const { calls, call } = await connected();
    await call(0).answer(503, { 'retry-after': '60' });
    wake(page);
    await settle();
    expect(calls).toHaveLength(1);
    vi.setSystemTime(Date.now() + 60_000);
    wake(page);
    await settle();
    expect(calls).toHaveLength(2);
  });

  it('cuts short what the client adds to what the server asked for', async () => {
    const page = stubPage();
    const { calls, call } = await connected();
    await call(0).fail();
    await vi.advanceTimersByTimeAsync(waitOf(0));
    await call(1).fail();
    await vi.advanceTimersByTimeAsync(waitOf(1));
    await call(2).fail();
    await vi.advanceTimersByTimeAsync(waitOf(2));
    await call(3).answer(503, { 'retry-after': '1' });
    expect(waitOf(3)).toBeGreaterThan(1_000);
    await vi.advanceTimersByTimeAsync(999);
    wake(page);
    await settle();
    expect(calls).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(1);
    wake(page);
    await settle();
    expect(calls).toHaveLength(5);
  });

  it('does nothing for a store that has stopped or was closed', async () => {
    const page = stubPage();
    const { calls, call, store } = await connected();
    await call(0).answer(404);
    wake(page);
    await settle();
    store.close();
    wake(page);
    await settle();
    expect(calls).toHaveLength(1);
  });
});

describe('a page', () => {
  it('that gets hidden changes nothing', async () => {
    const page = stubPage();
    const { calls, call } = await connected();
    await call(0).fail();
    page.visibility('hidden');
    await settle();
    expect(calls).toHaveLength(1);
  });

  it('has no listener left after close()', async () => {
    const page = stubPage();
    const { store } = await connected();
    expect(page.listeners()).toBe(7);
    store.close();
    expect(page.listeners()).toBe(0);
  });
});

describe('a page that nobody can see', () => {
  const grace = 30_000;

  it('lets its stream go after a while, and comes back where it was', async () => {
    const page = stubPage();
    const { calls, call, store } = await connected();
    const stream = await call(0).open();
    await stream.send(snapshot(0), said(1));
    page.visibility('hidden');
    await vi.advanceTimersByTimeAsync(grace - 1);
    expect(store.getSnapshot().connection.status).toBe('open');
    await stream.send(said(2));
    await vi.advanceTimersByTimeAsync(1);
    expect(store.getSnapshot()).toMatchObject({
      view: { seq: 2 },
      connection: { status: 'released', attempt: 0 },
    });
    expect(stream.cancelled()).toBe(true);
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(calls).toHaveLength(1);

    page.visibility('visible');
    await settle();
    expect(call(1).cursor).toBe('s:2');
    await (await call(1).open()).send(said(3));
    expect(store.getSnapshot()).toMatchObject({
      view: { seq: 3 },
      connection: { status: 'open', lastOpening: 'replay' },
    });
  });

  it('keeps it while somebody looks again in time', async () => {
    const page = stubPage();
    const { calls, call } = await connected({ heartbeatMs: Infinity });
    const stream = await call(0).open();
    for (let n = 0; n < 3; n++) {
      page.visibility('hidden');
      await vi.advanceTimersByTimeAsync(grace - 1);
      page.visibility('visible');
      await vi.advanceTimersByTimeAsync(grace);
    }
    expect(stream.cancelled()).toBe(false);
    expect(calls).toHaveLength(1);
  });

  it.each<[what: string, options: SessionOptions, url: string]>([
    ['with approvals', { approvals: true }, eventsUrl],
    ['with approvals in its URL', {}, `${eventsUrl}?a=b&approvals=1#top`],
    ['with releaseHiddenMs: Infinity', { releaseHiddenMs: Infinity }, eventsUrl],
  ])('keeps it %s', async (_what, options, url) => {
    const page = stubPage();
    const { calls, call } = await connected({ heartbeatMs: Infinity, ...options }, url);
    const stream = await call(0).open();
    page.visibility('hidden');
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(stream.cancelled()).toBe(false);
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['approvals=10', `${eventsUrl}?approvals=10`],
    ['#approvals=1', `${eventsUrl}#?approvals=1`],
  ])('is not kept for %s', async (_what, url) => {
    const page = stubPage();
    const { call, store } = await connected({ releaseHiddenMs: 0 }, url);
    await call(0).open();
    page.visibility('hidden');
    await settle();
    expect(store.getSnapshot().connection.status).toBe('released');
  });

  it('has that while from its beginning', async () => {
    const page = stubPage();
    page.visibility('hidden');
    const { call, store } = await connected();
    const stream = await call(0).open();
    await vi.advanceTimersByTimeAsync(grace);
    expect(stream.cancelled()).toBe(true);
    expect(store.getSnapshot().connection.status).toBe('released');
  });

  it('stops waiting and asking as well', async () => {
    const page = stubPage();
    const { calls, call, store } = await connected();
    page.visibility('hidden');
    while (store.getSnapshot().connection.status !== 'released') {
      await call(-1).fail();
      await vi.advanceTimersByTimeAsync(waitOf(calls.length - 1));
    }
    const made = calls.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(calls).toHaveLength(made);
  });

  it.each<[what: string, wake: (page: FakePage) => void]>([
    ['the network is back', (page) => page.network(true)],
    ['it runs again', (page) => page.lifecycle('resume')],
    ['it is shown, but not seen', (page) => page.show(true)],
  ])('is not back when %s', async (_what, wake) => {
    const page = stubPage();
    const { calls, call, store } = await connected();
    await call(0).open();
    page.visibility('hidden');
    await vi.advanceTimersByTimeAsync(grace);
    wake(page);
    await settle();
    expect(store.getSnapshot().connection.status).toBe('released');
    expect(calls).toHaveLength(1);
  });

  it('still keeps to what the server asked for', async () => {
    const page = stubPage();
    const { calls, call, store } = await connected();
    await call(0).answer(503, { 'retry-after': '60' });
    const retryAt = Date.now() + 60_000;
    page.visibility('hidden');
    await vi.advanceTimersByTimeAsync(grace);
    expect(store.getSnapshot().connection).not.toHaveProperty('retryAt');
    page.visibility('visible');
    await settle();
    expect(store.getSnapshot().connection).toMatchObject({ status: 'waiting', retryAt });
    await vi.advanceTimersByTimeAsync(30_000 - 1);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(2);
  });

  it('comes back for reconnect(), for that while', async () => {
    const page = stubPage();
    const { call, store } = await connected();
    await call(0).open();
    page.visibility('hidden');
    await vi.advanceTimersByTimeAsync(grace);
    store.reconnect();
    await settle();
    await call(1).open();
    await vi.advanceTimersByTimeAsync(grace - 1);
    expect(store.getSnapshot().connection.status).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(store.getSnapshot().connection.status).toBe('released');
  });

  it('leaves a client that has stopped as it is', async () => {
    const page = stubPage();
    const { calls, call, store } = await connected();
    await call(0).answer(404);
    page.visibility('hidden');
    await vi.advanceTimersByTimeAsync(grace);
    page.visibility('visible');
    page.hide(true);
    page.show(true);
    await settle();
    expect(store.getSnapshot()).toMatchObject({
      connection: { status: 'closed' },
      error: { code: 'not-found' },
    });
    expect(calls).toHaveLength(1);
  });
});

describe('a page that is put away', () => {
  // As Chromium does it: each step of leaving, then each step of coming back.
  const leave = (page: FakePage): void => {
    page.hide(true);
    page.visibility('hidden');
    page.lifecycle('freeze');
  };
  const comeBack = (page: FakePage): void => {
    page.lifecycle('resume');
    page.visibility('visible');
    page.show(true);
  };

  it.each<[what: string, options: SessionOptions]>([
    ['without', {}],
    ['with', { approvals: true }],
  ])('holds nothing, and has one connection when it is back, %s approvals', async (_w, options) => {
    const page = stubPage();
    const { calls, call, store } = await connected(options);
    const stream = await call(0).open();
    await stream.send(snapshot(0), said(1));
    leave(page);
    expect(call(0).init.signal.aborted).toBe(true);
    expect(store.getSnapshot().connection.status).toBe('released');
    await vi.advanceTimersByTimeAsync(3_600_000);
    await stream.send(said(2));
    expect(store.stats().cursor).toBe('s:1');
    comeBack(page);
    await settle();
    expect(calls).toHaveLength(2);
    expect(call(1).cursor).toBe('s:1');
    await (await call(1).open()).send(said(2));
    expect(store.getSnapshot()).toMatchObject({ view: { seq: 2 }, connection: { status: 'open' } });
  });

  it('is back for approvals as soon as it runs, seen or not', async () => {
    const page = stubPage();
    const { calls } = await connected({ approvals: true });
    leave(page);
    page.lifecycle('resume');
    await settle();
    expect(calls).toHaveLength(2);
  });

  it('in the middle of an attempt or a wait holds nothing either', async () => {
    const page = stubPage();
    const { calls, call } = await connected({ approvals: true });
    leave(page);
    expect(call(0).init.signal.aborted).toBe(true);
    comeBack(page);
    await settle();
    await call(1).fail();
    leave(page);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(calls).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
    comeBack(page);
    await settle();
    expect(calls).toHaveLength(3);
  });

  it('for good has no timer left', async () => {
    const page = stubPage();
    const { call } = await connected();
    await call(0).open();
    await settle();
    page.hide(false);
    await settle();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('offline', () => {
  it('shows while there is no connection, and attempts go on', async () => {
    const page = stubPage();
    const { calls, call, store } = await connected();
    page.network(false);
    expect(store.getSnapshot().connection.status).toBe('connecting');
    await call(0).fail();
    expect(store.getSnapshot().connection).toMatchObject({
      status: 'offline',
      retryAt: Date.now() + waitOf(0),
    });
    await vi.advanceTimersByTimeAsync(waitOf(0));
    expect(calls).toHaveLength(2);
  });

  it('shows during a wait, and does not touch a connection that works', async () => {
    const page = stubPage();
    const { call, store } = await connected();
    const stream = await call(0).open();
    page.network(false);
    await stream.sendText(heartbeat);
    expect(store.getSnapshot().connection.status).toBe('open');
    page.network(true);
    await stream.cut();
    expect(store.getSnapshot().connection.status).toBe('waiting');
    page.network(false);
    expect(store.getSnapshot().connection.status).toBe('offline');
  });
});

describe('without a page', () => {
  it('nothing is looked for', async () => {
    vi.stubGlobal('navigator', undefined);
    vi.stubGlobal('document', undefined);
    useStillTime();
    const { call, store } = await connected();
    await call(0).fail();
    expect(store.getSnapshot().connection.status).toBe('waiting');
  });
});
