import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ReadItem, ReadRecord } from '../../src/index.ts';
import { foldOperations } from '../../src/index.ts';
import { openRecording, readRecording, verifyRecording } from '../../src/node/index.ts';
import { recordingFolder } from '../../src/node/recording-folder.ts';
import { listSegments, segmentFile } from '../../src/node/segment-name.ts';
import { createFileStorage } from '../../src/node/file-storage.ts';
import { nodeFileSystem, type FileSystem } from '../../src/node/file-system.ts';
import { startRecording, type Recording } from '../../src/record/recording.ts';
import type { RecordingOptions } from '../../src/record/recording-options.ts';
import { systemError } from '../support/faulty-storage.ts';
import { numbersTo } from '../support/lines.ts';
import { testSchema, type TestEvents } from '../support/schema.ts';
import { scratchFolder, segmentTexts } from '../support/scratch.ts';

const session = { sessionId: 's1', schema: testSchema, mode: 'content' } as const;

function open(
  root: string,
  options: Partial<RecordingOptions<TestEvents>> = {},
): Promise<Recording<TestEvents>> {
  return openRecording({ root, ...session, ...options });
}

async function read(root: string): Promise<{ items: ReadItem[]; records: ReadRecord[] }> {
  const items: ReadItem[] = [];
  for await (const item of readRecording({ root, sessionId: 's1' })) items.push(item);
  const records = items.flatMap((item) => (item.type === 'record' ? [item.record] : []));
  return { items, records };
}

function verify(root: string): ReturnType<typeof verifyRecording> {
  return verifyRecording({ root, sessionId: 's1' });
}

/** An untyped caller's recorder. */
function untyped(recording: Recording<TestEvents>): (name: string, data: unknown) => void {
  return recording.recorder.record as unknown as (name: string, data: unknown) => void;
}

it('writes what a reader reads, without a problem, in segments that end (C-038)', async () => {
  const root = await scratchFolder();
  const recording = await open(root, { limits: { segmentBytes: 20_000, batchBytes: 4_000 } });
  for (const level of numbersTo(1_000)) recording.recorder.record('note', { text: 'a', level });
  expect(await recording.close()).toEqual({ ok: true });
  expect(await verify(root)).toMatchObject({ records: 1_000, counts: {}, isDamaged: false });
  const { records } = await read(root);
  expect(records.map(({ data }) => data['level'])).toEqual(numbersTo(1_000));
});

it('has written everything when close resolves, also what was recorded in the same turn (C-038)', async () => {
  const root = await scratchFolder();
  const recording = await open(root);
  recording.recorder.record('note', { text: 'last words' });
  await recording.close();
  expect((await read(root)).records).toHaveLength(1);
});

it.each([
  ['half a record', (seq: number) => `{"v":1,"seq":${seq},"na`, 3, { 'torn-tail': 1 }],
  [
    'a whole record without its line feed',
    (seq: number) =>
      `{"v":1,"seq":${seq},"eventId":"x","time":"${new Date().toISOString()}","mono":${Math.round(performance.now() * 1_000)},"name":"note","sessionId":"s1","data":{}}`,
    4,
    {},
  ],
])('goes on behind %s, and leaves it as it is (C-004)', async (_what, tail, kept, counts) => {
  const root = await scratchFolder();
  const first = await open(root);
  for (const level of numbersTo(3)) first.recorder.record('note', { text: 'a', level });
  await first.flush();
  const folder = await recordingFolder(root, 's1');
  const [{ name } = { name: '' }] = await listSegments(folder);
  const file = join(folder, segmentFile(name));
  await appendFile(file, tail(4));
  const before = await readFile(file, 'utf8');
  const second = await open(root);
  second.recorder.record('note', { text: 'new' });
  await second.close();
  expect(await readFile(file, 'utf8')).toBe(before);
  const { records } = await read(root);
  expect(records.map(({ seq }) => seq)).toEqual(numbersTo(kept + 1));
  const damage = Object.entries((await verify(root)).counts).filter(([kind]) => kind !== 'unclean');
  expect(Object.fromEntries(damage)).toEqual(counts);
  await first.close();
});

it('numbers on over openings, former names and large records among them (C-040)', async () => {
  const root = await scratchFolder();
  const first = await open(root, { limits: { recordBytes: 500_000, textBytes: 400_000 } });
  for (const level of numbersTo(8)) first.recorder.record('note', { text: 'a', level });
  first.recorder.record('note', { text: 'a\u2028b' });
  first.recorder.record('note', { text: 'long '.repeat(60_000) });
  await first.close();
  const second = await open(root);
  second.recorder.record('note', { text: 'eleventh' });
  await second.close();
  const { records } = await read(root);
  expect(records.at(-1)).toMatchObject({ seq: 11, data: { text: 'eleventh' } });
  expect(new Set(records.map(({ eventId }) => eventId)).size).toBe(11);
});

it('writes one line per record, whatever separates lines elsewhere (C-039)', async () => {
  const root = await scratchFolder();
  const recording = await open(root);
  const text = 'a\u2028b\u2029c\u0085d\ve\ff\rg\nh\r\ni';
  recording.recorder.record('note', { text });
  await recording.close();
  const [written = ''] = await segmentTexts(root, 's1');
  expect(written.match(/\n/g)).toHaveLength(3);
  expect(written).not.toMatch(/[\u2028\u2029]/);
  expect((await read(root)).records[0]?.data['text']).toBe(text);
});

it('takes whatever it is given, and the next record has the next number (C-023)', async () => {
  const root = await scratchFolder();
  const recording = await open(root);
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  let deep: unknown = 'bottom';
  for (let i = 0; i < 100_000; i++) deep = [deep];
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const throwing = {
    get getter(): never {
      throw new Error('no');
    },
  };
  const values = [
    ...[12n, cycle, new Map([[1, 2]]), new Set([1]), new Date(Number.NaN), Symbol('s'), () => {}],
    ...[
      Object.assign(Array(3), { 0: 1 }),
      throwing,
      deep,
      Buffer.from('bytes'),
      proxy,
      undefined,
      null,
      Number.NaN,
    ],
    {
      toJSON: () => {
        throw new Error('no');
      },
    },
  ];
  for (const value of values) untyped(recording)('note', { text: value });
  untyped(recording)('note', {
    text: Object.assign(new Error('broken', { cause: 'why' }), { code: 'E1' }),
  });
  recording.recorder.record('note', { text: 'after' });
  expect(await recording.close()).toEqual({ ok: true });
  expect(await verify(root)).toMatchObject({ counts: {}, isDamaged: false });
  const notes = (await read(root)).records.filter(({ name }) => name === 'note');
  expect(notes.at(-1)?.data['text']).toBe('after');
  expect(notes.at(-2)?.data['text']).toMatchObject({
    name: 'Error',
    message: 'broken',
    code: 'E1',
  });
});

it('keeps what was passed as it was when it was passed', async () => {
  const root = await scratchFolder();
  const recording = await open(root);
  const input = { list: [1, 2] };
  recording.recorder.begin('tool', { toolCallId: 'c1', input });
  input.list.push(3);
  await recording.close();
  expect((await read(root)).records[0]?.data['input']).toEqual({ list: [1, 2] });
});

it('records each end once, with its outcome, and never an end that did not happen (C-066)', async () => {
  const root = await scratchFolder();
  const recording = await open(root);
  const { recorder } = recording;
  const ok = recorder.begin('tool', { toolCallId: 'ok' }, { runId: 'r1' });
  const bad = recorder.begin('tool', { toolCallId: 'bad' }, { runId: 'r1' });
  recorder.begin(
    'tool',
    { toolCallId: 'open' },
    { runId: 'r1', parentOperationId: ok.operationId },
  );
  bad.complete({ toolCallId: 'bad', isError: true });
  ok.complete({ toolCallId: 'ok', isError: false });
  await recording.close();
  const { items } = await read(root);
  const tree = await foldOperations(
    (async function* () {
      yield* items;
    })(),
  );
  const told = [...tree.byId.values()].flat().map(({ status, outcome }) => `${status} ${outcome}`);
  expect(told.sort()).toEqual(['complete error', 'complete ok', 'incomplete unknown']);
});

it('accounts for every record over a disk that fails now and then', async () => {
  const root = await scratchFolder();
  let calls = 0;
  const files: FileSystem = {
    ...nodeFileSystem,
    write: (fd, bytes, offset) =>
      ++calls % 5 === 0
        ? Promise.reject(systemError('EIO'))
        : nodeFileSystem.write(fd, bytes.subarray(0, offset + 700), offset),
  };
  const storage = createFileStorage({ root, sessionId: 's1', writer: 'a1b2c3d4', files });
  const limits = { queueRecords: 30, batchBytes: 2_000 };
  const recording = await startRecording({ ...session, storage, limits });
  for (let turn = 0; turn < 40; turn++) {
    for (let i = 0; i < 12; i++) recording.recorder.record('note', { text: 'x'.repeat(60) });
    await recording.flush();
  }
  files.write = nodeFileSystem.write;
  expect(await recording.close()).toEqual({ ok: true });
  const { captured, written, dropped } = recording.status();
  expect(dropped['queue-full']).toBeGreaterThan(0);
  const verified = await verify(root);
  expect(verified.records).toBe(written);
  expect(verified.records + verified.dropped).toBe(captured);
  expect(verified.counts).not.toHaveProperty('gap');
  expect(verified.counts).not.toHaveProperty('duplicate-event');
});

it('reads a record once that may be lost and is there', async () => {
  const root = await scratchFolder();
  let isFailing = false;
  const files: FileSystem = {
    ...nodeFileSystem,
    async write(fd, bytes, offset) {
      const count = await nodeFileSystem.write(fd, bytes, offset);
      // It is written, and nobody is told how much of it.
      if (isFailing) throw new Proxy(systemError('EIO'), { set: () => false });
      return count;
    },
  };
  const storage = createFileStorage({ root, sessionId: 's1', writer: 'a1b2c3d4', files });
  const recording = await startRecording({ ...session, storage });
  recording.recorder.record('note', { text: 'one' });
  await recording.flush();
  isFailing = true;
  recording.recorder.record('note', { text: 'two' });
  expect(await recording.flush()).toEqual({ ok: false, reason: 'degraded' });
  isFailing = false;
  recording.recorder.record('note', { text: 'three' });
  expect(await recording.close()).toEqual({ ok: true });
  const { records } = await read(root);
  expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(recording.status()).toMatchObject({ captured: 3, written: 2 });
  expect((await verify(root)).isDamaged).toBe(false);
});

it('rejects what its caller got wrong, and nothing that a disk does', async () => {
  await expect(open('')).rejects.toMatchObject({ code: 'invalid-option' });
  await expect(open('/tmp', { sessionId: '' })).rejects.toThrow(/sessionId: expected a text/);
});
