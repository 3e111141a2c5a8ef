// The demo server's process: environment in, signals in, one line out.
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.js';

const pageFolder = fileURLToPath(new URL('../web/', import.meta.url));

try {
  const config = readConfig(process.env);
  // Most of a start is spent on these: a setting that is wrong is told before.
  const [{ createAgentFactory }, { availableModels }, { startDemoServer }] = await Promise.all([
    import('./agent/agent-factory.js'),
    import('./agent/models.js'),
    import('./demo-server.js'),
  ]);
  const server = await startDemoServer({
    ...config,
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
