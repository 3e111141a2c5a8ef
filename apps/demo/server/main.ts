// The demo server's process: environment in, signals in, one line out.
import { fileURLToPath } from 'node:url';
import { createAgentFactory } from './agent/agent-factory.js';
import { availableModels } from './agent/models.js';
import { readConfig } from './config.js';
import { startDemoServer } from './demo-server.js';

const pageFolder = fileURLToPath(new URL('../web/', import.meta.url));

try {
  const server = await startDemoServer({
    ...readConfig(process.env),
    pageFolder,
    createAgent: createAgentFactory(process.env),
    models: availableModels(process.env),
    environment: process.env,
    report: (message) => console.error(message),
  });
  console.log(`Loop demo: ${server.links.join(' or ')}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      // Nothing is left to wait for then; whatever still held the process would hold it for ever.
      void server.close().then(() => process.exit(0));
    });
  }
} catch (error) {
  console.error(explained(error as NodeJS.ErrnoException));
  process.exitCode = 1;
}

/** What the system says, with the setting that helps. */
function explained({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `${message}\nAnother program listens there: set PORT.`;
  if (code === 'EADDRNOTAVAIL') return `${message}\nThis machine has no such address: set HOST.`;
  if (/^E(EXIST|ACCES|PERM|ROFS|NOTDIR)$/.test(code ?? '')) {
    return `${message}\nThe state cannot be kept there: set LOOP_DATA_DIR.`;
  }
  return message;
}
