import { describe, expect, it, vi } from 'vitest';
import type { HistoryPage } from '@loop/events';
import { LoopClientError, type SessionOptions } from '../../src/index.js';
import { connected, eventsUrl, type Connected } from '../support/connected.js';
import { entries, said, snapshot, texts } from '../support/frames.js';
import { settle } from '../support/scripted-fetch.js';

const window = { messages: entries(10, 12), firstMessageIndex: 10, messageCount: 13 };

describe('loadEarlier()', () => {
  it('puts earlier rounds before the window', async () => {
    const { call, store } = await withWindow();
    const before = store.getSnapshot();
    const loaded = store.loadEarlier();
    await settle();
    expect(call(-1).url).toBe('/api/sessions/42/history?before=10&rounds=3');
    expect(call(-1).init.headers).toEqual({ accept: 'application/json', a: 'b' });
    await call(-1).answer(200, {}, page(7, 9));
    await expect(loaded).resolves.toBe(true);
    expect(texts(store.getSnapshot().view)).toEqual(contents(7, 12));
    expect(store.getSnapshot()).not.toBe(before);
  });

  it('goes on until the first message, then asks no more', async () => {
    const { calls, call, store } = await withWindow();
    for (const [from, to] of [
      [5, 9],
      [0, 4],
    ] as const) {
      const loaded = store.loadEarlier();
      await settle();
      await call(-1).answer(200, {}, page(from, to));
      await expect(loaded).resolves.toBe(true);
    }
    await expect(store.loadEarlier()).resolves.toBe(false);
    expect(calls).toHaveLength(3);
    expect(texts(store.getSnapshot().view)).toEqual(contents(0, 12));
  });

  it('has nothing to load before the first snapshot', async () => {
    const { calls, store } = await connected();
    await expect(store.loadEarlier()).resolves.toBe(false);
    expect(calls).toHaveLength(1);
  });

  it('makes one request at a time', async () => {
    const { calls, call, store } = await withWindow();
    const first = store.loadEarlier();
    expect(store.loadEarlier()).toBe(first);
    await settle();
    expect(calls).toHaveLength(2);
    await call(-1).answer(200, {}, page(7, 9));
    await first;
    expect(store.loadEarlier()).not.toBe(first);
    await settle();
    expect(call(-1).url).toContain('before=7');
  });

  it('takes in a page while frames arrive', async () => {
    const { call, store, stream } = await withWindow();
    const loaded = store.loadEarlier();
    await settle();
    await stream.send(said(21));
    await call(-1).answer(200, {}, page(7, 9));
    await expect(loaded).resolves.toBe(true);
    expect(texts(store.getSnapshot().view)).toEqual([...contents(7, 12), 'message 21']);
  });

  it.each([
    ['a page of another stream', page(7, 9, 'other')],
    ['a page that does not reach the window', page(5, 8)],
    ['an empty page', page(10, 9)],
  ])('discards %s', async (_what, body) => {
    const { call, store } = await withWindow();
    const before = store.getSnapshot();
    const loaded = store.loadEarlier();
    await settle();
    await call(-1).answer(200, {}, body);
    await expect(loaded).resolves.toBe(false);
    expect(store.getSnapshot()).toBe(before);
  });

  it('discards a page when the stream became another one meanwhile', async () => {
    const { call, store, stream } = await withWindow();
    const loaded = store.loadEarlier();
    await settle();
    await stream.send(snapshot(0, 'other', window));
    await call(-1).answer(200, {}, page(7, 9));
    await expect(loaded).resolves.toBe(false);
    expect(texts(store.getSnapshot().view)).toEqual(contents(10, 12));
  });
});

describe('where history is', () => {
  it.each<[eventsUrl: string, options: SessionOptions, expected: string]>([
    ['/s/1/events/?key=k&approvals=1', {}, '/s/1/history?key=k&before=10&rounds=3'],
    ['events', {}, 'history?before=10&rounds=3'],
    ['https://events/events#x', {}, 'https://events/history?before=10&rounds=3'],
    ['/s/1/stream', { historyUrl: '/past?a=1' }, '/past?a=1&before=10&rounds=3'],
    [
      '/s',
      { historyUrl: new URL('http://h/p'), historyRounds: 9 },
      'http://h/p?before=10&rounds=9',
    ],
  ])('%s', async (url, options, expected) => {
    const { call, store } = await withWindow(options, url);
    void store.loadEarlier();
    await settle();
    expect(call(-1).url).toBe(expected);
  });

  it('has to be said where it cannot be told from the events', async () => {
    const { calls, store } = await withWindow({}, '/s/1/my-events');
    await expect(store.loadEarlier()).rejects.toMatchObject({
      code: 'invalid-option',
      message: expect.stringContaining('historyUrl') as string,
    });
    expect(calls).toHaveLength(1);
  });
});

describe('a failed loadEarlier()', () => {
  it.each<
    [what: string, answer: (call: ReturnType<Connected['call']>) => Promise<void>, code: string]
  >([
    ['404', (call) => call.answer(404), 'not-found'],
    ['403', (call) => call.answer(403), 'forbidden'],
    ['503', (call) => call.answer(503), 'unavailable'],
    ['204', (call) => call.answer(204), 'ended'],
    ['201', (call) => call.answer(201), 'bad-data'],
    ['no network', (call) => call.fail(), 'network'],
    ['no JSON', (call) => call.answer(200, {}, '<html>'), 'bad-data'],
    ['no page', (call) => call.answer(200, {}, '{"messages":[]}'), 'bad-data'],
    ['null', (call) => call.answer(200, {}, 'null'), 'bad-data'],
  ])('rejects, leaves the stream alone and may be asked again: %s', async (_what, answer, code) => {
    const { call, store, stream } = await withWindow({ heartbeatMs: 15_000 });
    await stream.send(said(21));
    const before = store.getSnapshot();
    const loaded = expectRejection(store.loadEarlier());
    await settle();
    await answer(call(1));
    expect(await loaded).toMatchObject({ code });
    expect(store.getSnapshot()).toBe(before);
    const again = store.loadEarlier();
    await settle();
    await call(2).answer(200, {}, page(7, 9));
    await expect(again).resolves.toBe(true);
  });

  it.each<[what: string, start: (call: ReturnType<Connected['call']>) => Promise<unknown>]>([
    ['the answer', async () => {}],
    ['the page in it', (call) => call.open('application/json')],
  ])('is also one where %s never comes', async (_what, start) => {
    const { call, store, stream } = await withWindow({ heartbeatMs: 15_000 });
    await vi.advanceTimersByTimeAsync(10_000);
    const loaded = expectRejection(store.loadEarlier());
    await settle();
    await start(call(1));
    await vi.advanceTimersByTimeAsync(20_000);
    await stream.sendText(':\n');
    await vi.advanceTimersByTimeAsync(17_500);
    expect(await loaded).toMatchObject({ code: 'timeout' });
    expect(store.getSnapshot().connection.status).toBe('open');
  });

  it('asks for a fresh token first, together with the stream', async () => {
    const onUnauthorized = vi.fn(async () => {});
    const { calls, call, store, stream } = await withWindow({ onUnauthorized });
    await stream.end();
    store.reconnect();
    const loaded = store.loadEarlier();
    await settle();
    void call(1).answer(401);
    void call(2).answer(401);
    await settle();
    await settle();
    expect(calls).toHaveLength(5);
    expect(onUnauthorized).toHaveBeenCalledOnce();
    const pageCall = calls.slice(3).find(({ url }) => url.includes('history'));
    await pageCall?.answer(200, {}, page(7, 9));
    await expect(loaded).resolves.toBe(true);
  });
});

describe('a closed store', () => {
  it('lets a request for history go', async () => {
    const { call, store } = await withWindow();
    const loaded = store.loadEarlier();
    await settle();
    store.close();
    await expect(loaded).resolves.toBe(false);
    expect(call(1).init.signal.aborted).toBe(true);
    await expect(store.loadEarlier()).resolves.toBe(false);
  });
});

/** A store whose view begins at message 10. */
async function withWindow(
  options: SessionOptions = {},
  url = eventsUrl,
): Promise<Connected & { stream: Awaited<ReturnType<ReturnType<Connected['call']>['open']>> }> {
  const given = await connected({ headers: { a: 'b' }, ...options }, url);
  const stream = await given.call(0).open();
  await stream.send(snapshot(20, 's', window));
  return { ...given, stream };
}

function page(from: number, to: number, streamId = 's'): string {
  const found: HistoryPage = {
    streamId,
    seq: 20,
    messages: entries(from, to),
    tools: [],
    firstMessageIndex: from,
    firstRoundIndex: from,
  };
  return JSON.stringify(found);
}

function contents(from: number, to: number): unknown[] {
  return entries(from, to).map(({ message }) => ('content' in message ? message.content : ''));
}

async function expectRejection(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(LoopClientError);
  return error;
}
