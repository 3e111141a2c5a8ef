import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { traceSchema } from '@loop/events/trace';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../src/cli/text.js';
import { otlpProblems } from '../export/validate-otlp.js';
import { chromeProblems } from '../export/validate-chrome.js';
import { scratchFolder } from '../support/scratch.js';
import { cli } from './capture.js';
import { openSample, writeCrash, writeTwoRuns } from './sample.js';

/** The rows of a text that hold all these words. */
const rows = (text: string, ...words: string[]): string[] =>
  text.split('\n').filter((line) => words.every((word) => line.includes(word)));

async function samples(): Promise<string> {
  const root = await scratchFolder();
  await writeTwoRuns(root);
  await writeCrash(root);
  return root;
}

/** Makes a recording the one that was written last. */
async function touch(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await utimes(join(folder, name), 4e9, 4e9);
}

describe('list', () => {
  test('shows each recording, how its last run ended, and what is wrong', async () => {
    const root = await samples();
    const { code, out } = await cli(['list'], { root });
    expect(code).toBe(0);
    expect(rows(out, 'alpha-1', '2026-11-01 10:00:00', '✗ failed', 'content')).toHaveLength(1);
    expect(rows(out, 'beta-2', '† crashed')).toHaveLength(1);
    for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80);
  });

  test('one that cannot be read hides no other', async () => {
    const root = await samples();
    await mkdir(join(root, 'traces/v1/empty'));
    const { code, out } = await cli(['list'], { root });
    expect(code).toBe(0);
    expect(rows(out, 'alpha-1')).toHaveLength(1);
    expect(out).toContain('no segments');
  });

  test('--failed finds failed and crashed runs, and says so by its code', async () => {
    const root = await samples();
    const fine = await openSample(root, 'fine');
    const run = fine.recorder.begin('run', { requestId: null, acceptedAt: 0 }, { runId: 'r' });
    run.complete({ outcome: 'completed' });
    await fine.recording.close();
    const { code, out } = await cli(['list', '--failed', '--json'], { root });
    expect(code).toBe(1);
    const listed = JSON.parse(out) as { sessionId: string }[];
    expect(listed.map(({ sessionId }) => sessionId).sort()).toEqual(['alpha-1', 'beta-2']);
  });

  test('of a root that is not there ends with 2', async () => {
    const { code, err } = await cli(['list', '--root', '/nowhere/at/all']);
    expect(code).toBe(2);
    expect(err).toContain('/nowhere/at/all');
  });
});

describe('a session is named', () => {
  test('by its id, by the start of it, as the latest, by its folder', async () => {
    const root = await samples();
    await touch(join(root, 'traces/v1/alpha-1'));
    for (const name of ['alpha-1', 'al', 'latest', join(root, 'traces/v1/alpha-1')]) {
      const { code, out } = await cli(['tree', name], { root });
      expect(code).toBe(0);
      expect(out).toContain('session alpha-1');
    }
  });

  test('so that it is one', async () => {
    const root = await samples();
    await writeCrash(root, 'alpha-2');
    expect(await cli(['tree', 'alpha'], { root })).toMatchObject({
      code: 64,
      err: expect.stringMatching(/alpha-1, alpha-2/) as string,
    });
    expect(await cli(['tree', 'gamma'], { root })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/No session begins with "gamma".*alpha-1/s) as string,
    });
    expect((await cli(['tree', './not-there'], { root })).code).toBe(2);
    const empty = await scratchFolder();
    await mkdir(join(empty, 'traces/v1'), { recursive: true });
    expect(await cli(['tree', 'latest'], { root: empty })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--root') as string,
    });
  });
});

describe('why', () => {
  test('tells the first failure of the last failed run, what it lay in, what ran before', async () => {
    const { code, out } = await cli(['why', 'alpha'], { root: await samples() });
    expect(code).toBe(1);
    const [failure, error] = out.split('\n');
    expect(failure).toMatch(/✗ tool shell failed after 700 ms/);
    expect(error).toContain('make: *** No rule to make target');
    expect(rows(out, 'run run-2', 'failed')).toHaveLength(1);
    expect(rows(out, 'model.request', 'ok')).toHaveLength(1);
    expect(out).toMatch(/loop-trace events alpha-1 --from \d+ --to \d+/);
    for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80);
  });

  test('of a crash names what was under way', async () => {
    const { code, out } = await cli(['why', 'beta'], { root: await samples() });
    expect(code).toBe(1);
    expect(out).toMatch(/† tool shell crashed/);
    expect(out).toContain('its process died');
  });

  test('of a run that went well finds nothing, and ends with 0', async () => {
    const root = await samples();
    const { code, out } = await cli(['why', 'alpha', '--run', 'run-1'], { root });
    expect(code).toBe(0);
    expect(out).toContain('Nothing failed');
    const json = await cli(['why', 'alpha', '--run', 'run-1', '--json'], { root });
    expect(JSON.parse(json.out)).toMatchObject({ failure: null, failedRuns: ['run-2'] });
  });

  test('--json has the same', async () => {
    const { code, out } = await cli(['why', 'alpha', '--json'], { root: await samples() });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      sessionId: 'alpha-1',
      runId: 'run-2',
      failure: {
        reason: 'error',
        error: 'make: *** No rule to make target',
        operation: { name: 'tool', label: 'tool shell', outcome: 'error' },
        chain: [{ name: 'run' }],
        before: [{ name: 'model.request' }],
      },
    });
  });

  test('in metadata mode too, the default one', async () => {
    const root = await scratchFolder();
    const { recording, recorder } = await openSample(root, 's', { mode: 'metadata' });
    const run = recorder.begin('run', { requestId: null, acceptedAt: 0 }, { runId: 'r' });
    run.complete({ outcome: 'error', errorMessage: 'The provider is down.' });
    await recording.close();
    const { code, out } = await cli(['why', 's'], { root });
    expect(code).toBe(1);
    expect(out).toContain('The provider is down.');
  });
});

describe('tree', () => {
  test('nests, with outcomes, durations, tokens and bars', async () => {
    const { code, out } = await cli(['tree', 'alpha'], { root: await samples() });
    expect(code).toBe(0);
    expect(out).toMatch(/^run run-1 +✓ ok +3\.9 s █/m);
    expect(out).toMatch(/^ {2}model\.request main acme-large 1\.2k→350 ✓ ok +3\.2 s █+/m);
    expect(out).toMatch(/^ {2}tool shell +✗ failed +700 ms +█+/m);
    expect(out).toMatch(/^ {4}make: \*\*\* No rule/m);
    for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80);
  });

  test('shows one run, by the start of its id', async () => {
    const root = await samples();
    const { out } = await cli(['tree', 'alpha', '--run', 'run-2'], { root });
    expect(rows(out, 'run run-2')).toHaveLength(1);
    expect(out).not.toContain('run-1');
    expect((await cli(['tree', 'alpha', '--run', 'run-'], { root })).code).toBe(64);
    expect(await cli(['tree', 'alpha', '--run', 'x'], { root })).toMatchObject({
      code: 2,
      err: expect.stringContaining('run-1, run-2') as string,
    });
  });

  test('--json is a list with depths, without content', async () => {
    const { out } = await cli(['tree', 'alpha', '--json'], { root: await samples() });
    const { operations } = JSON.parse(out) as { operations: { name: string; depth: number }[] };
    expect(operations.map(({ name, depth }) => `${depth} ${name}`)).toEqual([
      '0 run',
      '1 model.request',
      '1 tool',
      '1 tool',
      '0 run',
      '1 model.request',
      '1 tool',
    ]);
    expect(out).not.toContain('a.txt');
  });

  test('of a writer that lives shows operations as open', async () => {
    const root = await scratchFolder();
    const { recording, recorder } = await openSample(root, 'live');
    recorder.begin('run', { requestId: null, acceptedAt: 0 }, { runId: 'r' });
    await recording.flush();
    expect((await cli(['tree', 'live'], { root })).out).toMatch(/▸ still open/);
    await recording.close();
    expect((await cli(['tree', 'live'], { root })).out).toMatch(/⊣ cut off/);
  });
});

test('after a sleep of the machine times are those of the wall, durations are not', async () => {
  const root = await scratchFolder();
  const { recording, recorder, pass, sleep } = await openSample(root, 'slept');
  const run = recorder.begin('run', { requestId: null, acceptedAt: 0 }, { runId: 'r' });
  const scope = { runId: 'r', parentOperationId: run.operationId };
  pass(1000);
  sleep(3_600_000);
  const tool = recorder.begin('tool', { toolCallId: 'c', toolName: 'read', args: {} }, scope);
  pass(500);
  tool.complete({ toolCallId: 'c', toolName: 'read', result: null, isError: true });
  run.complete({ outcome: 'completed' });
  await recording.close();
  const { out } = await cli(['tree', 'slept'], { root });
  expect(out).toMatch(/^run r .* 1\.5 s .*\n── .*slept.*\n {2}tool read .* 500 ms /m);
  expect((await cli(['why', 'slept'], { root })).out).toContain('begun 2026-11-01 11:00:01 UTC');
});

describe('events', () => {
  const seqs = (out: string): number[] => {
    const lines = out.trimEnd().split('\n').filter(Boolean);
    return lines.map((line) => (JSON.parse(line) as { seq: number }).seq);
  };

  test('are lines in 80 columns, or JSON lines that are the records', async () => {
    const root = await samples();
    const { code, out } = await cli(['events', 'alpha'], { root });
    expect(code).toBe(0);
    expect(rows(out, '10:00:03.300', 'tool.started', '"toolCallId":"c1"')).toHaveLength(1);
    for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80);
    const json = await cli(['events', 'alpha', '--json'], { root });
    expect(seqs(json.out)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
  });

  test.each([
    [
      ['--name', 'tool'],
      [5, 6, 7, 8, 15, 16],
    ],
    [
      ['--name', 'tool_execution_start'],
      [5, 6, 15],
    ],
    [
      ['--name', 'queue.changed', '--name', 'session'],
      [1, 9],
    ],
    [
      ['--run', 'run-2', '--name', 'run'],
      [12, 17],
    ],
    [
      ['--from', '3', '--to', '4'],
      [3, 4],
    ],
    [
      ['--since', '2026-11-01T10:01:06Z'],
      [16, 17],
    ],
    [
      ['--until', '2026-11-01T10:00:00Z'],
      [1, 2],
    ],
    [['--since', '10m'], []],
  ])('%j are chosen', async (filter, expected) => {
    const root = await samples();
    const { code, out } = await cli(['events', 'alpha', '--json', ...filter], { root });
    expect(code).toBe(0);
    expect(seqs(out)).toEqual(expected);
  });

  test('of an operation are chosen by its id', async () => {
    const root = await samples();
    const all = await cli(['events', 'alpha', '--json', '--from', '5', '--to', '5'], { root });
    const { operationId } = JSON.parse(all.out) as { operationId: string };
    const { out } = await cli(['events', 'alpha', '--json', '--op', operationId], { root });
    expect(seqs(out)).toEqual([5, 7]);
  });

  test('--follow goes on with what comes, until it is told to end', async () => {
    const root = await scratchFolder();
    const { recording, recorder } = await openSample(root, 'live');
    recorder.record('session.attached', {});
    await recording.flush();
    const ending = new AbortController();
    const { code, out } = await cli(['events', 'live', '--follow', '--json'], {
      root,
      signal: ending.signal,
      onOut(text) {
        if (text.includes('session.attached')) {
          recorder.record('agent.settled', {});
          void recording.flush();
        } else ending.abort();
      },
    });
    expect(code).toBe(0);
    expect(seqs(out)).toEqual([1, 2]);
    await recording.close();
  });
});

describe('open', () => {
  test('lists what has no end, the oldest first, of one session or of all', async () => {
    const root = await samples();
    const { code, out } = await cli(['open'], { root });
    expect(code).toBe(1);
    expect(out).toMatch(/run run-9.*beta-2\n.*tool shell.*beta-2\n$/s);
    for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80);
    expect(JSON.parse((await cli(['open', '--json'], { root })).out)).toMatchObject([
      { sessionId: 'beta-2', name: 'run', missing: 'crashed' },
      { sessionId: 'beta-2', name: 'tool' },
    ]);
    expect(await cli(['open', 'alpha'], { root })).toMatchObject({
      code: 0,
      out: 'Nothing is open.\n',
    });
  });

  test('one recording that cannot be read is told, and hides no other', async () => {
    const root = await samples();
    await mkdir(join(root, 'traces/v1/empty'));
    const { code, out, err } = await cli(['open'], { root });
    expect(code).toBe(1);
    expect(out).toContain('beta-2');
    expect(err).toContain('no segments');
  });
});

describe('stats', () => {
  test('count and measure, and tell where the time went', async () => {
    const root = await samples();
    const { code, out } = await cli(['stats', 'alpha'], { root });
    expect(code).toBe(0);
    expect(out).toMatch(/^tool +3 +1 +500 ms +700 ms +700 ms$/m);
    expect(out).toMatch(/^run-1 +✓ ok +3\.2 s +550 ms +0 ms +110 ms +3\.9 s$/m);
    for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80);
    expect(JSON.parse((await cli(['stats', 'alpha', '--json'], { root })).out)).toMatchObject({
      sessionId: 'alpha-1',
      records: 17,
      runs: [{ runId: 'run-1', busyMs: { model: 3200, tool: 550 } }, { runId: 'run-2' }],
    });
  });
});

describe('verify', () => {
  test('of a whole recording ends with 0, of a crash too', async () => {
    const root = await samples();
    expect(await cli(['verify', 'alpha'], { root })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Whole\. 17 records in 1 segment/) as string,
    });
    const crash = await cli(['verify', 'beta'], { root });
    expect(crash.code).toBe(0);
    expect(crash.out).toContain('unclean');
  });

  test('names damage with its place, and ends with 1', async () => {
    const root = await samples();
    const folder = join(root, 'traces/v1/alpha-1');
    const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.jsonl'));
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
    const offset = Buffer.byteLength(`${lines.slice(0, 5).join('\n')}\n`);
    lines[5] = '{"v":1,garbage';
    await writeFile(join(folder, name), lines.join('\n'));
    const { code, out } = await cli(['verify', 'alpha'], { root });
    expect(code).toBe(1);
    expect(rows(out, 'invalid-json', 'line 6', `offset ${offset}`)).toHaveLength(1);
    expect(out).toMatch(/^Damaged\./m);
    const json = JSON.parse((await cli(['verify', folder, '--json'], { root })).out) as object;
    expect(json).toMatchObject({ isDamaged: true, records: 16 });
    expect((await cli(['tree', 'alpha'], { root })).out).toContain('loop-trace verify alpha-1');
  });

  test('of a torn last line is no damage', async () => {
    const root = await samples();
    const folder = join(root, 'traces/v1/beta-2');
    const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.jsonl'));
    const { size } = await stat(join(folder, name));
    await truncate(join(folder, name), size - 10);
    const { code, out } = await cli(['verify', 'beta'], { root });
    expect(code).toBe(0);
    expect(out).toContain('torn-tail');
  });

  test('of a folder without a recording ends with 2', async () => {
    const folder = await scratchFolder();
    expect((await cli(['verify', folder])).code).toBe(2);
  });
});

describe('export', () => {
  test.each([
    ['chrome', chromeProblems],
    ['otlp', otlpProblems],
  ] as const)('%s to standard output is valid, and has no content', async (format, problems) => {
    const root = await samples();
    for (const session of ['alpha', 'beta']) {
      const { code, out } = await cli(['export', session, '--format', format], { root });
      expect(code).toBe(0);
      expect(problems(out)).toEqual([]);
      expect(out).not.toContain('a.txt');
    }
    const whole = await cli(['export', 'alpha', '--format', format, '--content'], { root });
    expect(problems(whole.out)).toEqual([]);
    expect(whole.out).toContain('a.txt');
  });

  test('names what our vocabulary knows: labels, GenAI attributes, curves', async () => {
    const root = await samples();
    const chrome = await cli(['export', 'alpha', '--format', 'chrome'], { root });
    const { traceEvents } = JSON.parse(chrome.out) as { traceEvents: object[] };
    for (const expected of [
      { ph: 'X', name: 'model.request main acme-large', cat: 'model.request' },
      { ph: 'C', name: 'context tokens', args: { value: 1590 } },
      { ph: 'C', name: 'queued inputs', args: { value: 0 } },
    ])
      expect(traceEvents).toContainEqual(expect.objectContaining(expected));
    const otlp = await cli(['export', 'alpha', '--format', 'otlp'], { root });
    expect(otlp.out).toContain('{"key":"gen_ai.usage.input_tokens","value":{"intValue":"1240"}}');
    expect(otlp.out).toContain('{"key":"gen_ai.tool.name","value":{"stringValue":"shell"}}');
  });

  test('a file is for its owner alone, and none is overwritten', async () => {
    const root = await samples();
    const file = join(root, 'out.json');
    const line = ['export', 'alpha', '--format', 'json', '--out', file];
    expect((await cli(line, { root })).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const before = await readFile(file, 'utf8');
    expect(JSON.parse(before)).toMatchObject({ format: 'loop.trace.records' });
    const again = await cli(line, { root });
    expect(again.code).toBe(73);
    expect(again.err).toContain('is there already');
    expect(await readFile(file, 'utf8')).toBe(before);
    expect((await cli([...line.slice(0, -1), join(root, 'no/folder/x')], { root })).code).toBe(73);
  });

  test('--redact-more takes out what older recordings let through', async () => {
    const root = await scratchFolder();
    const folder = await writeTwoRuns(root);
    const secret = ['ghp', 'A1b2C3d4'.repeat(5).slice(0, 36)].join('_');
    const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.jsonl'));
    const text = await readFile(join(folder, name), 'utf8');
    await writeFile(join(folder, name), text.replace('"command":"ls"', `"command":"ls ${secret}"`));
    const line = ['export', 'alpha', '--format', 'json', '--content'];
    expect((await cli(line, { root })).out).toContain(secret);
    const more = await cli([...line, '--redact-more'], { root });
    expect(more.out).not.toContain(secret.slice(4));
    expect(more.out).toContain('[redacted:');
    expect(() => JSON.parse(more.out) as unknown).not.toThrow();
  });
});

describe('prune', () => {
  test('tells first, then removes, and keeps what may stay', async () => {
    const root = await samples();
    await touch(join(root, 'traces/v1/alpha-1'));
    const dry = await cli(['prune', '--keep', '1', '--dry-run'], { root });
    expect(dry.code).toBe(0);
    expect(rows(dry.out, 'beta-2', 'count')).toHaveLength(1);
    expect(dry.out).toContain('Would remove 1 recording');
    expect(await readdir(join(root, 'traces/v1'))).toHaveLength(2);
    const { code, out } = await cli(['prune', '--keep', '1', '--json'], { root });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      dryRun: false,
      recordings: [{ sessionId: 'beta-2', reason: 'count', isRemoved: true }],
    });
    expect(await readdir(join(root, 'traces/v1'))).toEqual(['alpha-1']);
  });

  test('what cannot be removed is told, and ends with 73', async () => {
    const root = await samples();
    await writeFile(join(root, 'traces/v1/beta-2/notes.txt'), 'mine');
    const { code, out, err } = await cli(['prune', '--max-size', '0b'], { root });
    expect(code).toBe(73);
    expect(rows(out, 'beta-2', 'not removed')).toHaveLength(1);
    expect(err).toContain('1 recording could not be removed');
    expect(await readFile(join(root, 'traces/v1/beta-2/notes.txt'), 'utf8')).toBe('mine');
  });
});

describe('schema', () => {
  test('names every event, and the former names', async () => {
    const { code, out } = await cli(['schema']);
    expect(code).toBe(0);
    for (const name of traceSchema.events.keys()) expect(out).toContain(`${name}\n`);
    for (const [former, today] of traceSchema.aliases)
      expect(rows(out, former, today).length).toBeGreaterThan(0);
    for (const line of out.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80);
    const { events } = JSON.parse((await cli(['schema', '--json'])).out) as { events: object };
    expect(Object.keys(events)).toEqual([...traceSchema.events.keys()]);
  });
});

test('every command fits whatever width there is', async () => {
  const root = await samples();
  for (const width of [72, 100, 160])
    for (const line of ['list', 'why alpha', 'tree alpha', 'events alpha', 'open', 'stats alpha']) {
      const { out } = await cli(line.split(' '), { root, width });
      for (const row of out.split('\n')) expect(widthOf(row), line).toBeLessThanOrEqual(width);
    }
});
