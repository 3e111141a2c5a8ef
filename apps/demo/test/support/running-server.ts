import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { DemoAgent } from '../../server/agent/create-agent.js';
import type { CreateSessionAgent } from '../../server/sessions/session-agent.js';
import {
  startDemoServer,
  type DemoServer,
  type DemoServerOptions,
} from '../../server/demo-server.js';
import { temporaryFolder } from '../agent/temporary-folder.js';

/** A server in this process, and what it has reported. */
export interface RunningServer extends DemoServer {
  dataFolder: string;
  reports: string[];
}

/** Where `vite build` puts the page. */
export const builtPage = fileURLToPath(new URL('../../dist/web', import.meta.url));

/**
 * Starts a server on a free port. It ends with the test. Without another `createAgent` its agent is
 * the real one, with the scripted model at full speed.
 */
export async function startServer(
  options: Partial<DemoServerOptions> = {},
): Promise<RunningServer> {
  const dataFolder = options.dataFolder ?? join(await temporaryFolder(), 'data');
  const reports: string[] = [];
  const server = await startDemoServer({
    port: 0,
    host: '127.0.0.1',
    allowedHosts: [],
    pageFolder: builtPage,
    createAgent: options.createAgent ?? (await scriptedAgents()),
    report: (message) => reports.push(message),
    ...options,
    dataFolder,
  });
  onTestFinished(server.close);
  return { ...server, dataFolder, reports };
}

/** For tests in which nothing runs: pi with all its providers takes seconds to load. */
export const idleAgent: CreateSessionAgent = () => {
  const agent: Partial<DemoAgent> = {
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

async function scriptedAgents(): Promise<CreateSessionAgent> {
  const { createAgentFactory } = await import('../../server/agent/create-agent.js');
  return createAgentFactory({ LOOP_SCRIPT_PACE_MS: '0' });
}
