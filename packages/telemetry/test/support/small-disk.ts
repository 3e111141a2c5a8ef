import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);

/** A file system of its own, and small. */
export interface SmallDisk {
  root: string;
  /** Fills it up to so many bytes. */
  fill(leaveBytes: number): Promise<void>;
  empty(): Promise<void>;
  makeReadOnly(): Promise<void>;
}

/** Whether this machine lets us mount one. */
export async function canMount(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'loop-mount-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
    await run('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Mounts one, for the time of a test. */
export async function mountSmallDisk(size: string): Promise<SmallDisk> {
  const root = mkdtempSync(join(tmpdir(), 'loop-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', root]);
  onTestFinished(async () => {
    await run('umount', ['--lazy', root]);
    await rm(root, { recursive: true, force: true });
  });
  const ballast = join(root, 'ballast');
  return {
    root,
    async fill(leaveBytes) {
      const { bavail, bsize } = await statfs(root);
      await writeFile(ballast, Buffer.alloc(Math.max(bavail * bsize - leaveBytes, 0)));
    },
    empty: () => rm(ballast, { force: true }),
    makeReadOnly: async () => void (await run('mount', ['-o', 'remount,ro', root])),
  };
}
