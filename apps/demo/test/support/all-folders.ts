import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the folders of a run are in. */
    allFolders: string;
  }
}

let folder = '';

/** Before the first file of a run. */
export async function setup(project: TestProject): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'loop-tests-'));
  project.provide('allFolders', folder);
}

/** After the last one. */
export async function teardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
