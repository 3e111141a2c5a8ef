import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SessionEvents } from '@loop/events';
import { eventStreamNode } from '@loop/events/http';
import { connectSession } from '@loop/sse-client';
import { EventSource } from 'eventsource';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createIdentity } from '../support/certificate.js';
import { startNginx, type Nginx } from '../support/nginx.js';
import { findProgram } from '../support/program.js';
import { openReader } from '../support/stream-reader.js';

/** One process of a host: it makes a session when somebody asks for it. */
interface Process {
  readonly name: string;
  readonly port: number;
  readonly sessions: Map<string, SessionEvents>;
  listen(): Promise<void>;
  stop(): Promise<void>;
}

function createProcess(name: string): Process {
  const sessions = new Map<string, SessionEvents>();
  let server: Server | undefined;
  let port = 0;
  return {
    name,
    sessions,
    get port() {
      return port;
    },
    async listen() {
      server = createServer((request, response) => {
        const id = /^\/api\/sessions\/([^/]+)\/events/.exec(request.url ?? '')?.[1];
        if (id === undefined) return void response.end(name);
        const session = sessions.get(id) ?? new SessionEvents({ sessionId: id, streamId: name });
        sessions.set(id, session);
        eventStreamNode(request, response, session, { retryMs: 5 });
      });
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve));
      ({ port } = server.address() as AddressInfo);
    },
    stop() {
      const stopped = new Promise<void>((resolve) => server!.close(() => resolve()));
      server!.closeAllConnections();
      return stopped;
    },
  };
}

const program = findProgram('nginx');
const recipe = new URL('../operations/recipes/sticky.conf', import.meta.url);
const processes = [createProcess('first'), createProcess('second')] as const;
const lone = createProcess('lone');
let nginx: Nginx;

beforeAll(async () => {
  if (program === undefined) return;
  for (const each of [...processes, lone]) await each.listen();
  const sticky = readFileSync(recipe, 'utf8')
    .replace('3001', String(processes[0].port))
    .replace('3002', String(processes[1].port));
  const locations = {
    '/': 'proxy_pass http://loop;',
    '/lone/': `proxy_pass http://127.0.0.1:${lone.port}/;`,
  };
  nginx = await startNginx(program, locations, createIdentity(), sticky);
});

afterAll(async () => {
  if (program === undefined) return;
  await nginx.stop();
  for (const each of [...processes, lone]) await each.stop();
});

const eventsOf = (id: string): string => `${nginx.origin}/api/sessions/${id}/events`;

describe.skipIf(program === undefined)('two processes behind the nginx of OPERATIONS.md', () => {
  test('a session has one process, and both have some', async () => {
    for (const id of Array.from({ length: 24 }, (_, n) => `session-${n}`)) {
      const streams = new Set<string | undefined>();
      for (let n = 0; n < 3; n++) {
        const { next, leave } = await openReader(eventsOf(id));
        streams.add((await next()).id);
        leave();
      }
      expect(streams.size).toBe(1);
    }
    const counts = processes.map(({ sessions }) => sessions.size);
    expect(counts[0]! + counts[1]!).toBe(24);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  test('when its process is gone, a reader lands at the other one and gets a snapshot', async () => {
    const { next } = await openReader(eventsOf('moved'));
    const { id: position = '' } = await next();
    const [from, to] = position.startsWith('first:') ? processes : [...processes].reverse();
    await from!.stop();
    onTestFinished(() => from!.listen());
    const again = await openReader(eventsOf('moved'), { 'Last-Event-ID': position });
    expect((await again.next()).id).toBe(`${to!.name}:0`);
    expect(to!.sessions.get('moved')?.stats().snapshots).toMatchObject({ 'other-stream': 1 });
  });
});

describe.skipIf(program === undefined)('while a server is down, nginx answers 502', () => {
  test('our client comes back by itself, an event source of the platform does not', async () => {
    // No waiting between attempts: the client's back-off has tests of its own.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    const url = `${nginx.origin}/lone/api/sessions/one/events`;
    const store = connectSession(url);
    const source = new EventSource(url);
    onTestFinished(() => {
      store.close();
      source.close();
    });
    await new Promise((resolve) => source.addEventListener('message', resolve, { once: true }));
    const until = (holds: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => void (holds() && resolve());
        store.subscribe(look);
        look();
      });
    await until(() => store.getSnapshot().connection.status === 'open');
    const stopped = new Promise<void>((resolve) => {
      source.addEventListener('error', () => {
        if (source.readyState === source.CLOSED) resolve();
      });
    });
    await lone.stop();
    await stopped;
    await until(() => store.getSnapshot().error?.status === 502);
    await lone.listen();
    await until(() => store.getSnapshot().connection.status === 'open');
    expect(source.readyState).toBe(source.CLOSED);
  });
});
