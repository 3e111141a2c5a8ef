import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A new folder, which is there until all tests are over. */
export async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(inject('allFolders'), 'loop-agent-'));
}
