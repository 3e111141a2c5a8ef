import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { bytesOf, type Part } from '../read/sources.ts';

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loop-trace-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes segments by file name, as a session's recording. @returns its folder */
export async function writeRecording(
  root: string,
  sessionId: string,
  files: Record<string, readonly Part[]>,
): Promise<string> {
  const folder = join(root, 'traces', 'v1', sessionId);
  await mkdir(folder, { recursive: true });
  for (const [name, parts] of Object.entries(files)) {
    await writeFile(join(folder, name), bytesOf(...parts));
  }
  return folder;
}

/** Content and time of every file: what must be the same after reading. */
export async function fingerprint(folder: string): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  for (const name of (await readdir(folder)).sort((a, b) => (a < b ? -1 : 1))) {
    const path = join(folder, name);
    if (!(await stat(path)).isFile()) continue;
    const hash = createHash('sha256').update(await readFile(path));
    prints[name] = `${hash.digest('hex')} ${(await stat(path)).mtimeMs}`;
  }
  return prints;
}
