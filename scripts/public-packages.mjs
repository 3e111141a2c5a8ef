// The packages that are published, as their own package.json files say.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** @typedef {{ name: string, types: string, code: string }} Entry an `exports` entry that is code */
/** @typedef {{ name: string, folder: string, manifest: any, entries: Entry[] }} PublicPackage */

/** @type {PublicPackage[]} */
export const publicPackages = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name))
  .map((folder) => ({ folder, manifest: readManifest(folder) }))
  .filter(({ manifest }) => manifest.private !== true)
  .map((found) => ({ ...found, name: found.manifest.name, entries: entriesOf(found) }));

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function entriesOf({ folder, manifest }) {
  return Object.entries(manifest.exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([path, target]) => ({
      name: path === '.' ? 'index' : path.slice(2).replaceAll('/', '-'),
      types: join(folder, target.types),
      code: join(folder, target.default),
    }));
}
