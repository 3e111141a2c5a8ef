import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { usualServer } from './server-kinds.js';

const MAIN = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

/** The built server, as a process of its own. */
export interface DemoProcess {
  url: string;
  port: number;
  /** All of standard output and standard error so far. */
  output(): string;
  /** Sends a signal. @returns the exit code, and how long it took, in milliseconds */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; ms: number }>;
}

/** Starts the built server and waits until it listens. Whoever starts it stops it. */
export async function startDemo(env: Record<string, string>): Promise<DemoProcess> {
  const { child, output, lines } = spawnDemo(env);
  const ended = once(child, 'exit');
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    ended.then(() => {
      throw new Error(`The server ended: ${output()}`);
    }),
  ]);
  const url = /http:\S+/.exec(line)?.[0] ?? '';
  return {
    url,
    port: Number(new URL(url).port),
    output,
    async stop(signal = 'SIGTERM') {
      const startedAt = performance.now();
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      return { code, ms: performance.now() - startedAt };
    },
  };
}

/** Starts a server that should not get as far as listening. */
export async function failToStart(
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const { child, output } = spawnDemo(env);
  const [code] = (await once(child, 'close')) as [number];
  return { code, output: output() };
}

function spawnDemo(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '',
      LOOP_ALLOWED_HOSTS: '',
      LOOP_SERVER: usualServer,
      LOOP_MODEL_BASE_URL: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const collect = (chunk: Buffer): void => void (text += chunk.toString());
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  if (!child.stdout) throw new Error('There is no output to read.');
  return { child, output: () => text, lines: createInterface({ input: child.stdout }) };
}
