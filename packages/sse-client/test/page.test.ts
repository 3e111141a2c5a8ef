import { describe, expect, it, vi } from 'vitest';
import { connected, useStillTime, waitOf } from './support/connected.js';
import { stubPage, type FakePage } from './support/fake-page.js';
import { heartbeat, said, snapshot } from './support/frames.js';
import { settle } from './support/scripted-fetch.js';

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
  it('out of the back/forward cache has no connection any more', async () => {
    const page = stubPage();
    const { calls, call } = await connected();
    const stream = await call(0).open();
    page.show(true);
    await settle();
    expect(stream.cancelled()).toBe(true);
    expect(calls).toHaveLength(2);
  });

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
    expect(page.listeners()).toBe(4);
    store.close();
    expect(page.listeners()).toBe(0);
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
