import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';

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

/** What starts processes, for tests that may run at the same time. */
export interface Children {
  start(way: string, root: string, ...args: string[]): Child;
  /** An empty folder that is gone at the end of the file. */
  newRoot(): Promise<string>;
}

/** Bundles `child.ts` for the tests of a file. */
export function useChildren(): Children {
  const started: ChildProcess[] = [];
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
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  return {
    start(way, root, ...args) {
      const child = spawn(process.execPath, [join(folder, 'child.mjs'), way, root, ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      started.push(child);
      return watch(child);
    },
    newRoot: () => mkdtemp(join(folder, 'root-')),
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
