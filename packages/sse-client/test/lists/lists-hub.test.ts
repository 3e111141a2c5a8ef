import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ListEvents, SessionEvents, SessionRegistry, type ListEventsOptions } from '@loop/events';
import { eventStreamNode, type EventStreamOptions } from '@loop/events/http';
import { connectLists, type ListsOptions, type ListsStore } from '../../src/index.js';
import { hearing, type Heard } from '../support/lists.js';
import { serve, type Handler, type TestServer } from '../support/server.js';
import { stopped, until } from '../support/until.js';

// The client against the real list stream, over real sockets. Each back-off is over at once.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

it('hears of what changed, and nothing else', async () => {
  const lists = createLists();
  const { store, heard } = connect(await serve([answering(lists, { heartbeatMs: 20 })]));
  await hears(heard, 'reset');
  lists.sessionsChanged('a');
  lists.projectsChanged('b');
  await hears(heard, 'reset', 'sessions a', 'projects b');
  const { bytes } = store.stats();
  await eventually(() => store.stats().bytes >= bytes + 90);
  expect(heard).toHaveLength(3);
  expect(store.stats()).toMatchObject({ frames: 3, cursor: `${lists.streamId}:2` });
});

it('hears of sessions that nobody views', async () => {
  const lists = createLists();
  const registry = new SessionRegistry({ lists });
  onTestFinished(() => registry.shutdown());
  const { heard } = connect(await serve([answering(lists)]));
  await hears(heard, 'reset');
  const session = new SessionEvents({ sessionId: '42' });
  registry.add('w', session);
  session.accept({ requestId: 'q', runId: 'r' });
  await hears(heard, 'reset', 'sessions w');
  registry.remove('42');
  lists.sessionsChanged('last');
  await eventually(() => heard.at(-1) === 'sessions last');
});

it('loses no change, however often it is cut while there are changes', async () => {
  const lists = createLists();
  const there = new Map<string, number>();
  const here = new Map<string, number>();
  const load = (workspaceId: string): void => {
    here.set(workspaceId, there.get(workspaceId) ?? 0);
  };
  const server = await serve([answering(lists)]);
  const { store } = connect(server, {
    onReset: () => [...there.keys()].forEach(load),
    onSessionsChanged: ({ workspaceId }) => load(workspaceId),
  });
  await eventually(() => store.stats().resets === 1);
  for (let cut = 1; cut <= 12; cut++) {
    for (let n = 0; n < 20; n++) change(`w${n % (cut + 1)}`);
    await nextTurn();
    server.cut();
    while (store.stats().connections <= cut) {
      change(`while cut ${cut}`);
      await nextTurn();
    }
  }
  await eventually(() => store.stats().cursor === `${lists.streamId}:${lists.seq}`);
  expect(here).toEqual(there);
  expect(store.stats()).toMatchObject({ connections: 13 });

  function change(workspaceId: string): void {
    there.set(workspaceId, (there.get(workspaceId) ?? 0) + 1);
    lists.sessionsChanged(workspaceId);
  }
});

it('loads everything after a restart of the server', async () => {
  const first = createLists();
  const second = createLists();
  let lists = first;
  const server = await serve([(response, request) => eventStreamNode(request, response, lists)]);
  const { store, heard } = connect(server);
  for (let n = 0; n < 5; n++) first.sessionsChanged('old');
  await eventually(() => store.stats().cursor === `${first.streamId}:5`);
  heard.length = 0;
  lists = second;
  server.cut();
  await hears(heard, 'reset');
  second.sessionsChanged('new');
  await hears(heard, 'reset', 'sessions new');
});

it('waits for a place, then takes it', async () => {
  const lists = createLists({ maxConnections: 1 });
  const server = await serve([answering(lists)]);
  const first = connect(server);
  await hears(first.heard, 'reset');
  const second = connect(server);
  const { error } = await until(second.store, (state) => state.error !== undefined);
  expect(error).toMatchObject({ code: 'unavailable', status: 503 });
  first.store.close();
  await server.left(0);
  second.store.reconnect();
  await hears(second.heard, 'reset');
});

it('stops when the stream is over', async () => {
  const lists = createLists();
  const { store, heard } = connect(await serve([answering(lists)]));
  await hears(heard, 'reset');
  lists.dispose();
  const { error } = await until(store, stopped);
  expect(error?.code).toBe('not-found');
});

it('shares with nobody where there are no locks, and lets the server go', async () => {
  vi.stubGlobal('navigator', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const lists = createLists();
  const server = await serve([answering(lists)]);
  const tabs = [connect(server, { shareKey: 'ann' }), connect(server, { shareKey: 'ann' })];
  for (const { heard } of tabs) await hears(heard, 'reset');
  expect(server.requests).toHaveLength(2);
  expect(tabs[0]?.store.stats().role).toBe('alone');
  for (const { store } of tabs) store.close();
  await Promise.all([server.left(0), server.left(1)]);
});

function createLists(options?: ListEventsOptions): ListEvents {
  const lists = new ListEvents(options);
  onTestFinished(() => lists.dispose());
  return lists;
}

function answering(lists: ListEvents, options?: EventStreamOptions): Handler {
  return (response, request) => eventStreamNode(request, response, lists, options);
}

function connect(
  { url }: TestServer,
  options: ListsOptions = {},
): { store: ListsStore; heard: Heard } {
  const heard: Heard = [];
  const store = connectLists(url, { ...hearing(heard), ...options });
  onTestFinished(store.close);
  return { store, heard };
}

async function hears(heard: Heard, ...expected: Heard): Promise<void> {
  await vi.waitFor(() => expect(heard).toEqual(expected), { timeout: 20_000, interval: 5 });
}

async function eventually(isSo: () => boolean): Promise<void> {
  await vi.waitUntil(isSo, { timeout: 20_000, interval: 5 });
}

async function nextTurn(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
