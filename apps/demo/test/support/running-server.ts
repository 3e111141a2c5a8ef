import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { AgentModel } from '../../server/agent/agent-model.js';
import type { DemoAgent } from '../../server/agent/demo-agent.js';
import type { CreateSessionAgent } from '../../server/sessions/session-agent.js';
import {
  startDemoServer,
  type DemoServer,
  type DemoServerOptions,
} from '../../server/demo-server.js';
import { temporaryFolder } from '../agent/temporary-folder.js';
import { builtPage } from './built-page.js';

/** A server in this process, and what it has reported. */
export interface RunningServer extends DemoServer {
  dataFolder: string;
  reports: string[];
}

/** What a server may be started with; the rest is a test's own. */
export type StartOptions = Partial<DemoServerOptions>;

/**
 * Starts a server on a free port. It ends with the test. Without another `createAgent` its agent is
 * the real one, with the scripted model at full speed.
 */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const server = await start(options);
  onTestFinished(server.close);
  return server;
}

/** One server for all tests of a file that leave nothing behind: started by the first that asks. */
export function sharedServer(options: StartOptions): () => Promise<RunningServer> {
  let starting: Promise<RunningServer> | undefined;
  afterAll(async () => (await starting)?.close());
  return () => (starting ??= start(options));
}

async function start(options: StartOptions): Promise<RunningServer> {
  const dataFolder = options.dataFolder ?? join(await temporaryFolder(), 'data');
  const reports: string[] = [];
  const server = await startDemoServer({
    server: 'hono',
    port: 0,
    host: '127.0.0.1',
    trace: 'metadata',
    allowedHosts: [],
    token: undefined,
    environment: {},
    pageFolder: builtPage,
    ...(options.createAgent
      ? { createAgent: options.createAgent, models: idleModels }
      : await scripted()),
    report: (message) => reports.push(message),
    ...options,
    dataFolder,
  });
  return { ...server, dataFolder, reports };
}

/** For tests in which nothing runs: pi with all its providers takes seconds to load. */
export const idleAgent: CreateSessionAgent = () => {
  const agent: Partial<DemoAgent> = {
    agent: { beforeToolCall: undefined },
    setModel() {},
    subscribe: () => () => {},
    abort() {},
    waitForIdle: () => Promise.resolve(),
    steer() {},
    followUp() {},
    clearSteeringQueue() {},
    clearFollowUpQueue() {},
  };
  return agent as DemoAgent;
};

/** What can be chosen where nothing answers. */
const idleModels = ['idle', 'still'].map(
  (id) => ({ model: { id, name: `Model ${id}`, provider: 'test' } }) as AgentModel,
) as [AgentModel, ...AgentModel[]];

async function scripted(): Promise<Pick<DemoServerOptions, 'createAgent' | 'models'>> {
  const { swiftAgent } = await import('./swift-agent.js');
  const { availableModels } = await import('../../server/agent/models.js');
  return { createAgent: swiftAgent, models: availableModels({ LOOP_SCRIPT_PACE_MS: '0' }) };
}
