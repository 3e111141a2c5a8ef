import type { Server } from 'node:http';
import type { SessionRegistry } from '@loop/events';

export interface ShutDownOptions {
  server: Server;
  registry: SessionRegistry;
  /** Aborts what runs, and resolves when it has ended. */
  stopAgents(): Promise<void>;
  /** Writes every session, and closes its recording. */
  save(): Promise<void>;
}

/** How long agents may take to stop, and then the last bytes to leave. */
const AGENTS_MS = 5_000;
const BYTES_MS = 200;

export async function shutDown(options: ShutDownOptions): Promise<void> {
  const { server, registry, stopAgents, save } = options;
  // Who comes now is refused by the system, and tries again: the next process may be there.
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  // Pages still see how the runs end, and traces have it.
  await within(AGENTS_MS, stopAgents());
  registry.shutdown();
  await save();
  await within(BYTES_MS, closed);
  server.closeAllConnections();
  await closed;
}

/** Waits for `task`, however it ends, and not longer than that. */
async function within(ms: number, task: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([task.catch(() => {}), late]);
  clearTimeout(timer);
}
