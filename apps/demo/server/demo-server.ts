import { ListEvents, SessionRegistry } from '@loop/events';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentModel } from './agent/agent-model.js';
import { createRoutes } from './api/routes.js';
import type { Config, ServerKind } from './config.js';
import type { AppParts } from './http/answers.js';
import { createGuard } from './http/guard.js';
import { readPageFiles } from './http/page-files.js';
import type { CreateSessionAgent } from './sessions/session-agent.js';
import { openSessions } from './sessions/session-store.js';
import type { Report } from './storage/read-stored.js';
import { createSessionTraces } from './traces/session-traces.js';
import { openWorkspaces } from './workspaces/workspace-store.js';

/** A demo server that listens. */
export interface DemoServer {
  readonly url: string;
  /** Ends the streams, saves the sessions and lets every socket go. Idempotent. */
  close(): Promise<void>;
}

/** What a demo server is made of. */
export interface DemoServerOptions extends Config {
  /** Where the built page is. */
  pageFolder: string;
  createAgent: CreateSessionAgent;
  /** What can be chosen, the default first. */
  models: readonly [AgentModel, ...AgentModel[]];
  report: Report;
}

/** Answers that are still under way when the server closes get this long, in milliseconds. */
const CLOSE_GRACE_MS = 200;
/** After a restart all pages come back at once; Node's own limit makes them wait from 512 on. */
const BACKLOG = 4_096;

/** Opens what is stored and starts to listen. */
export async function startDemoServer(options: DemoServerOptions): Promise<DemoServer> {
  const { dataFolder, pageFolder, createAgent, models, report, port, host } = options;
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const workspaces = await openWorkspaces(dataFolder, report);
  const lists = new ListEvents();
  const registry = new SessionRegistry({ lists });
  const traces = createSessionTraces({ dataFolder, mode: options.trace, report });
  const sessions = await openSessions({
    ...{ dataFolder, workspaces, registry, createAgent, models, traces, report },
  });
  let closing: Promise<void> | undefined;
  const server = await createServer(options.server, {
    routes: createRoutes({ workspaces, sessions, traces, lists, models }),
    guard: createGuard([...options.allowedHosts, host]),
    page: await readPageFiles(pageFolder),
    isClosing: () => closing !== undefined,
    onFailure: (error) =>
      report(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  if (!isLoopback(address)) {
    report(
      'Warning: who can reach this address can run commands on this machine. There is no login.',
    );
  }

  return {
    url: urlOf(address),
    close() {
      closing ??= close();
      return closing;
    },
  };

  async function close(): Promise<void> {
    const ended = once(server, 'close');
    server.close();
    // In one go with the next line: no agent hears of a decision that only the end has made.
    registry.shutdown();
    await sessions.close();
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
    await ended;
    clearTimeout(cut);
  }
}

/** Only what is asked for is loaded. */
async function createServer(kind: ServerKind, parts: AppParts): Promise<Server> {
  if (kind === 'express') {
    return (await import('./http/express-app.js')).createExpressServer(parts);
  }
  return (await import('./http/hono-app.js')).createHonoServer(parts);
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/`;
}

function isLoopback({ address }: AddressInfo): boolean {
  return address === '::1' || address.startsWith('127.');
}
