import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { LoopTelemetryError } from '../../src/index.ts';
import { pruneRecordings, type PruneOptions } from '../../src/node/index.ts';
import { takeLease } from '../../src/node/lease.ts';
import { fingerprint, temporaryFolder, writeRecording } from './files.ts';

const NOW = Date.parse('2026-02-01T00:00:00Z');
const DAY = 86_400_000;
let root: string;

/** A recording of 100 bytes that was last written to so many days ago. */
async function recordingOf(name: string, daysAgo: number): Promise<string> {
  const file = '000001-0000000a.jsonl';
  const folder = await writeRecording(root, name, {
    [file]: ['x'.repeat(100)],
    'recording.json': [`{"sessionId":"${name}"}`],
    'writer.json.1': ['{}'],
  });
  const time = new Date(NOW - daysAgo * DAY);
  await utimes(join(folder, file), time, time);
  return folder;
}

const prune = async (options: PruneOptions) =>
  (await pruneRecordings(root, { now: NOW, ...options })).map(
    ({ sessionId, reason, isRemoved }) => `${sessionId} ${reason} ${isRemoved}`,
  );

beforeEach(async () => {
  root = await temporaryFolder();
  for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) await recordingOf(name, index + 1);
});

test.each<[PruneOptions, string[]]>([
  [{ olderThanMs: 2.5 * DAY }, ['d age true', 'c age true']],
  [{ keep: 1 }, ['d count true', 'c count true', 'b count true']],
  [{ maxBytes: 250 }, ['d size true', 'c size true']],
  [{ keep: 3, olderThanMs: 3.5 * DAY }, ['d age true']],
  [{ olderThanMs: 10 * DAY }, []],
])('%j', async (options, expected) => {
  const dry = await prune({ ...options, dryRun: true });
  expect(dry).toEqual(expected.map((line) => line.replace('true', 'false')));
  const folders = ['a', 'b', 'c', 'd'].map((name) => join(root, 'traces', 'v1', name));
  expect(folders.every((folder) => existsSync(folder))).toBe(true);
  expect(await prune(options)).toEqual(expected);
  const gone = folders.filter((folder) => !existsSync(folder)).map((folder) => folder.at(-1));
  expect([...gone].reverse()).toEqual(expected.map((line) => line[0]));
});

test('a live recording stays, and counts', async () => {
  const giveBack = await takeLease(join(root, 'traces', 'v1', 'd'));
  expect(await prune({ keep: 0, dryRun: true })).not.toContain('d count false');
  expect(await prune({ keep: 0 })).toEqual(['c count true', 'b count true', 'a count true']);
  await giveBack();
  expect(await prune({ keep: 0 })).toEqual(['d count true']);
});

test('what is none of ours stays, with its folder; links are not followed', async () => {
  const folder = join(root, 'traces', 'v1', 'd');
  await writeFile(join(folder, 'notes.txt'), 'keep me');
  await mkdir(join(root, 'elsewhere'));
  await writeFile(join(root, 'elsewhere', '000001-0000000a.jsonl'), 'x');
  await symlink(join(root, 'elsewhere'), join(root, 'traces', 'v1', 'link'));
  expect(await prune({ olderThanMs: 3.5 * DAY })).toEqual(['d age false']);
  expect(Object.keys(await fingerprint(folder))).toEqual(['notes.txt']);
  await prune({ keep: 0 });
  expect(existsSync(join(root, 'elsewhere', '000001-0000000a.jsonl'))).toBe(true);
});

test.each<PruneOptions>([{}, { dryRun: true }, { keep: -1 }, { olderThanMs: Number.NaN }])(
  'refuses %j before anything goes',
  async (options) => {
    await expect(prune(options)).rejects.toBeInstanceOf(LoopTelemetryError);
    expect(existsSync(join(root, 'traces', 'v1', 'd', 'recording.json'))).toBe(true);
  },
);
