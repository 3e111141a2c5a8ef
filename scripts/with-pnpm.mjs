// Runs a command with this repository's pnpm in its path, whatever the machine has.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Without the checksum, which only corepack reads. */
const pnpm = packageManager.split('+')[0];

/** @returns {number} the exit code */
export function withPnpm(command) {
  return run('npx', ['--yes', '-p', pnpm, '-c', command], root);
}

/** Runs a program, its input and output being ours. @returns {number} the exit code */
export function run(program, args, cwd) {
  const windows = process.platform === 'win32';
  const quoted = windows ? args.map((arg) => (/\s/.test(arg) ? `"${arg}"` : arg)) : args;
  return spawnSync(program, quoted, { cwd, stdio: 'inherit', shell: windows }).status ?? 1;
}
