// Packs every published package: what is uploaded, and what the tests of tarballs install.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { publicPackages, root } from '../public-packages.mjs';

const run = promisify(execFile);

/**
 * Needs pnpm in PATH: only it turns `workspace:` ranges into versions, and lays the licence beside.
 *
 * @param {string} destination a folder, made if it is missing
 * @returns {Promise<{ name: string, file: string, manifest: any }[]>}
 */
export async function pack(destination) {
  mkdirSync(destination, { recursive: true });
  for (const { folder } of publicPackages) removeLeftovers(folder);
  const filters = publicPackages.flatMap(({ name }) => ['--filter', name]);
  const args = [...filters, 'pack', '--json', '--pack-destination', destination];
  const { stdout } = await run('pnpm', args, { cwd: root, maxBuffer: 16 * 1024 * 1024 });
  const files = new Map(JSON.parse(stdout).map(({ name, filename }) => [name, filename]));
  return publicPackages.map(({ name, manifest }) => ({ name, file: files.get(name), manifest }));
}

/** A build begins with an empty folder, but one that Turbo has in its cache is laid over what is there. */
function removeLeftovers(folder) {
  for (const entry of readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !existsSync(join(folder, sourceOf(relative(folder, path))))) rmSync(path);
  }
}

/**
 * What a built file is made of.
 *
 * @param {string} path from the package's folder: `dist/…`
 */
export function sourceOf(path) {
  return path.replace(/^dist/, 'src').replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts');
}

// node scripts/release/pack.mjs <folder>: tarballs of an earlier release do not stay there.
if (process.argv[1] === import.meta.filename) {
  const folder = resolve(process.argv[2]);
  mkdirSync(folder, { recursive: true });
  const old = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  for (const name of old) rmSync(join(folder, name));
  for (const { file } of await pack(folder)) console.log(file);
}
