import type { ServerKind } from '../../server/config.js';

/** Both ways to serve the same routes. */
export const serverKinds: readonly ServerKind[] = ['hono', 'express'];

/** Where one is enough. What `npm test` does on one, the soak does on the other. */
export const usualServer: ServerKind =
  process.env['LOOP_TEST_SERVER'] === 'express' ? 'express' : 'hono';
