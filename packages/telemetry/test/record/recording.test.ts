import type { CaptureMode } from '@loop/events/trace';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStorage, type MemoryStorage } from '../../src/record/memory-storage.ts';
import type { RecordingOptions, StartOptions } from '../../src/record/recording-options.ts';
import { startRecording, type Recording } from '../../src/record/recording.ts';
import type { TraceStorage } from '../../src/record/storage.ts';
import { createFaultyStorage, systemError, type FaultyStorage } from '../support/faulty-storage.ts';
import { accountedFor, numbersTo, parseSegments, type Parsed } from '../support/lines.ts';
import { testSchema, type TestEvents } from '../support/schema.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Options = Partial<Omit<StartOptions<TestEvents>, 'storage'>>;

function start(storage: TraceStorage, options: Options = {}): Promise<Recording<TestEvents>> {
  return startRecording({
    storage,
    sessionId: 's1',
    schema: testSchema,
    mode: 'content',
    ...options,
  });
}

function parse(storage: MemoryStorage): Parsed {
  return parseSegments(storage.segments.map(({ text }) => text));
}

it('records from the first call to the last, and closes with everything written', async () => {
  const storage = createMemoryStorage();
  const recording = await start(storage);
  for (const level of numbersTo(1_000)) recording.recorder.record('note', { text: 'hello', level });
  expect(await recording.close()).toEqual({ ok: true });
  const { records, heads, ends } = parse(storage);
  expect(records.map(({ seq }) => seq)).toEqual(numbersTo(1_000));
  expect(records[0]).toMatchObject({
    name: 'note',
    sessionId: 's1',
    data: { text: 'hello', level: 1 },
  });
  expect(heads).toEqual([
    expect.objectContaining({
      sessionId: 's1',
      mode: 'content',
      schema: { name: 'test.trace', version: 3 },
    }),
  ]);
  expect(ends).toEqual([expect.objectContaining({ records: 1_000, lastSeq: 1_000, dropped: 0 })]);
  expect(storage.segments.every(({ isClosed }) => isClosed)).toBe(true);
});

it('goes on with the numbers of earlier openings, under new identities', async () => {
  const storage = createMemoryStorage();
  for (let opening = 0; opening < 3; opening++) {
    const recording = await start(storage);
    for (let i = 0; i < 5; i++) recording.recorder.record('note', { text: 'a' });
    await recording.close();
  }
  const { records, heads } = parse(storage);
  expect(records.map(({ seq }) => seq)).toEqual(numbersTo(15));
  expect(new Set(records.map(({ eventId }) => eventId)).size).toBe(15);
  expect(new Set(heads.map(({ writer }) => writer)).size).toBe(3);
  expect(heads.map(({ previous }) => previous)).toEqual([null, '000001-memory', '000002-memory']);
});

it('counts what is recorded after its end, and never throws', async () => {
  const storage = createMemoryStorage();
  const recording = await start(storage);
  recording.recorder.record('note', { text: 'before' });
  const closing = recording.close();
  recording.recorder.record('note', { text: 'after' });
  recording.recorder
    .begin('tool', { toolCallId: 'c1' })
    .complete({ toolCallId: 'c1', isError: false });
  await closing;
  recording.recorder.record('note', { text: 'long after' });
  expect(recording.status()).toMatchObject({ state: 'closed', written: 1, captured: 5 });
  expect(recording.status().dropped.closed).toBe(4);
  expect(recording.close()).toBe(recording.close());
  expect(await recording.close()).toEqual({ ok: true });
  for (const result of [await recording.flush(), await recording.sync(), recording.flushSync()]) {
    expect(result).toEqual({ ok: false, reason: 'closed' });
  }
  recording.setMode('stream');
  expect(parse(storage).records).toHaveLength(1);
});

it('begins a segment where the mode changes; what is held goes to the one it was captured for', async () => {
  const storage = createMemoryStorage();
  const recording = await start(storage, { mode: 'stream' });
  recording.recorder.record('delta', { index: 0, text: 'held until more comes' });
  recording.recorder.record('note', { text: 'behind it' });
  recording.setMode('metadata');
  recording.recorder.record('note', { text: 'not kept', level: 4 });
  recording.setMode('off');
  expect(recording.recorder.enabled).toBe(false);
  recording.recorder.record('note', { text: 'not at all' });
  recording.setMode('content');
  recording.recorder.record('note', { text: 'kept' });
  await recording.close();
  const parsed = storage.segments.map(({ text }) => parseSegments([text]));
  expect(parsed.map(({ heads }) => heads[0]?.mode)).toEqual(['stream', 'metadata', 'content']);
  expect(parsed.map(({ records }) => records.map(({ seq }) => seq))).toEqual([[1, 2], [3], [4]]);
  expect(storage.segments[1]?.text).not.toContain('not kept');
});

it('writes nothing in mode off, not even a segment', async () => {
  const storage = createMemoryStorage();
  const recording = await start(storage, { mode: 'off' });
  recording.recorder.record('note', { text: 'a' });
  expect(await recording.close()).toEqual({ ok: true });
  expect(storage.segments).toEqual([]);
  expect(recording.status()).toMatchObject({ captured: 0, written: 0 });
});

it('syncs behind events that are declared so', async () => {
  const storage = createFaultyStorage();
  const recording = await start(storage);
  recording.recorder.record('note', { text: 'a' });
  await recording.flush();
  expect(storage.calls).not.toContain('sync');
  recording.recorder.record('saved', { count: 1 });
  await recording.flush();
  expect(storage.calls.at(-1)).toBe('sync');
});

it('ends what is held before it flushes, at once or not', async () => {
  const storage = createMemoryStorage();
  const recording = await start(storage, { mode: 'stream' });
  recording.recorder.record('delta', { index: 0, text: 'one' });
  await recording.flush();
  expect(parse(storage).records).toHaveLength(1);
  recording.recorder.record('delta', { index: 0, text: 'two' });
  expect(recording.flushSync()).toEqual({ ok: true });
  expect(parse(storage).records).toHaveLength(2);
});

it('keeps out a value that it was told of, from then on', async () => {
  const storage = createMemoryStorage();
  const recording = await start(storage);
  const secret = ['correct', 'horse', 'battery'].join('-');
  recording.registerSecret(secret);
  recording.recorder.record('note', { text: `it is ${secret}.` });
  await recording.close();
  expect(storage.segments[0]?.text).not.toContain('horse');
  expect(recording.status().redacted).toBe(1);
  expect(() => recording.registerSecret('short')).toThrow(/8/);
});

it('goes on with metadata when the bytes of a recording are used up, also after it is opened again', async () => {
  const storage = createMemoryStorage();
  const limits = { recordingBytes: 20_000 };
  const first = await start(storage, { limits });
  for (let i = 0; i < 40; i++) first.recorder.record('note', { text: 'x'.repeat(1_000), level: i });
  expect(first.status().mode).toBe('metadata');
  await first.close();
  const second = await start(storage, { limits });
  second.recorder.record('note', { text: 'x'.repeat(1_000), level: 40 });
  await second.close();
  const parsed = parse(storage);
  expect(accountedFor(parsed)).toEqual(numbersTo(41));
  expect(parsed.gaps).toEqual([expect.objectContaining({ count: 1, reason: 'limit' })]);
  expect(parsed.heads.map(({ mode }) => mode)).toEqual(['content', 'metadata', 'metadata']);
  expect(parsed.records.at(-1)?.data['level']).toBe(40);
});

it('tells of every loss: what was captured is written or dropped, number by number', async () => {
  const storage = createFaultyStorage();
  const recording = await start(storage, { limits: { queueRecords: 50, reserveBytes: 2_000 } });
  let fails = 0;
  storage.before = (call) => {
    if (call === 'append' && ++fails % 3 === 0) throw systemError('EIO');
  };
  for (let turn = 0; turn < 60; turn++) {
    for (let i = 0; i < 3 + (turn % 7) * 6; i++) {
      recording.recorder.record('note', { text: `turn ${turn}` });
    }
    recording.recorder.begin('tool', { toolCallId: `c${turn}` });
    await vi.advanceTimersByTimeAsync(turn * 50);
  }
  storage.before = () => {};
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await recording.close()).toEqual({ ok: true });
  const { captured, written, dropped, gaps } = recording.status();
  const parsed = parseSegments(storage.texts());
  expect(parsed.records).toHaveLength(written);
  expect(parsed.gaps).toHaveLength(gaps);
  expect(dropped['write-error']).toBeGreaterThan(0);
  expect(accountedFor(parsed)).toEqual(numbersTo(captured));
});

describe('a run that is recorded to a storage that fails', () => {
  const faults: [string, string, (storage: FaultyStorage) => void][] = [
    ['is no folder', 'disabled', (storage) => failAt(storage, 'open', 1, 'ENOTDIR')],
    ['may not be written to', 'disabled', (storage) => failAt(storage, 'open', 1, 'EACCES')],
    ['cannot be read', 'disabled', (storage) => failAt(storage, 'resume', 1, 'EIO')],
    ['is full at the fifth write', 'degraded', (storage) => failAt(storage, 'append', 5, 'ENOSPC')],
    ['fails to sync', 'degraded', (storage) => failAt(storage, 'sync', 1, 'EIO')],
    ['never answers', 'active', (storage) => neverAnswer(storage)],
  ];

  it.each(faults)('whose storage %s (%s) goes as it would without', async (_what, state, plan) => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const storage = createFaultyStorage();
    plan(storage);
    const recording = await start(storage);
    const times: number[] = [];
    for (const level of numbersTo(200)) {
      const before = process.hrtime.bigint();
      recording.recorder.record('note', { text: 'x'.repeat(500), level });
      times.push(Number(process.hrtime.bigint() - before) / 1e6);
      if (level % 50 === 0) recording.recorder.record('saved', { count: level });
      if (level % 10 === 0) await vi.advanceTimersByTimeAsync(1);
    }
    expect(recording.status()).toMatchObject({ state, captured: 204 });
    // The median: other processes may take the machine for a while.
    expect(times.sort((a, b) => a - b)[100]).toBeLessThan(1);
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('hears of it once per change, and may throw itself', async () => {
    const storage = createFaultyStorage();
    const onDiagnostic = vi.fn(() => {
      throw new Error('the host is broken too');
    });
    const recording = await start(storage, { onDiagnostic });
    failAt(storage, 'append', 1, 'ENOSPC', 3);
    for (let i = 0; i < 20; i++) {
      recording.recorder.record('note', { text: 'a' });
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(recording.status().state).toBe('active');
    expect(onDiagnostic).toHaveBeenCalledTimes(2);
    expect(recording.status().lastError?.code).toBe('ENOSPC');
  });
});

function neverAnswer(storage: FaultyStorage): void {
  let appends = 0;
  storage.before = (call) =>
    call === 'append' && ++appends > 1 ? new Promise(() => {}) : undefined;
}

/** From the nth such call on, so many fail. */
function failAt(storage: FaultyStorage, call: string, nth: number, code: string, times = 1): void {
  let count = 0;
  storage.before = (now) => {
    if (now === call && ++count >= nth && count < nth + times) throw systemError(code);
  };
}

it.each<[string, Partial<Record<keyof RecordingOptions<TestEvents>, unknown>>]>([
  ['storage', { storage: {} } as object],
  ['sessionId', { sessionId: '' }],
  ['schema', { schema: {} }],
  ['mode', { mode: 'everything' as CaptureMode }],
  ['sync', { sync: 'always' }],
  ['limits.queueBytes', { limits: { queueBytes: -1 } }],
  ['limits.speed', { limits: { speed: 1 } }],
  ['onDiagnostic', { onDiagnostic: 'console' }],
  ['producer', { producer: { name: 'x' } }],
])('refuses a wrong %s, and says what it expected', async (name, options) => {
  const storage = createFaultyStorage();
  await expect(start(storage, options as Options)).rejects.toMatchObject({
    name: 'LoopTelemetryError',
    code: 'invalid-option',
    message: expect.stringContaining(name) as string,
  });
  expect(storage.calls).not.toContain('open');
  const recording = await start(createMemoryStorage());
  expect(() => recording.setMode('all' as CaptureMode)).toThrow(/mode: expected off/);
});
