import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectSession, type SessionOptions, type SessionStore } from '../../src/index.js';
import { said, saidTexts, snapshot, texts, wire } from '../support/frames.js';
import { cutAfter, open, serve, status, stream } from '../support/server.js';
import { at, stopped, until } from '../support/until.js';

// Real time and real sockets: each back-off is over at once.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

describe('a connection that breaks', () => {
  it('goes on after the frames 3, 7 and 11, with each frame once', async () => {
    const cuts = [3, 7, 11];
    const server = await serve([
      cutAfter(snapshot(0), ...range(1, 3)),
      cutAfter(...range(4, 7)),
      cutAfter(...range(8, 11)),
      stream(...range(12, 15)),
    ]);
    const store = connect(server.url);
    const { view } = await until(store, at(15));
    expect(texts(view)).toEqual(saidTexts(1, 15));
    expect(server.requests.map(({ cursor }) => cursor)).toEqual([
      null,
      ...cuts.map((seq) => `s:${seq}`),
    ]);
    expect(store.stats()).toMatchObject({ frames: 16, connections: 4, startedOver: 0 });
    expect(store.getSnapshot()).toMatchObject({
      connection: { lastOpening: 'replay', attempt: 0 },
    });
  });

  it('in the middle of a frame takes that frame from the next one', async () => {
    const half = wire(said(2)).slice(0, -20);
    const server = await serve([
      (response) =>
        open(response).write(wire(snapshot(0), said(1)) + half, () => response.destroy()),
      stream(said(2), said(3)),
    ]);
    const store = connect(server.url);
    const { view } = await until(store, at(3));
    expect(texts(view)).toEqual(saidTexts(1, 3));
    expect(server.requests[1]?.cursor).toBe('s:1');
  });

  it('may also be ended properly', async () => {
    const server = await serve([
      (response) => open(response).end(wire(snapshot(0), said(1))),
      stream(said(2)),
    ]);
    const { view, error } = await until(connect(server.url), at(2));
    expect(texts(view)).toEqual(saidTexts(1, 2));
    expect(error).toBeUndefined();
  });

  it('is missed when it never answers, is half-open, or falls silent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const server = await serve([() => {}, stream(snapshot(0), said(1)), stream(), stream(said(2))]);
    const store = connect(server.url);
    await server.asked(1);
    vi.advanceTimersByTime(37_500);
    await until(store, at(1));
    vi.advanceTimersByTime(37_500);
    await until(store, () => store.stats().connections === 2);
    vi.advanceTimersByTime(37_500);
    const { view } = await until(store, at(2));
    expect(texts(view)).toEqual(saidTexts(1, 2));
    expect(server.requests.map(({ cursor }) => cursor)).toEqual([null, null, 's:1', 's:1']);
  });

  it('is let go by close()', async () => {
    const server = await serve([stream(snapshot(0))]);
    const store = connect(server.url);
    await until(store, at(0));
    store.close();
    await server.left(0);
    expect(server.requests).toHaveLength(1);
  });

  it('survives a restart of the server under another stream id', async () => {
    const first = await serve([stream(snapshot(480, 'A'), said(481, 'A'))]);
    const store = connect(first.url);
    await until(store, at(481));
    await first.close();
    await until(store, ({ connection }) => connection.status !== 'open');
    const second = await serve([stream(snapshot(5, 'B'), said(6, 'B'))], first.port);
    const { view } = await until(store, at(6));
    expect(second.requests[0]?.cursor).toBe('A:481');
    expect(view.streamId).toBe('B');
    expect(texts(view)).toEqual(['message 6']);
  });
});

describe('an answer', () => {
  it('of 503, twice, is asked for again', async () => {
    const server = await serve([status(503), status(503), stream(snapshot(0))]);
    await until(connect(server.url), at(0));
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    [404, 'not-found'],
    [204, 'ended'],
  ])('of %i stops the client', async (code, expected) => {
    const server = await serve([status(code)]);
    const { error } = await until(connect(server.url), stopped);
    expect(error).toMatchObject({ code: expected, status: code });
    expect(server.requests).toHaveLength(1);
  });

  it('of 401 has the token refreshed', async () => {
    let token = 'old';
    const server = await serve([status(401), stream(snapshot(0))]);
    const store = connect(server.url, {
      headers: async () => ({ authorization: `Bearer ${token}` }),
      onUnauthorized: async () => {
        token = 'new';
      },
    });
    await until(store, at(0));
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
  });

  it('with a page in it is taken for what it is, and asked for again', async () => {
    const portal = status(200, { 'content-type': 'text/html' });
    const server = await serve([portal, stream(snapshot(0))]);
    const store = connect(server.url);
    const { error } = await until(store, (state) => state.error !== undefined);
    expect(error?.code).toBe('not-an-event-stream');
    await until(store, at(0));
  });

  it('of another place is followed', async () => {
    const server = await serve([
      status(307, { location: '/elsewhere?cursor=kept' }),
      stream(snapshot(0)),
    ]);
    await until(connect(server.url), at(0));
    expect(server.requests[1]?.url).toBe('/elsewhere?cursor=kept');
  });
});

describe('what arrives', () => {
  it('with a gap is started over', async () => {
    const server = await serve([
      stream(snapshot(0), said(1), said(3)),
      stream(snapshot(3), said(4)),
    ]);
    const store = connect(server.url);
    await until(store, at(4));
    await server.left(0);
    expect(server.requests.map(({ cursor }) => cursor)).toEqual([null, null]);
  });

  it('and is no JSON is started over', async () => {
    const server = await serve([
      (response) => open(response).write(`${wire(snapshot(0), said(1))}data: {"type\n\n`),
      stream(snapshot(1), said(2)),
    ]);
    await until(connect(server.url), at(2));
    expect(server.requests.map(({ cursor }) => cursor)).toEqual([null, null]);
  });

  it('and is too large stops the client and lets the server go', async () => {
    const server = await serve([stream(snapshot(0, 's', { roundCount: 1 }), said(1))]);
    const store = connect(server.url, { maxEventBytes: 100 });
    const { error } = await until(store, stopped);
    expect(error?.code).toBe('event-too-large');
    await server.left(0);
    expect(server.requests).toHaveLength(1);
  });

  it('byte by byte, and without an end, is read and bounded', async () => {
    const bytes = Buffer.from(wire(snapshot(0), said(1)));
    const server = await serve([
      (response) => {
        open(response);
        for (const byte of bytes) response.write(Buffer.of(byte));
        const flood = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', flood).write('data: ');
        flood();
      },
    ]);
    const store = connect(server.url, { maxEventBytes: 1_048_576 });
    await until(store, stopped);
    expect(store.getSnapshot()).toMatchObject({
      view: { seq: 1 },
      error: { code: 'event-too-large' },
    });
    await server.left(0);
  });
});

describe('loadEarlier()', () => {
  it('asks beside the stream', async () => {
    const page = { streamId: 's', seq: 9, messages: [], tools: [], firstMessageIndex: 4 };
    const server = await serve([
      stream(snapshot(9, 's', { firstMessageIndex: 4, messageCount: 4 })),
      (response) => response.end(JSON.stringify(page)),
    ]);
    const store = connect(server.url);
    await until(store, at(9));
    await expect(store.loadEarlier()).resolves.toBe(false);
    expect(server.requests[1]?.url).toBe('/api/sessions/42/history?before=4&rounds=3');
    expect(store.getSnapshot().connection.status).toBe('open');
  });
});

function connect(url: string, options: SessionOptions = {}): SessionStore {
  const store = connectSession(url, options);
  onTestFinished(store.close);
  return store;
}

function range(from: number, to: number): ReturnType<typeof said>[] {
  return Array.from({ length: to - from + 1 }, (_, n) => said(from + n));
}
