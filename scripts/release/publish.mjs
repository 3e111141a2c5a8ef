// node scripts/release/publish.mjs <folder> [--dry-run]
//
// Publishes the tarballs of a folder with npm: who may, and that npm vouches for where they were
// built, comes from the workflow that runs this. A version that is published already is left out, so
// a release that broke off half-way is run again. `--dry-run` asks no registry.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

const [folder, ...flags] = process.argv.slice(2);
const isDry = flags.includes('--dry-run');

const tarballs = readdirSync(folder)
  .filter((name) => name.endsWith('.tgz'))
  .map((name) => resolve(folder, name))
  .map((file) => ({ file, manifest: manifestOf(file) }))
  // What others depend on first: nobody gets a package whose dependency is not there yet.
  .toSorted((a, b) => dependenciesOf(a).length - dependenciesOf(b).length);
if (tarballs.length === 0) throw new Error(`No tarballs in ${folder}: pack them first`);

for (const { file, manifest } of tarballs) {
  const version = `${manifest.name}@${manifest.version}`;
  if (!isDry && isPublished(version)) console.log(`${version} is published already`);
  else npm('publish', file, ...(isDry ? ['--dry-run', '--offline'] : []));
}

function manifestOf(file) {
  return JSON.parse(
    execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' }),
  );
}

function dependenciesOf({ manifest }) {
  return Object.keys(manifest.dependencies ?? {});
}

function isPublished(version) {
  const { stdout } = spawnSync('npm', ['view', version, 'version'], { encoding: 'utf8' });
  return stdout.trim() !== '';
}

function npm(...args) {
  execFileSync('npm', args, { stdio: 'inherit' });
}
