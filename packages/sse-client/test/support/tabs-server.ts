import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { ListEvents, SessionEvents } from '@loop/events';
import { eventStreamNode } from '@loop/events/http';
import { bundleClient } from './bundle.js';

/** A server of pages that use the client, over plain HTTP/1.1. */
export interface TabsServer {
  url: string;
  lists: ListEvents;
  /** How often the lists changed; what pages load. */
  version(): number;
  change(): void;
  session(id: string): SessionEvents;
  /** Connections that were ever made, by what they are for: `lists`, `session 1`. */
  made(what: string): Made[];
  /** How many of them are open now. */
  open(what: string): number;
}

/** When a connection was made and let go, in epoch milliseconds. */
interface Made {
  openedAt: number;
  closedAt?: number;
}

let bundle: Promise<string> | undefined;

/** Serves the page and its streams until the test is over. */
export async function serveTabs(): Promise<TabsServer> {
  const script = await (bundle ??= bundleClient());
  const lists = new ListEvents();
  const sessions = new Map<string, SessionEvents>();
  const connections = new Map<string, Made[]>();
  let version = 0;
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    lists.dispose();
    for (const each of sessions.values()) each.dispose();
  });

  return {
    // Web Locks need a secure context, and localhost is one.
    url: `http://localhost:${port}`,
    lists,
    version: () => version,
    change() {
      version++;
      lists.sessionsChanged('w');
    },
    session,
    made,
    open: (what) => made(what).filter(({ closedAt }) => closedAt === undefined).length,
  };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '', 'http://host');
    const [, id] = /^\/api\/sessions\/(\w+)\/events$/.exec(pathname) ?? [];
    if (pathname === '/api/workspaces/events') stream('lists', lists);
    else if (id) stream(`session ${id}`, session(id));
    else if (pathname === '/api/version') response.end(String(version));
    else if (pathname === '/client.js') send('text/javascript', script);
    else send('text/html', page);

    function stream(what: string, source: ListEvents | SessionEvents): void {
      const connection: Made = { openedAt: Date.now() };
      made(what).push(connection);
      response.on('close', () => Object.assign(connection, { closedAt: Date.now() }));
      eventStreamNode(request, response, source);
    }

    function send(type: string, body: string): void {
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
    }
  }

  function made(what: string): Made[] {
    const known = connections.get(what) ?? [];
    connections.set(what, known);
    return known;
  }

  function session(id: string): SessionEvents {
    const known = sessions.get(id) ?? new SessionEvents({ sessionId: id, maxFrames: 8 });
    sessions.set(id, known);
    return known;
  }
}

/** `?user=` shares, `?session=` has a session as well; without either there is nothing. */
const page = `<!doctype html>
<title>Tab</title>
<link rel="icon" href="data:," />
<script type="module">
  import { connectLists, connectSession } from '/client.js';
  const query = new URLSearchParams(location.search);
  const heard = [];
  let loaded = -1;
  const load = async (why) => {
    heard.push(why);
    const version = Number(await (await fetch('/api/version')).text());
    loaded = Math.max(loaded, version);
  };
  const openLists = () =>
    connectLists('/api/workspaces/events', {
      shareKey: query.get('user') ?? undefined,
      onReset: () => load('reset'),
      onSessionsChanged: () => load('sessions'),
    });
  // As StrictMode mounts: twice in one turn.
  if (query.has('user')) openLists().close();
  const lists = query.has('user') ? openLists() : undefined;
  const session = query.has('session')
    ? connectSession('/api/sessions/' + query.get('session') + '/events', {
        releaseHiddenMs: Number(query.get('release') ?? 30000),
      })
    : undefined;
  window.tab = { heard, loaded: () => loaded, lists, session, connectLists, connectSession };
</script>`;
