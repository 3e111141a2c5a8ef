// What is wrong with a tarball before anybody installs it: publint on its package.json and files,
// "are the types wrong" on its entries, and what this repository wants of each package.
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { readFileSync } from 'node:fs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
// @boundaries-ignore what is packed knows what it is made of
import { sourceOf } from '../../../scripts/release/pack.mjs';

/** The packages are ES modules only: `require` finds them in Node from 20.19 on, older tools do not. */
const forgone = ['node10', 'node16-cjs'];

/** @returns {Promise<string[]>} one line for each problem */
export async function problemsOf({ name, file }) {
  const bytes = readFileSync(file);
  const contents = createPackageFromTarballData(bytes);
  const problems = [...ours(name, contents), ...(await linted(bytes)), ...(await typed(contents))];
  return problems.map((problem) => `${name}: ${problem}`);
}

function ours(name, contents) {
  const at = (path) => `/node_modules/${name}/${path}`;
  const read = (path) => contents.tryReadFile(at(path)) ?? '';
  const isThere = (path) => contents.fileExists(at(path));
  const built = contents.listFiles(at('dist')).map((path) => path.slice(at('').length));
  return [
    read('LICENSE').startsWith('MIT License') || 'no MIT licence',
    read('README.md').startsWith(`# ${name}\n`) || 'no README of its own',
    !/"(workspace|catalog):/.test(read('package.json')) || 'a range that only pnpm understands',
    ...built.map((path) => isThere(sourceOf(path)) || `${path} has no source: an older build's`),
  ].filter((problem) => problem !== true);
}

async function linted(bytes) {
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }));
}

async function typed(contents) {
  const { types, problems } = await checkPackage(contents);
  if (!types) return ['no types'];
  return problems
    .filter(({ resolutionKind }) => !forgone.includes(resolutionKind))
    .map((problem) => `types: ${JSON.stringify(problem)}`);
}
