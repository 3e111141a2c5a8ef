import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentToolResult } from '@earendil-works/pi-agent-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { createShellTool } from '../../server/agent/tools/shell.js';
import type { ToolDetails } from '../../server/agent/tools/result.js';
import { temporaryFolder } from './temporary-folder.js';

let root: string;
beforeAll(async () => {
  root = await temporaryFolder();
});

interface RunOptions {
  timeoutSeconds?: number;
  signal?: AbortSignal;
  onUpdate?: (text: string) => void;
}

async function run(command: string, { timeoutSeconds, signal, onUpdate }: RunOptions = {}) {
  const args = { command, ...(timeoutSeconds !== undefined && { timeoutSeconds }) };
  const result = await createShellTool(root).execute('call', args, signal, (partial) =>
    onUpdate?.(textOf(partial)),
  );
  return { text: textOf(result), details: result.details };
}

function textOf({ content }: AgentToolResult<ToolDetails>): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

/** True while a process with this id runs. One that is dead and not yet collected counts as gone. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test('runs in the workspace and gives what was printed', async () => {
  const { text, details } = await run('echo hello; echo "to stderr" >&2; echo x > made.txt');
  expect(text).toContain('hello');
  expect(text).toContain('to stderr');
  expect(details).toMatchObject({ exitCode: 0, reason: 'exit' });
  expect(details).not.toHaveProperty('failed');
  expect(existsSync(join(root, 'made.txt'))).toBe(true);
});

test('a failing command is marked as failed and keeps its output', async () => {
  const { text, details } = await run('echo before; exit 3');
  expect(text).toBe('before\n\n[exit code 3]');
  expect(details).toMatchObject({ exitCode: 3, failed: true });
});

test('no output', async () => {
  expect((await run('true')).text).toBe('(no output)');
});

test('input is closed: a command that reads ends', async () => {
  expect((await run('cat; echo end')).text).toContain('end');
});

test("the server's secrets are not passed on", async () => {
  vi.stubEnv('LOOP_MODEL_API_KEY', 'a-secret-key');
  const { text } = await run('env');
  vi.unstubAllEnvs();
  expect(text).toContain('PATH=');
  expect(text).not.toContain('a-secret-key');
});

test('output comes while the command runs', async () => {
  const marker = join(root, 'go-on');
  const texts: string[] = [];
  // The command waits for a file that the first update makes: it would never end without updates.
  const { text } = await run(
    `echo first; while [ ! -e '${marker}' ]; do sleep 0.01; done; echo second`,
    {
      onUpdate(partial) {
        texts.push(partial);
        writeFileSync(marker, '');
      },
    },
  );
  expect(texts[0]).toBe('first\n');
  expect(text).toBe('first\nsecond');
});

test('only the end of a long output is kept; updates are few and short', async () => {
  const updates: string[] = [];
  const { text, details } = await run(
    'i=0; while [ $i -lt 20000 ]; do echo "line $i"; i=$((i+1)); done',
    { onUpdate: (partial) => updates.push(partial) },
  );
  expect(text.length).toBeLessThan(33_000);
  expect(text).toMatch(/^… \(\d+ characters before\)/);
  expect(text.endsWith('line 19999')).toBe(true);
  expect(details).toMatchObject({ truncated: true });
  expect(updates.length).toBeLessThan(100);
  expect(Math.max(...updates.map(({ length }) => length))).toBeLessThan(6_100);
});

test('a timeout ends the command with its children', async () => {
  const { text, details } = await run('sleep 100 & echo $! > child.pid; wait', {
    timeoutSeconds: 1,
  });
  expect(text).toContain('timeout');
  expect(details).toMatchObject({ reason: 'timeout', failed: true });
  const pid = Number(await readFile(join(root, 'child.pid'), 'utf8'));
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('an abort ends the command with its children, also one that does not listen', async () => {
  const abort = new AbortController();
  const { details, text } = await run(
    `trap '' TERM; sleep 100 & echo $! > stubborn.pid; echo ready; wait; sleep 100`,
    {
      signal: abort.signal,
      onUpdate: () => abort.abort(),
    },
  );
  expect(text).toContain('[cancelled]');
  expect(details).toMatchObject({ reason: 'aborted', failed: true });
  const pid = Number(await readFile(join(root, 'stubborn.pid'), 'utf8'));
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('a command that is aborted before it starts does not start', async () => {
  const { details } = await run('touch never', { signal: AbortSignal.abort() });
  expect(details).toMatchObject({ reason: 'aborted' });
  expect(existsSync(join(root, 'never'))).toBe(false);
});

test('what a command leaves in the background ends with it', async () => {
  await run('sleep 100 > /dev/null 2>&1 & echo $! > left.pid');
  const pid = Number(await readFile(join(root, 'left.pid'), 'utf8'));
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('a process that left the group and holds the output open does not hold up the result', async () => {
  const { text } = await run('setsid sleep 5 & echo done');
  expect(text).toBe('done');
});

test('nothing is reported after the end', async () => {
  let ended = false;
  let late = 0;
  await run('for i in 1 2 3 4 5 6; do echo $i; sleep 0.03; done', {
    onUpdate: () => ended && late++,
  });
  ended = true;
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(late).toBe(0);
});
