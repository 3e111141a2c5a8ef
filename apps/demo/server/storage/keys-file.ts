import { basename } from 'node:path';

/** Where the endpoints' keys are kept, below the data folder. */
export const KEYS_FILE = 'endpoint-keys.json';

/**
 * Whether a path is that file, or one that is left of it. A data folder may lie within a workspace,
 * and what an agent's tools find there is shown, sent to models and recorded.
 */
export function isKeysFile(path: string): boolean {
  return basename(path).toLowerCase().startsWith(KEYS_FILE);
}
