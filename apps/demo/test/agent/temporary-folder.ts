import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const made: string[] = [];

// Registered by the import: vitest takes no hook from inside another one.
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A new folder that is removed after the tests of the file that asked for it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loop-agent-'));
  made.push(folder);
  return folder;
}
