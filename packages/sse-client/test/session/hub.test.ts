import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { SessionEvents, windowOf, type Snapshot } from '@loop/events';
import { eventStreamNode } from '@loop/events/http';
import { connectSession, type SessionOptions, type SessionStore } from '../../src/index.js';
import { serve, type Handler, type TestServer } from '../support/server.js';
import { at, stopped, until } from '../support/until.js';

// The client against the real hub, over real sockets. Each back-off is over at once.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

it.each([
  ['replays', { maxFrames: 100_000 }],
  ['snapshots', { maxFrames: 4 }],
])('follows a session through cuts while it is written to, by %s', async (way, options) => {
  const session = createSession(options);
  const server = await serve([answering(session)]);
  const stores = [connect(server), connect(server)];
  const seqs = stores.map(writeDownSeqs);
  await Promise.all(stores.map(async (store) => until(store, at(0))));
  for (let cut = 1; cut <= 8; cut++) {
    for (let n = 0; n < 30; n++) say(session, `burst ${cut}, ${n}`);
    await nextTurn();
    server.cut();
    while (stores.some((store) => store.stats().connections <= cut)) {
      say(session, `while cut ${cut}`);
      await nextTurn();
    }
  }
  session.settle();
  for (const [n, store] of stores.entries()) {
    const { view } = await until(store, at(session.seq));
    expect(shown(view)).toEqual(session.snapshot());
    expect(seqs[n]).toEqual(seqs[n]?.slice().sort((a, b) => a - b));
    expect(store.stats()).toMatchObject({ connections: 9, startedOver: 0 });
  }
  const { replays, snapshots } = session.stats();
  expect(way === 'replays' ? replays : snapshots.evicted).toBeGreaterThan(8);
});

it('sees each message once when it is cut while they are published', async () => {
  const session = createSession();
  const server = await serve([answering(session)]);
  const store = connect(server);
  await until(store, at(0));
  for (let n = 0; n < 60; n++) {
    say(session, `message ${n}`);
    if (n % 7 === 3) {
      await nextTurn();
      server.cut();
    }
  }
  const { view } = await until(store, at(session.seq));
  expect(view.messages.map(({ message }) => 'content' in message && message.content)).toEqual(
    Array.from({ length: 60 }, (_, n) => `message ${n}`),
  );
});

it('takes another instance of the session for what it is', async () => {
  const first = createSession();
  const second = createSession();
  let session = first;
  const server = await serve([(response, request) => eventStreamNode(request, response, session)]);
  const store = connect(server);
  for (let n = 0; n < 20; n++) say(first, `old ${n}`);
  await until(store, at(first.seq));
  say(second, 'new');
  session = second;
  server.cut();
  const { view } = await until(store, ({ view: { streamId } }) => streamId === second.streamId);
  expect(shown(view)).toEqual(second.snapshot());
});

it('comes back from a restart with nothing pending and the interrupted run marked', async () => {
  const before = createSession();
  let session = before;
  const server = await serve([(response, request) => eventStreamNode(request, response, session)]);
  const store = connect(server, { approvals: true });
  await until(store, at(0));
  before.accept({ requestId: 'q', runId: 'r' });
  say(before, 'delete it');
  before.publish({ type: 'message_start', message: { role: 'assistant', content: [] } });
  void before.approvals.request({ kind: 'tool', title: 'rm' });
  await until(store, ({ view }) => view.state.pendingApprovals.length === 1);

  session = new SessionEvents({ sessionId: '42', saved: before.save() });
  const { streamId } = session;
  onTestFinished(() => session.dispose());
  server.cut();
  const { view, connection } = await until(store, (state) => state.view.streamId === streamId);
  expect(connection.lastOpening).toBe('snapshot');
  expect(view.state).toMatchObject({ run: { status: 'idle' }, pendingApprovals: [] });
  expect(view.messages.map(({ status }) => status)).toEqual(['complete', 'interrupted']);
  expect(shown(view)).toEqual(session.snapshot());
});

it('loads earlier rounds until the first', async () => {
  const session = createSession();
  for (let n = 0; n < 10; n++) say(session, `message ${n}`);
  const server = await serve([
    (response, request) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
      if (pathname.endsWith('/events')) return eventStreamNode(request, response, session);
      const query = { before: Number(searchParams.get('before')) };
      const page = session.history({ ...query, rounds: Number(searchParams.get('rounds')) });
      return response.end(JSON.stringify(page));
    },
  ]);
  const store = connect(server);
  const { view } = await until(store, at(session.seq));
  expect(view.firstMessageIndex).toBe(7);
  while (await store.loadEarlier()) say(session, 'meanwhile');
  const { messages, firstRoundIndex } = store.getSnapshot().view;
  expect(firstRoundIndex).toBe(0);
  expect(messages.slice(0, 10).map(({ messageIndex }) => messageIndex)).toEqual(
    Array.from({ length: 10 }, (_, n) => n),
  );
});

it('shows nothing of heartbeats', async () => {
  const session = createSession();
  const server = await serve([
    (response, request) => eventStreamNode(request, response, session, { heartbeatMs: 20 }),
  ]);
  const store = connect(server);
  const before = await until(store, at(0));
  const started = store.stats().bytes;
  await vi.waitUntil(
    () => store.stats().bytes - started >= 5 * 'event: heartbeat\ndata: {}\n\n'.length,
  );
  expect(store.getSnapshot()).toBe(before);
  expect(server.requests).toHaveLength(1);
});

it('waits for a place, then takes it', async () => {
  const session = createSession({ maxConnections: 1 });
  const server = await serve([answering(session)]);
  const first = connect(server);
  await until(first, at(0));
  const second = connect(server);
  const { error, connection } = await until(second, (state) => state.error !== undefined);
  expect(error).toMatchObject({ code: 'unavailable', status: 503 });
  expect(connection.retryAt).toBeGreaterThan(Date.now());
  first.close();
  await server.left(0);
  second.reconnect();
  await until(second, at(0));
});

it('stops when its session is gone', async () => {
  const session = createSession();
  const server = await serve([answering(session)]);
  const store = connect(server);
  say(session, 'last words');
  await until(store, at(session.seq));
  session.dispose();
  const { error, view } = await until(store, stopped);
  expect(error?.code).toBe('not-found');
  expect(view.messageCount).toBe(1);
});

function createSession(
  options: { maxFrames?: number; maxConnections?: number } = {},
): SessionEvents {
  const session = new SessionEvents({ sessionId: '42', ...options });
  onTestFinished(() => session.dispose());
  return session;
}

function answering(session: SessionEvents): Handler {
  return (response, request) => eventStreamNode(request, response, session);
}

function connect({ url }: TestServer, options: SessionOptions = {}): SessionStore {
  const store = connectSession(url, options);
  onTestFinished(store.close);
  return store;
}

function say(session: SessionEvents, content: string): void {
  session.append({ role: 'user', content });
}

function writeDownSeqs(store: SessionStore): number[] {
  const seqs: number[] = [];
  store.subscribe(() => seqs.push(store.getSnapshot().view.seq));
  return seqs;
}

/** What of a view the session's own window shows. */
function shown(view: SessionStoreStateView): Snapshot {
  const { sessionId: _, streamId: __, seq: ___, ...held } = view;
  return windowOf(held, 3);
}

type SessionStoreStateView = ReturnType<SessionStore['getSnapshot']>['view'];

async function nextTurn(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
