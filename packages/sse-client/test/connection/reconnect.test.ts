import { describe, expect, it, vi } from 'vitest';
import { connectSession } from '../../src/index.js';
import {
  connected,
  eventsUrl,
  useStillTime,
  waitOf,
  type Connected,
} from '../support/connected.js';
import { heartbeat, said, saidTexts, snapshot, texts } from '../support/frames.js';
import { scriptedFetch, settle } from '../support/scripted-fetch.js';

const silence = 37_500;

describe('the back-off', () => {
  it('doubles to half a minute and goes on', async () => {
    const { calls, call } = await connected();
    for (let n = 0; n < 9; n++) {
      await call(n).fail();
      await vi.advanceTimersByTimeAsync(waitOf(n) - 1);
      expect(calls).toHaveLength(n + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(calls).toHaveLength(n + 2);
    }
    expect(waitOf(8)).toBe(30_000);
  });

  it('has full jitter', async () => {
    const { calls, call } = await connected();
    vi.mocked(Math.random).mockReturnValue(0.25);
    await call(0).fail();
    await vi.advanceTimersByTimeAsync(125);
    expect(calls).toHaveLength(2);
  });

  it('is reset by frames that lead on', async () => {
    const { call, store } = await connected();
    const first = await call(0).open();
    await first.send(snapshot(0));
    await first.send(said(1));
    await first.cut();
    for (let n = 0; n < 3; n++) {
      await vi.advanceTimersByTimeAsync(waitOf(n));
      await call(-1).fail();
    }
    await vi.advanceTimersByTimeAsync(waitOf(3));
    expect(store.getSnapshot().connection.attempt).toBe(4);
    const stream = await call(-1).open();
    expect(store.getSnapshot().connection.attempt).toBe(4);
    await stream.send(said(2));
    expect(store.getSnapshot().connection).toMatchObject({ status: 'open', attempt: 0 });
  });

  it('is not reset by a server that hangs up after each snapshot', async () => {
    const { call, store } = await connected();
    for (let n = 0; n < 5; n++) {
      const stream = await call(n).open();
      await stream.send(snapshot(7));
      await stream.end();
      expect(store.getSnapshot().connection.retryAt).toBe(Date.now() + waitOf(n));
      await vi.advanceTimersByTimeAsync(waitOf(n));
    }
  });

  it('is not reset by a server that restarts all the time', async () => {
    const { call, store } = await connected();
    for (let n = 0; n < 5; n++) {
      const stream = await call(n).open();
      await stream.send(snapshot(n, `stream-${n}`));
      await stream.cut();
      expect(store.getSnapshot().connection.attempt).toBe(n + 1);
      await vi.advanceTimersByTimeAsync(waitOf(n));
    }
  });

  it('is reset by a connection that lived a while', async () => {
    const { call, store } = await connected();
    await call(0).fail();
    await vi.advanceTimersByTimeAsync(waitOf(0));
    const stream = await call(1).open();
    await stream.send(snapshot(7));
    await vi.advanceTimersByTimeAsync(1_000);
    await stream.end();
    expect(store.getSnapshot().connection.attempt).toBe(1);
  });

  it('is not reset by an open connection on which nothing comes', async () => {
    const { call, store } = await connected();
    await call(0).fail();
    await vi.advanceTimersByTimeAsync(waitOf(0));
    const stream = await call(1).open();
    await vi.advanceTimersByTimeAsync(1_000);
    await stream.end();
    expect(store.getSnapshot().connection.attempt).toBe(2);
  });

  it("takes the server's retry field for the least to wait", async () => {
    const { calls, call } = await connected();
    const stream = await call(0).open();
    await stream.sendText('retry: 3000\n\n');
    await stream.end();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(2);
  });
});

describe('the watchdog', () => {
  it('gives a silent connection up after two and a half heartbeats', async () => {
    const { call, store } = await connected();
    const stream = await call(0).open();
    await stream.send(snapshot(0));
    await vi.advanceTimersByTimeAsync(silence - 1);
    expect(store.getSnapshot().connection.status).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(store.getSnapshot()).toMatchObject({
      connection: { status: 'waiting' },
      error: { code: 'timeout' },
    });
    expect(stream.cancelled()).toBe(true);
    await vi.advanceTimersByTimeAsync(waitOf(0));
    expect(call(1).cursor).toBe('s:0');
  });

  it('is fed by any byte', async () => {
    const { calls, call, store } = await connected();
    const stream = await call(0).open();
    for (const text of [heartbeat, ':', ' alive\n', ': half', '\n', heartbeat]) {
      await vi.advanceTimersByTimeAsync(silence - 1);
      await stream.sendText(text);
    }
    expect(calls).toHaveLength(1);
    expect(store.getSnapshot().connection.status).toBe('open');
  });

  it('also waits for an answer', async () => {
    const { call, store } = await connected();
    await vi.advanceTimersByTimeAsync(silence);
    expect(store.getSnapshot().error?.code).toBe('timeout');
    expect(call(0).init.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(waitOf(0));
    expect(call(1)).toBeDefined();
  });

  it("does not hurry the host's own functions", async () => {
    const headers = (): Promise<Record<string, string>> => new Promise(() => {});
    const { calls, store } = await connected({ headers });
    await vi.advanceTimersByTimeAsync(10 * silence);
    expect(calls).toHaveLength(0);
    expect(store.getSnapshot().connection.status).toBe('connecting');
  });

  it('goes by the heartbeat it is told, and can be switched off', async () => {
    const quick = await connected({ heartbeatMs: 1_000 });
    await quick.call(0).open();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(quick.store.getSnapshot().error?.code).toBe('timeout');
    const patient = await connected({ heartbeatMs: Infinity });
    await patient.call(0).open();
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(patient.store.getSnapshot().connection.status).toBe('open');
  });
});

describe('a gap', () => {
  it('makes a new connection at once, for a snapshot', async () => {
    const { calls, call, store } = await connected();
    const first = await call(0).open();
    await first.send(snapshot(0), said(1), said(2), said(4), said(5));
    expect(texts(store.getSnapshot().view)).toEqual(saidTexts(1, 2));
    expect(first.cancelled()).toBe(true);
    expect(calls).toHaveLength(2);
    expect(call(1).cursor).toBeNull();
    const second = await call(1).open();
    await second.send(snapshot(5), said(6));
    expect(texts(store.getSnapshot().view)).toEqual(['message 6']);
    await second.cut();
    await vi.advanceTimersByTimeAsync(waitOf(0));
    expect(call(2).cursor).toBe('s:6');
  });

  it('asks for a snapshot until it has one', async () => {
    const { call } = await connected();
    await withGap(await call(0).open());
    await call(1).fail();
    await vi.advanceTimersByTimeAsync(waitOf(0));
    expect(call(2).cursor).toBeNull();
    const stream = await call(2).open();
    await stream.sendText(heartbeat);
    await stream.end();
    await vi.advanceTimersByTimeAsync(waitOf(1));
    expect(call(3).cursor).toBeNull();
  });

  it('after a gap is waited for, longer each time', async () => {
    const { calls, call, store } = await connected();
    await withGap(await call(0).open());
    for (let n = 0; n < 4; n++) {
      await withGap(await call(-1).open());
      expect(calls).toHaveLength(n + 2);
      expect(store.getSnapshot()).toMatchObject({
        connection: { status: 'waiting', retryAt: Date.now() + waitOf(n) },
        error: { code: 'gap' },
      });
      await vi.advanceTimersByTimeAsync(waitOf(n));
    }
  });

  it('is forgotten after a while', async () => {
    const { calls, call, store } = await connected();
    await withGap(await call(0).open());
    for (let n = 0; n < 3; n++) {
      await withGap(await call(-1).open());
      await vi.advanceTimersByTimeAsync(waitOf(n));
    }
    const stream = await call(-1).open();
    for (let n = 0; n < 5; n++) {
      await vi.advanceTimersByTimeAsync(15_000);
      await stream.sendText(heartbeat);
    }
    await withGap(stream);
    expect(calls).toHaveLength(6);
    await withGap(await call(-1).open());
    expect(store.getSnapshot().connection.retryAt).toBe(Date.now() + waitOf(0));
  });

  it('before the first snapshot is one as well', async () => {
    const { call } = await connected();
    const stream = await call(0).open();
    await stream.send(said(3));
    expect(call(1).cursor).toBeNull();
  });
});

describe('what cannot be read', () => {
  const position = '"sessionId":"42","streamId":"s","seq":1';
  const hollow =
    '{"type":"session.snapshot","sessionId":"42","streamId":"t","seq":1,"snapshot":{"state":{}}}';
  it.each([
    ['no JSON', '{"type":"loop.ev'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['no type', `{${position}}`],
    ['no position', '{"type":"loop.event","sessionId":"42","event":{"type":"x"}}'],
    ['a bad seq', '{"type":"x.y","sessionId":"42","streamId":"s","seq":"1"}'],
    ['no event', `{"type":"loop.event",${position}}`],
    ['no snapshot', `{"type":"session.state",${position}}`],
    ['a hollow snapshot', `{"type":"session.snapshot",${position},"snapshot":{"state":{}}}`],
    ['a hollow snapshot of another stream', hollow],
    ['another session', '{"type":"x.y","sessionId":"43","streamId":"s","seq":1}'],
    ['another stream', '{"type":"x.y","sessionId":"42","streamId":"t","seq":1}'],
  ])('is waited for and started over: %s', async (_what, data) => {
    const { call, store } = await connected();
    const stream = await call(0).open();
    await stream.send(snapshot(0));
    await stream.sendText(`data: ${data}\n\n`);
    expect(store.getSnapshot()).toMatchObject({
      view: { seq: 0, streamId: 's' },
      connection: { status: 'waiting', retryAt: Date.now() + waitOf(0) },
      error: { code: 'bad-data' },
    });
    await vi.advanceTimersByTimeAsync(waitOf(0));
    expect(call(1).cursor).toBeNull();
  });

  it('does not lose the frames before it', async () => {
    const { call, store } = await connected();
    const stream = await call(0).open();
    await stream.sendText(
      `data: ${JSON.stringify(snapshot(0))}\n\ndata: ${JSON.stringify(said(1))}\n\ndata: {\n\n`,
    );
    expect(store.stats()).toMatchObject({ cursor: 's:1', startedOver: 1 });
  });
});

describe('an event that is too large', () => {
  it('stops the client for good, after what came before it', async () => {
    const { calls, call, store } = await connected({ maxEventBytes: 1_000 });
    const stream = await call(0).open();
    await stream.sendText(`data: ${JSON.stringify(snapshot(0))}\n\ndata: ${'x'.repeat(2_000)}\n\n`);
    expect(store.getSnapshot()).toMatchObject({
      view: { streamId: 's' },
      connection: { status: 'closed' },
      error: { code: 'event-too-large' },
    });
    expect(store.getSnapshot().error?.message).toContain('maxEventBytes (1000)');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(calls).toHaveLength(1);
    expect(stream.cancelled()).toBe(true);
  });

  it.each(['data: ', ': '])('is one that never ends, as in %j', async (start) => {
    const { call, store } = await connected({ maxEventBytes: 1_000 });
    const stream = await call(0).open();
    await stream.sendText(start);
    for (let n = 0; n < 11; n++) await stream.sendText('x'.repeat(100));
    expect(store.getSnapshot().error?.code).toBe('event-too-large');
  });
});

describe('at most one connection', () => {
  it('is left after connect, close, connect in one turn', async () => {
    useStillTime();
    const { fetch, calls } = scriptedFetch();
    connectSession(eventsUrl, { fetch }).close();
    const store = connectSession(eventsUrl, { fetch });
    await settle();
    expect(calls).toHaveLength(1);
    store.close();
  });

  it('lives, whatever is asked', async () => {
    const { calls, call, store } = await connected();
    const first = await call(0).open();
    await first.send(snapshot(0));
    store.reconnect();
    store.reconnect();
    await settle();
    expect(calls).toHaveLength(2);
    expect(first.cancelled()).toBe(true);
    expect(call(1).cursor).toBe('s:0');
    await first.send(said(1));
    expect(store.stats().cursor).toBe('s:0');
  });

  it('reads, also when a chunk is on its way as another takes its place', async () => {
    const { call, store } = await connected();
    const first = await call(0).open();
    await first.send(snapshot(0));
    void first.send(said(1));
    store.reconnect();
    await settle();
    expect(store.stats()).toMatchObject({ frames: 1, cursor: 's:0' });
    expect(call(1).cursor).toBe('s:0');
  });

  it('is left by close() at any moment of an answer', async () => {
    for (let moment = 0; moment < 30; moment++) {
      const { call, store } = await connected();
      const answered = call(0).open();
      for (let n = 0; n < moment; n++) await Promise.resolve();
      store.close();
      const stream = await answered;
      expect(stream.cancelled(), `moment ${moment}`).toBe(true);
      expect(store.getSnapshot().connection.status).toBe('closed');
    }
  });

  it('lets an answer go that comes after its request was given up', async () => {
    let late: (response: Response) => void = () => {};
    const { store } = await connected({
      fetch: () =>
        new Promise<Response>((resolve) => {
          late = resolve;
        }),
    });
    const cancel = vi.fn();
    store.close();
    late(new Response(new ReadableStream({ cancel })));
    await settle();
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe('reconnect()', () => {
  it('cuts a wait short, with a clean slate', async () => {
    const { calls, call, store } = await connected();
    await call(0).fail();
    store.reconnect();
    await settle();
    expect(calls).toHaveLength(2);
    await call(1).fail();
    expect(store.getSnapshot().connection.retryAt).toBe(Date.now() + waitOf(0));
  });

  it('starts a stopped client again', async () => {
    const { call, store } = await connected();
    await call(0).answer(404);
    expect(store.getSnapshot().connection.status).toBe('closed');
    store.reconnect();
    await settle();
    await call(1).open();
    expect(store.getSnapshot()).toMatchObject({ connection: { status: 'open' } });
  });

  it('does nothing after close()', async () => {
    const { calls, store } = await connected();
    store.close();
    store.reconnect();
    await settle();
    expect(calls).toHaveLength(1);
    expect(store.getSnapshot().connection.status).toBe('closed');
  });
});

describe('close()', () => {
  it.each<[when: string, get: (given: Connected) => Promise<unknown>]>([
    ['while it asks', async () => {}],
    ['while it reads', async ({ call }) => call(0).open()],
    [
      'after it has read for long',
      async ({ call }) => {
        const stream = await call(0).open();
        await vi.advanceTimersByTimeAsync(silence - 1);
        await stream.sendText(heartbeat);
        await vi.advanceTimersByTimeAsync(1);
      },
    ],
    ['while it waits', async ({ call }) => call(0).fail()],
    ['after a stop', async ({ call }) => call(0).answer(404)],
  ])('%s leaves nothing behind', async (_when, get) => {
    const given = await connected();
    await get(given);
    const { calls, store } = given;
    const listener = vi.fn();
    store.subscribe(listener);
    store.close();
    store.close();
    expect(store.getSnapshot().connection.status).toBe('closed');
    await settle();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(calls).toHaveLength(1);
    expect(listener).not.toHaveBeenCalled();
  });

  it('while the host finds headers asks for nothing', async () => {
    let give: (headers: Record<string, string>) => void = () => {};
    const headers = (): Promise<Record<string, string>> =>
      new Promise((resolve) => {
        give = resolve;
      });
    const { calls, store } = await connected({ headers });
    store.close();
    give({});
    await settle();
    expect(calls).toHaveLength(0);
  });
});

/** Sends a snapshot and a frame that does not follow it. */
async function withGap(stream: { send: (...frames: ReturnType<typeof said>[]) => Promise<void> }) {
  await stream.send(snapshot(10), said(12));
}
