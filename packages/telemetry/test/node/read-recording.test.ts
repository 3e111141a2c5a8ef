import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { traceSchema } from '@loop/events/trace';
import { expect, test } from 'vitest';
import { foldOperations } from '../../src/index.ts';
import { listRecordings, livenessOf, readRecording } from '../../src/node/index.ts';
import { currentBootId } from '../../src/node/lease.ts';
import { verifyRecording } from '../../src/node/verify.ts';
import { end, header, record } from '../read/lines.ts';
import { collect, kindsOf, recordsOf, seqsOf } from '../read/sources.ts';
import { fingerprint, temporaryFolder, writeRecording } from './files.ts';

const FIRST = '000001-0000000a.jsonl';
const SECOND = '000002-0000000b.jsonl';
const other = header({ writer: '0000000b', segment: 2 });
const plain = (seq: number) => record(seq, 'queue.changed');

test('a recording is read from its files, which stay as they are (C-021)', async () => {
  const root = await temporaryFolder();
  const folder = await writeRecording(root, 'session', {
    [FIRST]: [header(), record(1, 'queue_changed'), '{"half\n', plain(2), 'torn'],
    [SECOND]: [other, plain(3), end(1, 3)],
    'notes.txt': ['not ours'],
    '000003-old.jsonl': [plain(9)],
    'writer.json': ['{'],
  });
  await mkdir(join(folder, '000004-0000000d.jsonl'));
  await symlink(join(folder, 'notes.txt'), join(folder, '000005-0000000e.jsonl'));
  const before = await fingerprint(folder);
  const options = { schema: traceSchema };
  const items = await collect(readRecording(folder, options));
  expect(seqsOf(items)).toEqual([1, 2, 3]);
  expect(recordsOf(items)[0]).toMatchObject({
    name: 'queue.changed',
    originalName: 'queue_changed',
  });
  expect(kindsOf(items)).toEqual(['invalid-json', 'torn-tail', 'unclean']);
  const byId = await collect(readRecording({ root, sessionId: 'session' }, options));
  expect(byId).toEqual(items);
  await verifyRecording(folder);
  await listRecordings(root);
  expect(Object.keys(before)).toHaveLength(6);
  expect(await fingerprint(folder)).toEqual(before);
});

test('what is not there is told at once, with what to do', async () => {
  const root = await temporaryFolder();
  await mkdir(join(root, 'traces', 'v1', 'empty'), { recursive: true });
  for (const place of [{ root, sessionId: 'nobody' }, join(root, 'traces', 'v1', 'empty')]) {
    await expect(collect(readRecording(place))).rejects.toMatchObject({ code: 'unreadable' });
    await expect(verifyRecording(place)).rejects.toMatchObject({ code: 'unreadable' });
  }
  await expect(listRecordings(join(root, 'nowhere'))).rejects.toThrow(/Check the root/);
});

test('an operation of a live process is open, of a dead one crashed', async () => {
  const root = await temporaryFolder();
  const bootId = currentBootId();
  const host = { pid: process.pid, host: hostname(), ...(bootId !== undefined && { bootId }) };
  const start = (seq: number) => record(seq, 'tool.started', { operationId: `call-${seq}` });
  const folder = await writeRecording(root, 'session', {
    [FIRST]: [header({ ...host, pid: process.pid + 1 }), start(1)],
    [SECOND]: [header({ ...host, segment: 2, writer: '0000000b' }), start(2)],
  });
  const missing = async () => {
    const tree = await foldOperations(readRecording(folder), {
      isLive: await livenessOf(folder),
    });
    return tree.roots.map((node) => node.missing);
  };
  expect(await missing()).toEqual(['crashed', 'crashed']);
  expect(kindsOf(await collect(readRecording(folder)))).toEqual(['unclean', 'unclean']);
  const { takeLease } = await import('../../src/node/lease.ts');
  const giveBack = await takeLease(folder);
  expect(await missing()).toEqual(['crashed', 'open']);
  expect(kindsOf(await collect(readRecording(folder)))).toEqual(['unclean']);
  expect(await listRecordings(root)).toMatchObject([{ isLive: true, summary: { incomplete: 2 } }]);
  await giveBack();
  expect(await missing()).toEqual(['crashed', 'crashed']);
});

test('one damaged folder never hides others from a list', async () => {
  const root = await temporaryFolder();
  const inRun = { runId: 'run', operationId: 'run' };
  const good = [
    header({ sessionId: 'good' }),
    record(1, 'run.started', inRun),
    record(2, 'run.completed', { ...inRun, data: { outcome: 'error' } }),
    end(2, 2),
  ];
  await writeRecording(root, 'good', { [FIRST]: good });
  await writeRecording(root, 'x-0123', { [FIRST]: [new Uint8Array(500), 'rubbish'] });
  await writeRecording(root, 'empty', {});
  await writeFile(join(root, 'traces', 'v1', 'file'), 'no folder');
  const listed = await listRecordings(root, { schema: traceSchema });
  const byName = new Map(listed.map((one) => [one.folder.split('/').at(-1), one]));
  expect([...byName.keys()].sort((a = '', b = '') => (a < b ? -1 : 1))).toEqual([
    'empty',
    'good',
    'x-0123',
  ]);
  expect(byName.get('good')).toMatchObject({
    sessionId: 'good',
    isLive: false,
    summary: { runs: 1, failedRuns: 1, outcome: 'error', damage: 0, mode: 'content', records: 2 },
  });
  expect(byName.get('x-0123')?.summary).toMatchObject({ records: 0, damage: 1 });
  expect(byName.get('empty')?.error).toMatch(/no segments/);
});

test('verify counts every problem and tells the first of them', async () => {
  const root = await temporaryFolder();
  const bad = Array.from({ length: 20 }, (_, index) => `rubbish ${index}\n`);
  const folder = await writeRecording(root, 'session', {
    [FIRST]: [header(), plain(1), ...bad, plain(3), 'torn'],
  });
  const found = await verifyRecording(folder, { maxProblems: 5 });
  expect(found.counts).toEqual({ 'invalid-json': 20, 'torn-tail': 1, unclean: 1, gap: 1 });
  expect(found.problems).toHaveLength(5);
  expect(found).toMatchObject({ isDamaged: true, records: 2, segments: 1 });
  const crashed = await writeRecording(root, 'crashed', {
    [FIRST]: [header(), plain(1), 'torn'],
  });
  expect(await verifyRecording(crashed)).toMatchObject({
    isDamaged: false,
    counts: { 'torn-tail': 1, unclean: 1 },
  });
});
