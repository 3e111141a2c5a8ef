import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import type { Break } from '../breaks.ts';
import { brokenCopy } from './broken-copy.ts';

/** How a process ended, and what it said. */
interface Ended {
  code: number | null;
  output: string;
}

const examples = join(import.meta.dirname, '..', '..');

/** Runs an example as its first line says. It ends by itself, within its deadline. */
export function runExample(name: string): Promise<Ended> {
  return run(join(examples, name, 'main.js'));
}

/** The same with something broken. */
export async function runBroken(name: string, broken: Break): Promise<Ended> {
  const copy = await brokenCopy(examples, broken);
  try {
    return await run(join(copy.folder, name, 'main.js'), {
      ...(broken.deadlineMs && { EXAMPLE_DEADLINE_MS: String(broken.deadlineMs) }),
    });
  } finally {
    await copy.remove();
  }
}

async function run(main: string, environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, output: out + errors };
}
