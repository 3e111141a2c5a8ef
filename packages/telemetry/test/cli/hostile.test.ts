import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../src/cli/text.js';
import { scratchFolder } from '../support/scratch.js';
import { cli } from './capture.js';
import { openSample, writeTwoRuns } from './sample.js';

/** Clears a screen, forges a line, sets a title, turns text round, goes back. */
const HOSTILE =
  '\u001b[2J\r\nforged: fine\u001b]0;owned\u0007\u009b31m\u202egnp.exe\u2066\b日本\u{e0041}';

async function hostileSession(root: string): Promise<void> {
  const { recording, recorder, pass } = await openSample(root, HOSTILE);
  const run = recorder.begin('run', { requestId: HOSTILE, acceptedAt: 0 }, { runId: HOSTILE });
  const scope = { runId: HOSTILE, parentOperationId: run.operationId };
  const tool = recorder.begin(
    'tool',
    { toolCallId: HOSTILE, toolName: HOSTILE, args: { [HOSTILE]: HOSTILE } },
    { ...scope, operationId: HOSTILE },
  );
  pass(5);
  tool.complete({
    ...{ toolCallId: HOSTILE, toolName: HOSTILE, result: HOSTILE, isError: true },
    errorMessage: HOSTILE,
  });
  recorder.begin('model.request', { purpose: 'main', model: HOSTILE }, scope);
  await recording.close();
}

const LINES = [
  ...['list', 'list --failed', 'why latest', 'tree latest', 'events latest', 'open', 'open latest'],
  ...['stats latest', 'verify latest', 'tree nobody', 'tree latest --run nobody'],
  ...[
    'export latest --format chrome',
    'export latest --format otlp',
    'export latest --format json',
  ],
  ...['prune --keep 0 --dry-run', 'tree \u001b[2J', 'dance\u001b[2J', 'list --\u001b[2J'],
];

describe('hostile content', () => {
  test.each(LINES)('does nothing to a terminal: %j', async (line) => {
    const root = await scratchFolder();
    await hostileSession(root);
    const isExport = line.startsWith('export');
    const variants = [line, ...(isExport ? [`${line} --content`] : [`${line} --json`])];
    for (const variant of variants) {
      const { code, out, err } = await cli(variant.split(' '), { root });
      expect(code).not.toBe(70);
      for (const row of `${out}${err}`.split('\n')) {
        expect(row).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069\u{e0041}]/u);
        // It stands in the middle of a line: no line begins with it.
        expect(row).not.toMatch(/^forged/);
      }
      if (variant !== line && !isExport && out !== '' && !line.startsWith('events'))
        expect(() => JSON.parse(out) as unknown).not.toThrow();
      if (variant !== line || isExport || err !== '') continue;
      for (const row of out.split('\n')) expect(widthOf(row)).toBeLessThanOrEqual(80);
    }
  });

  test('comes out of JSON as it went in', async () => {
    const root = await scratchFolder();
    await hostileSession(root);
    const { out } = await cli(['events', 'latest', '--json', '--name', 'tool.started'], { root });
    expect(JSON.parse(out)).toMatchObject({ sessionId: HOSTILE, data: { toolName: HOSTILE } });
  });

  test('that nests without end is told, and the rest is shown', async () => {
    const root = await scratchFolder();
    const folder = await writeTwoRuns(root);
    const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.jsonl'));
    const text = await readFile(join(folder, name), 'utf8');
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    await writeFile(join(folder, name), text.replace('"command":"ls"', `"command":${deep}`));
    expect((await cli(['tree', 'alpha'], { root })).out).toContain('tool shell');
    for (const line of ['events alpha', 'export alpha --format otlp --content']) {
      const { code, err } = await cli(line.split(' '), { root });
      expect(code).toBe(2);
      expect(err).toContain('nests deeper');
    }
    expect((await cli(['events', 'alpha', '--from', '10'], { root })).code).toBe(0);
    const file = join(root, 'out.json');
    const line = ['export', 'alpha', '--format', 'json', '--content', '--out', file];
    expect((await cli(line, { root })).code).toBe(2);
    expect(await readdir(root)).toEqual(['traces']);
  });
});
