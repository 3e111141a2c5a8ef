// Packs every published package: what is uploaded, and what the tests of tarballs install.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { publicPackages } from '../public-packages.mjs';

const run = promisify(execFile);

/**
 * Needs pnpm in PATH: only it turns `workspace:` ranges into versions, and lays the licence beside.
 *
 * @param {string} destination a folder, made if it is missing
 * @returns {Promise<{ name: string, file: string, manifest: any }[]>}
 */
export async function pack(destination) {
  mkdirSync(destination, { recursive: true });
  return Promise.all(publicPackages.map((found) => packOne(found, destination)));
}

async function packOne({ name, folder, manifest }, destination) {
  const options = ['--json', '--pack-destination', destination];
  const { stdout } = await run('pnpm', ['pack', ...options], { cwd: folder });
  return { name, file: JSON.parse(stdout).filename, manifest };
}
