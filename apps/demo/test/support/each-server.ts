import { describe } from 'vitest';
import type { ServerKind } from '../../server/config.js';
import { startServer, type RunningServer, type StartOptions } from './running-server.js';

/** Both ways to serve the same routes. */
export const serverKinds: readonly ServerKind[] = ['hono', 'express'];

/** Starts a server of the kind that is tested. */
export type Start = (options?: StartOptions) => Promise<RunningServer>;

/** The same tests against each server. */
export function onEachServer(tests: (startServer: Start, server: ServerKind) => void): void {
  describe.each(serverKinds)('%s', (server) =>
    tests((options) => startServer({ server, ...options }), server),
  );
}
