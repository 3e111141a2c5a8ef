// Packs the published packages, looks into the tarballs, installs them with npm into an empty project
// outside the workspace, and uses them there: as plain JavaScript, and as TypeScript under node16 and bundler.
// First with the peers this repository is tested with, then with the lowest that the ranges allow.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
// @boundaries-ignore the same code packs for a release
import { pack } from '../../../scripts/release/pack.mjs';
import { problemsOf } from './contents.mjs';

const run = promisify(execFile);
const interop = join(import.meta.dirname, '..');
const tsc = join(interop, 'node_modules/typescript/bin/tsc');
/** What the programs import besides our packages. pi's agent, an optional peer, is not among it. */
const needed = ['hono', 'express', '@types/express', '@types/node'];

const folder = await mkdtemp(join(tmpdir(), 'loop-tarballs-'));
const project = join(folder, 'project');
try {
  const packed = await pack(join(folder, 'packed'));
  // Both to their end: the folder is not taken away under an installation.
  const ends = await Promise.allSettled([lookInto(packed), installAndUse(packed)]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
} finally {
  await rm(folder, { recursive: true });
}

async function lookInto(packed) {
  assert.deepEqual((await Promise.all(packed.map(problemsOf))).flat(), []);
}

async function installAndUse(packed) {
  const tested = Object.fromEntries(await Promise.all(needed.map(installedVersion)));
  await emptyProject();
  await install([...versions(tested), ...packed.map(({ file }) => file)]);
  // The libraries' own declarations are checked too; TypeScript's are not ours to check.
  await Promise.all([use(tested, '--skipDefaultLibCheck'), useAlone()]);
  const lowest = lowestPeers(packed);
  await install(versions(lowest));
  // hono 4.0.0 has a mistake in its own declarations.
  await use(lowest, '--skipLibCheck');
}

async function emptyProject() {
  await mkdir(project);
  await cp(join(interop, 'consumers'), project, { recursive: true });
  await cp(join(interop, 'tarballs/plain.js'), join(project, 'plain.js'));
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
}

async function install(what) {
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund'];
  await tell('npm', ['install', ...quiet, '--save-exact', ...what]);
}

async function use({ hono, express }, leniency) {
  await Promise.all([
    tell('node', ['plain.js']),
    tell('node', [tsc, '-p', 'tsconfig.node16.json', leniency]),
    tell('node', [tsc, '-p', 'tsconfig.bundler.json', leniency]),
  ]);
  console.log(`hono ${hono}, express ${express}: installed, run, compiled`);
}

/** What no peer is in. */
async function useAlone() {
  await tell('node', ['node_modules/.bin/loop-trace', '--help']);
  await tell('node', [tsc, '-p', 'tsconfig.pure.json', '--skipDefaultLibCheck']);
}

async function installedVersion(name) {
  const manifest = join(interop, 'node_modules', name, 'package.json');
  return [name, JSON.parse(await readFile(manifest, 'utf8')).version];
}

function versions(wanted) {
  return Object.entries(wanted).map(([name, version]) => `${name}@${version}`);
}

/** The first version that a range names is the lowest it allows. */
function lowestPeers(packed) {
  const ranges = packed.flatMap(({ manifest }) => Object.entries(manifest.peerDependencies ?? {}));
  return Object.fromEntries(
    ranges
      .filter(([name]) => needed.includes(name))
      .map(([name, range]) => [name, /\d+\.\d+\.\d+/.exec(range)[0]]),
  );
}

/** Runs a program; what it printed is told only where it fails. */
async function tell(program, args) {
  try {
    await run(program, args, { cwd: project });
  } catch (error) {
    console.error(`${error.stdout}${error.stderr}`);
    throw new Error(`${program} ${args.join(' ')} failed`, { cause: error });
  }
}
