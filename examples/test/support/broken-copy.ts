import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Break } from '../breaks.ts';

/** A folder like that of the examples. */
export interface Copy {
  folder: string;
  remove(): Promise<void>;
}

/** What an example consists of: no tests, no settings. */
const NOT_COPIED = new Set(['node_modules', 'test', '.turbo']);

/**
 * The examples, with one line changed. A copy costs each process that runs it nothing, where hooks
 * of Node's module loader would cost it a thread.
 *
 * @throws Error where that line is not there
 */
export async function brokenCopy(examples: string, broken: Break): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), 'loop-broken-example-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    for (const name of await readdir(examples)) {
      if (NOT_COPIED.has(name)) continue;
      await cp(join(examples, name), join(folder, name), { recursive: true });
    }
    await symlink(join(examples, 'node_modules'), join(folder, 'node_modules'), 'junction');
    await change(join(folder, broken.file), broken);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}

async function change(path: string, { file, find, replace }: Break): Promise<void> {
  const source = await readFile(path, 'utf8');
  if (!source.includes(find)) throw new Error(`${file}: no ${find}`);
  await writeFile(
    path,
    source.replace(find, () => replace),
  );
}
