import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where administrators' programs are on systems that keep them out of the `PATH` of others. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/**
 * Where a program is. `undefined`, after a line that says what is skipped, where it is missing; a
 * check that runs unattended fails instead.
 */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...MORE_FOLDERS];
  const path = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (path !== undefined) return path;
  if (process.env['CI'] === 'true') throw new Error(`There is no ${name}.`);
  console.warn(`There is no ${name}: the tests that need it are skipped.`);
  return undefined;
}
