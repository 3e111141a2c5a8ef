import { createAgentFactory } from '../../server/agent/agent-factory.js';
import { availableModels } from '../../server/agent/models.js';
import { readConfig } from '../../server/config.js';
import { startDemoServer } from '../../server/demo-server.js';
import { builtPage } from './built-page.js';
import { usualServer } from './server-kinds.js';

/**
 * What `main.ts` starts with these variables, in this process: a process of its own would load the
 * agent once more, which takes a second.
 */
export async function startDemoHere(
  env: Record<string, string>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { url, close } = await startDemoServer({
    ...readConfig({ PORT: '0', LOOP_SERVER: usualServer, ...env }),
    pageFolder: builtPage,
    createAgent: createAgentFactory(env),
    models: availableModels(env),
    environment: env,
    report: (message) => console.error(message),
  });
  return { url, stop: close };
}
