import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

/** A process that records. */
export interface Child {
  process: ChildProcess;
  /** What it has printed so far. */
  lines: string[];
  /** Resolves when it has printed so many lines. */
  printed(count: number): Promise<void>;
  /** How it ended: its exit code, or the signal's name. */
  ended: Promise<number | NodeJS.Signals | null>;
}

/** Bundles `child.ts` for the tests of a file. @returns starts it */
export function useChildren(): (way: string, root: string, ...args: string[]) => Child {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loop-child-'));
    await build({
      configFile: false,
      logLevel: 'silent',
      // Sources of the workspace, as in the tests themselves.
      ssr: { noExternal: true, resolve: { conditions: ['@loop/source'] } },
      build: {
        ssr: fileURLToPath(new URL('child.ts', import.meta.url)),
        outDir: folder,
        target: 'node20',
        rollupOptions: { output: { entryFileNames: 'child.mjs' } },
      },
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  return (way, root, ...args) => {
    const started = spawn(process.execPath, [join(folder, 'child.mjs'), way, root, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void started.kill('SIGKILL'));
    return watch(started);
  };
}

function watch(started: ChildProcess): Child {
  const lines: string[] = [];
  const output = createInterface({ input: started.stdout as NodeJS.ReadableStream });
  output.on('line', (line) => lines.push(line));
  return {
    process: started,
    lines,
    async printed(count) {
      while (lines.length < count) await once(output, 'line');
    },
    ended: once(started, 'close').then(
      ([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null,
    ),
  };
}
