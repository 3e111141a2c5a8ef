import { describe, expect, it, vi } from 'vitest';
import { createStore } from '../src/store.js';
import { connected, useStillTime, waitOf } from './support/connected.js';
import { stubPage } from './support/fake-page.js';
import { heartbeat, said, snapshot } from './support/frames.js';
import { settle } from './support/scripted-fetch.js';

describe('getSnapshot()', () => {
  it('is the same object until something changed', async () => {
    const { call, store } = await connected();
    const stream = await call(0).open();
    await stream.send(snapshot(0));
    const before = store.getSnapshot();
    expect(store.getSnapshot()).toBe(before);
    await stream.sendText(heartbeat);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(store.getSnapshot()).toBe(before);
    await stream.send(said(1));
    expect(store.getSnapshot()).not.toBe(before);
    expect(before.view.seq).toBe(0);
  });

  it('is current before listeners were called', () => {
    useStillTime();
    let value = 1;
    const store = createStore(() => ({ value }));
    store.subscribe(() => {});
    expect(store.getSnapshot()).toEqual({ value: 1 });
    value = 2;
    store.changed();
    expect(store.getSnapshot()).toEqual({ value: 2 });
  });
});

describe('listeners', () => {
  it('are called once a turn, however many frames came', async () => {
    const { call, store } = await connected();
    const stream = await call(0).open();
    await settle();
    const seen: number[] = [];
    store.subscribe(() => seen.push(store.getSnapshot().view.seq));
    void stream.send(snapshot(0), said(1), said(2));
    void stream.send(said(3));
    void stream.send(said(4));
    await settle();
    expect(seen).toEqual([4]);
  });

  it('are not called for what changes nothing', async () => {
    const { call, store } = await connected();
    const stream = await call(0).open();
    await stream.send(snapshot(0));
    const listener = vi.fn();
    store.subscribe(listener);
    await stream.sendText(heartbeat);
    await settle();
    expect(listener).not.toHaveBeenCalled();
  });

  it('learn of a change of the connection, and of a stop', async () => {
    const { call, store } = await connected();
    const seen: string[] = [];
    store.subscribe(() => seen.push(store.getSnapshot().connection.status));
    await call(0).fail();
    await vi.advanceTimersByTimeAsync(waitOf(0) + 1);
    await call(1).answer(404);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toEqual(['waiting', 'connecting', 'closed']);
  });

  it('may throw: others are called, the stream goes on', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { call, store } = await connected();
    const stream = await call(0).open();
    await settle();
    const other = vi.fn();
    store.subscribe(() => {
      throw new Error('a bug of the host');
    });
    store.subscribe(other);
    await stream.send(snapshot(0));
    await settle();
    await stream.send(said(1));
    await settle();
    expect(other).toHaveBeenCalledTimes(2);
    expect(store.getSnapshot().view.seq).toBe(1);
    expect(printed).toHaveBeenCalledWith(new Error('a bug of the host'));
  });

  it('leave by an idempotent way out, each for itself', async () => {
    const { store, call } = await connected();
    const listener = vi.fn();
    const leave = store.subscribe(listener);
    store.subscribe(listener);
    leave();
    leave();
    await call(0).open();
    await settle();
    expect(listener).toHaveBeenCalledOnce();
  });

  it('that come in the middle of a round wait for the next', async () => {
    const { store, call } = await connected();
    const late = vi.fn();
    store.subscribe(() => store.subscribe(late));
    await call(0).open();
    await settle();
    expect(late).not.toHaveBeenCalled();
  });

  it('may leave, come and close in the middle of a round', async () => {
    const { store, call } = await connected();
    const late = vi.fn();
    const gone = vi.fn();
    store.subscribe(() => {
      leave();
      store.subscribe(late);
    });
    const leave = store.subscribe(gone);
    store.subscribe(() => store.close());
    store.subscribe(gone);
    await call(0).open();
    await settle();
    expect(gone).not.toHaveBeenCalled();
    expect(late).not.toHaveBeenCalled();
    expect(store.getSnapshot().connection.status).toBe('closed');
  });
});

describe('a turn', () => {
  it('is an animation frame of a visible page', async () => {
    const page = stubPage();
    const { store, call } = await connected();
    const stream = await call(0).open();
    page.paint();
    const listener = vi.fn();
    store.subscribe(listener);
    await stream.send(snapshot(0));
    await vi.advanceTimersByTimeAsync(50);
    await stream.send(said(1));
    expect(listener).not.toHaveBeenCalled();
    page.paint();
    expect(listener).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(200);
    page.paint();
    expect(listener).toHaveBeenCalledOnce();
  });

  it('does not wait for frames of a page that was hidden meanwhile', async () => {
    const page = stubPage();
    const { store, call } = await connected();
    const listener = vi.fn();
    store.subscribe(listener);
    await call(0).open();
    page.visibility('hidden');
    await vi.advanceTimersByTimeAsync(100);
    expect(listener).toHaveBeenCalledOnce();
  });

  it('is a macrotask of a hidden page', async () => {
    const page = stubPage();
    page.visibility('hidden');
    const { store, call } = await connected();
    const listener = vi.fn();
    store.subscribe(listener);
    await call(0).open();
    await settle();
    expect(listener).toHaveBeenCalledOnce();
  });
});
