import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectLists, connectSession, type ResponseLike } from '../../src/index.js';
import { eventsUrl, useStillTime } from '../support/connected.js';
import { fakeBrowser } from '../support/fake-browser.js';
import { stubPage, type FakePage } from '../support/fake-page.js';
import { snapshot, wire } from '../support/frames.js';
import { listsUrl, listWire, moment, reset } from '../support/lists.js';
import { settle } from '../support/scripted-fetch.js';

/** Rejections that nobody handled. Node reports one when its microtasks are through. */
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

const clients = {
  connectSession: { text: wire(snapshot(0)), connect: openSession },
  connectLists: { text: listWire(reset(0)), connect: openLists },
  'connectLists, shared': { text: listWire(reset(0)), connect: openSharedLists },
};

describe.each(Object.entries(clients))('%s', (_name, { text, connect }) => {
  // Whoever permutes them all would wait for weeks: each set meets what it can meet.
  it.each<[what: string, deeds: Deed[]]>([
    ['a connection', ['answer', 'read', 'break', 'close', 'reconnect']],
    ['a request', ['answer', 'fail', 'go silent', 'close']],
    ['a refusal', ['refuse', 'answer', 'close', 'reconnect']],
    ['a page', ['answer', 'break', 'leave', 'come back', 'close']],
    ['a bad stream', ['answer', 'read nonsense', 'end', 'close']],
  ])('has every rejection handled, in any order of the fates of %s', async (_what, deeds) => {
    useStillTime();
    unhandled.length = 0;
    for (const order of permutations(deeds)) {
      await live(connect, text, order, { isDeaf: false, gap: 20 });
      await live(connect, text, order, { isDeaf: true, gap: order.indexOf('close') });
      expect(unhandled, order.join(', ')).toEqual([]);
    }
  });
});

type Deed =
  | 'answer'
  | 'refuse'
  | 'fail'
  | 'read'
  | 'read nonsense'
  | 'break'
  | 'end'
  | 'go silent'
  | 'close'
  | 'reconnect'
  | 'leave'
  | 'come back';

interface Client {
  page: FakePage;
  close(): void;
  reconnect(): void;
}

type Connect = (fetch: () => Promise<ResponseLike>) => Client;

/** One life of a client, so many microtasks between two deeds. */
async function live(
  connect: Connect,
  text: string,
  order: readonly Deed[],
  { isDeaf, gap }: { isDeaf: boolean; gap: number },
): Promise<void> {
  const server = hostileServer(isDeaf);
  const client = connect(server.fetch);
  await vi.advanceTimersByTimeAsync(moment);
  for (const deed of order) {
    act(deed, client, server, text);
    if (deed === 'go silent') await vi.advanceTimersByTimeAsync(40_000);
    for (let n = 0; n < gap; n++) await Promise.resolve();
  }
  client.close();
  for (const deed of ['break', 'fail'] as const) act(deed, client, server, text);
  await settle();
  const { calls } = server;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(vi.getTimerCount(), order.join(', ')).toBe(0);
  expect(server.calls, order.join(', ')).toBe(calls);
  vi.unstubAllGlobals();
}

function act(deed: Deed, client: Client, server: HostileServer, text: string): void {
  switch (deed) {
    case 'close':
      return client.close();
    case 'reconnect':
      return client.reconnect();
    case 'leave':
      return client.page.hide(true);
    case 'come back':
      return client.page.show(true);
    case 'go silent':
      return undefined;
    case 'read':
      return server.send(text);
    case 'read nonsense':
      return server.send(`${text}data: ?\n\nretry: 1\ndata: {}\n\n`);
    default:
      return server[deed]();
  }
}

interface HostileServer {
  readonly calls: number;
  fetch: () => Promise<ResponseLike>;
  answer(): void;
  refuse(): void;
  fail(): void;
  send(text: string): void;
  break(): void;
  end(): void;
}

/** Its requests end when it likes; a deaf one's streams also fail when they are let go. */
function hostileServer(isDeaf: boolean): HostileServer {
  const failure = new TypeError('broken');
  let calls = 0;
  let settleRequest = (_how: ResponseLike | Error): void => {};
  let settleRead = (_how: { done: boolean; value?: Uint8Array } | Error): void => {};
  const cancel = async (): Promise<void> => {
    if (isDeaf) throw failure;
    settleRead({ done: true });
  };
  const read = (): Promise<{ done: boolean; value?: Uint8Array }> =>
    new Promise((resolve, reject) => {
      settleRead = (how) => (how instanceof Error ? reject(how) : resolve(how));
    });
  const respond = (status: number): ResponseLike => ({
    status,
    headers: { get: () => 'text/event-stream' },
    body: { cancel, getReader: () => ({ read, cancel }) },
    json: () => Promise.reject(failure),
  });

  return {
    get calls() {
      return calls;
    },
    fetch: () => {
      calls++;
      return new Promise((resolve, reject) => {
        settleRequest = (how) => (how instanceof Error ? reject(how) : resolve(how));
      });
    },
    answer: () => settleRequest(respond(200)),
    refuse: () => settleRequest(respond(401)),
    fail: () => settleRequest(failure),
    send: (text) => settleRead({ done: false, value: new TextEncoder().encode(text) }),
    break: () => settleRead(failure),
    end: () => settleRead({ done: true }),
  };
}

/** The host's own functions fail as well. */
const host = {
  onUnauthorized: () => Promise.reject(new Error('not now')),
  onReset: () => Promise.reject(new Error('not now')),
};

function openSession(fetch: () => Promise<ResponseLike>): Client {
  const page = stubPage();
  const store = connectSession(eventsUrl, { fetch, ...host });
  void store.loadEarlier();
  return { ...store, page };
}

function openLists(fetch: () => Promise<ResponseLike>): Client {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const page = stubPage();
  return { ...connectLists(listsUrl, { fetch, ...host }), page };
}

function openSharedLists(fetch: () => Promise<ResponseLike>): Client {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const browser = fakeBrowser();
  const page = browser.enterTab();
  const store = connectLists(listsUrl, { fetch, shareKey: 'ann', ...host });
  browser.enterTab();
  const other = connectLists(listsUrl, { fetch, shareKey: 'ann', ...host });
  const close = (): void => {
    store.close();
    other.close();
  };
  return { ...store, page, close };
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) =>
    permutations(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]),
  );
}
