import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { scratchFolder } from '../support/scratch.js';
import { openSample, writeTwoRuns } from './sample.js';

const bin = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Starts the built bin, with nothing of this process's environment but what is given. */
async function start(
  args: readonly string[],
  {
    env = {},
    cwd,
    onOut,
  }: {
    env?: NodeJS.ProcessEnv;
    cwd?: string;
    onOut?: (child: ReturnType<typeof spawn>) => void;
  } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [bin, ...args], { env, cwd });
  const ended = { code: null as number | null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.out += text;
    onOut?.(child);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.err += text));
  [ended.code] = (await once(child, 'close')) as [number | null];
  return ended;
}

describe('the bin', () => {
  beforeAll(() => {
    if (!existsSync(bin))
      throw new Error('Build the package first: pnpm build. The bin is started from dist.');
  });

  test('reads what openRecording wrote, from the root that is named, in each way', async () => {
    const root = await scratchFolder();
    await writeTwoRuns(join(root, '.loop-data'));
    const ways = [
      start(['why', 'latest', '--root', join(root, '.loop-data')]),
      start(['why', 'latest'], { env: { LOOP_TRACE_ROOT: join(root, '.loop-data') } }),
      start(['why', 'latest'], { cwd: root }),
    ];
    for (const { code, out, err } of await Promise.all(ways)) {
      expect(err).toBe('');
      expect(code).toBe(1);
      expect(out).toContain('make: *** No rule to make target');
      // eslint-disable-next-line no-control-regex -- no colours where nobody sees them
      expect(out).not.toMatch(/\u001b/);
    }
  });

  test('ends with its codes, and tells errors apart from output', async () => {
    const root = await scratchFolder();
    await writeTwoRuns(root);
    const env = { LOOP_TRACE_ROOT: root };
    const lines = [['verify', 'alpha'], ['list', '--failed'], ['tree', 'x'], ['dance']];
    const ended = await Promise.all(lines.map((line) => start(line, { env })));
    expect(ended.map(({ code }) => code)).toEqual([0, 1, 2, 64]);
    expect(ended.map(({ out, err }) => [out !== '', err !== ''])).toEqual([
      [true, false],
      [true, false],
      [false, true],
      [false, true],
    ]);
  });

  test('is quiet when its reader stops', async () => {
    const root = await scratchFolder();
    const { recording, recorder } = await openSample(root, 'long');
    for (let index = 0; index < 3000; index++)
      recorder.record('queue.changed', {
        items: [{ inputId: `i${index}`, text: 'x'.repeat(100), mode: 'steer' }],
      });
    await recording.close();
    const { code, err } = await start(['events', 'long', '--json'], {
      env: { LOOP_TRACE_ROOT: root },
      onOut: (child) => child.stdout?.destroy(),
    });
    expect(err).toBe('');
    expect(code).toBe(0);
  });

  test('follows until it is interrupted', async () => {
    const root = await scratchFolder();
    const { recording, recorder } = await openSample(root, 'live');
    recorder.record('session.attached', {});
    await recording.flush();
    const { code, out, err } = await start(['events', 'live', '--follow'], {
      env: { LOOP_TRACE_ROOT: root },
      onOut: (child) => child.kill('SIGINT'),
    });
    await recording.close();
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('session.attached');
  });
});
