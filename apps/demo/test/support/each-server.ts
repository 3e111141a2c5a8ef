import { describe } from 'vitest';
import type { ServerKind } from '../../server/config.js';
import { serverKinds, usualServer } from './server-kinds.js';
import { startServer, type RunningServer, type StartOptions } from './running-server.js';

/** Starts a server of the kind that is tested. */
export type Start = (options?: StartOptions) => Promise<RunningServer>;

/** For what lies behind the routes, where no server has a hand in it. `npm run soak` has the other one. */
export function onUsualServer(tests: (startServer: Start) => void): void {
  describe(usualServer, () => tests((options) => startServer({ server: usualServer, ...options })));
}

/** The same tests against each server. */
export function onEachServer(tests: (startServer: Start, server: ServerKind) => void): void {
  describe.each(serverKinds)('%s', (server) =>
    tests((options) => startServer({ server, ...options }), server),
  );
}
