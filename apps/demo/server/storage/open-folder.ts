import { mkdir } from 'node:fs/promises';
import { setAside } from './atomic-file.js';
import type { Report } from './read-stored.js';

/** Makes a folder where there is none. Something else in its place is set aside and reported. */
export async function openFolder(path: string, report: Report): Promise<void> {
  const make = (): Promise<unknown> => mkdir(path, { recursive: true, mode: 0o700 });
  try {
    await make();
  } catch (error) {
    const aside = await setAside(path).catch(() => {
      throw error;
    });
    report(`Set aside as ${aside}: ${(error as Error).message}`);
    await make();
  }
}
