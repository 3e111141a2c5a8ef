import { describe } from 'vitest';
import type { ServerKind } from '../../server/config.js';
import { serverKinds } from './server-kinds.js';
import { startServer, type RunningServer, type StartOptions } from './running-server.js';

/** Starts a server of the kind that is tested. */
export type Start = (options?: StartOptions) => Promise<RunningServer>;

/** The same tests against each server. */
export function onEachServer(tests: (startServer: Start, server: ServerKind) => void): void {
  describe.each(serverKinds)('%s', (server) =>
    tests((options) => startServer({ server, ...options }), server),
  );
}
