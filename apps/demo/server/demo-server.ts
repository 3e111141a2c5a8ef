import { ListEvents, SessionRegistry } from '@loop/events';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withEndpoints, type ModelList } from './agent/models.js';
import { createRoutes } from './api/routes.js';
import type { Config, ServerKind } from './config.js';
import type { AppParts } from './http/answers.js';
import { createGuard } from './http/guard.js';
import { hostsOf } from './http/hosts.js';
import { inUrl } from './http/loopback.js';
import { readPageFiles } from './http/page-files.js';
import { createTokenCheck, letsOthersIn, newToken, withToken } from './http/token.js';
import type { CreateSessionAgent } from './sessions/session-agent.js';
import { openSessions } from './sessions/session-store.js';
import { openEndpoints } from './settings/endpoints.js';
import type { Report } from './storage/read-stored.js';
import { createSessionTraces } from './traces/session-traces.js';
import { openWorkspaces } from './workspaces/workspace-store.js';

/** A demo server that listens. */
export interface DemoServer {
  readonly url: string;
  /** The URL that lets a browser in: with the token, where there is one. */
  readonly link: string;
  /** The same for each address under which the machine can be reached, the first one above. */
  readonly links: readonly string[];
  /** Ends the streams, saves the sessions and lets every socket go. Idempotent. */
  close(): Promise<void>;
}

/** What a demo server is made of. */
export interface DemoServerOptions extends Config {
  /** Where the built page is. */
  pageFolder: string;
  createAgent: CreateSessionAgent;
  /** What can be chosen beside the endpoints' models, the default first. */
  models: ModelList;
  /** Where keys are looked up. */
  environment: Readonly<Record<string, string | undefined>>;
  report: Report;
}

/** Answers that are still under way when the server closes get this long, in milliseconds. */
const CLOSE_GRACE_MS = 200;
/** After a restart all pages come back at once; Node's own limit makes them wait from 512 on. */
const BACKLOG = 4_096;

/** In characters; the traces' redaction takes none that is shorter. */
const SHORTEST_SECRET = 8;

/** Opens what is stored and starts to listen. */
export async function startDemoServer(options: DemoServerOptions): Promise<DemoServer> {
  const { dataFolder, pageFolder, createAgent, environment, report, port, host } = options;
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const workspaces = await openWorkspaces(dataFolder, report);
  const lists = new ListEvents();
  const registry = new SessionRegistry({ lists });
  const traces = createSessionTraces({ dataFolder, mode: options.trace, report });
  const token = options.token ?? (letsOthersIn(options) ? newToken() : undefined);
  const endpoints = await openEndpoints({
    ...{ dataFolder, environment, otherModels: options.models, onSecret, report },
  });
  for (const secret of [token, environment['LOOP_MODEL_API_KEY']]) if (secret) onSecret(secret);
  const models = (): ModelList => withEndpoints(options.models, endpoints.models());
  const sessions = await openSessions({
    ...{ dataFolder, workspaces, registry, createAgent, models, traces, report },
  });
  let closing: Promise<void> | undefined;
  const server = await createServer(options.server, {
    routes: createRoutes({
      ...{ workspaces, sessions, traces, lists, models, endpoints, environment },
    }),
    guard: createGuard({
      allowedHosts: [...options.allowedHosts, ...[host, ...hostsOf(host)].map(inUrl)],
      checkToken: token === undefined ? undefined : createTokenCheck(token, () => address().port),
    }),
    page: await readPageFiles(pageFolder),
    isClosing: () => closing !== undefined,
    onFailure: (error) =>
      report(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening');
  if (letsOthersIn(options)) {
    report(
      'Warning: who has the token can run commands on this machine. Without https in front of it, ' +
        'others on the network can read along, the token included.',
    );
  }
  const [own, ...others] = hostsOf(address().address);
  const url = urlOf(own);
  const linkTo = (to: string): string => (token === undefined ? to : withToken(to, token));
  const link = linkTo(url);

  return {
    url,
    link,
    links: [link, ...others.map((other) => linkTo(urlOf(other)))],
    close() {
      closing ??= close();
      return closing;
    },
  };

  function urlOf(name: string): string {
    return `http://${inUrl(name)}:${address().port}/`;
  }

  function address(): AddressInfo {
    return server.address() as AddressInfo;
  }

  function onSecret(value: string): void {
    // A shorter one is no secret that could be found again.
    if (value.length >= SHORTEST_SECRET) traces.registerSecret(value);
  }

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
