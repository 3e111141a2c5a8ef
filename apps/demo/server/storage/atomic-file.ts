import { open, rename, rm } from 'node:fs/promises';

/**
 * Writes a file whole or not at all: a crash in the middle leaves the one before. Readable by its
 * owner only. Not for two writers of one path at a time.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      // Without this the rename can reach the disk before the content does.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    // What hinders this hinders the next write, too, and is told then.
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Puts a file that cannot be read out of the way, so that nothing overwrites it. @returns its new name */
export async function setAside(path: string): Promise<string> {
  const aside = `${path}.damaged-${Date.now()}`;
  await rename(path, aside);
  return aside;
}
