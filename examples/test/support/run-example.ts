import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import type { Break } from '../breaks.ts';

/** How a process ended, and what it said. */
interface Ended {
  code: number | null;
  output: string;
}

/** Runs an example as its first line says, broken or whole. It ends by itself, within its deadline. */
export async function runExample(name: string, broken?: Break): Promise<Ended> {
  const child = spawn(process.execPath, [mainOf(name)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: broken ? { ...process.env, ...environmentOf(broken) } : process.env,
  });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, output: out + errors };
}

function mainOf(name: string): string {
  return fileURLToPath(new URL(`../../${name}/main.js`, import.meta.url));
}

/** Node's processes that an example starts are broken in the same way. */
function environmentOf(broken: Break): NodeJS.ProcessEnv {
  const { NODE_OPTIONS = '' } = process.env;
  return {
    NODE_OPTIONS: `${NODE_OPTIONS} --import=${new URL('break.js', import.meta.url).href}`,
    EXAMPLE_BREAK: JSON.stringify(broken),
    ...(broken.deadlineMs && { EXAMPLE_DEADLINE_MS: String(broken.deadlineMs) }),
  };
}
