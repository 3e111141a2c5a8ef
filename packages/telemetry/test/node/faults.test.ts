import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFileStorage } from '../../src/node/file-storage.ts';
import { nodeFileSystem, type FileSystem } from '../../src/node/file-system.ts';
import { openRecording } from '../../src/node/open-recording.ts';
import { tracesFolder } from '../../src/node/recording-folder.ts';
import { systemError } from '../support/faulty-storage.ts';
import { accountedFor, numbersTo, parseSegments } from '../support/lines.ts';
import { testSchema, type TestEvents } from '../support/schema.ts';
import { scratchFolder, segmentTexts } from '../support/scratch.ts';
import { canMount, mountSmallDisk } from '../support/small-disk.ts';
import { startWriter } from '../support/start-writer.ts';

const isMountable = await canMount();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The time of a retry comes, and what it writes is written. */
async function retry(flush: () => Promise<unknown>): Promise<void> {
  vi.advanceTimersByTime(60_000);
  await flush();
}

function storageIn(
  root: string,
  files: FileSystem = nodeFileSystem,
): ReturnType<typeof createFileStorage> {
  return createFileStorage({ root, sessionId: 's1', writer: 'a1b2c3d4', files });
}

describe.runIf(isMountable)('a disk that is full', () => {
  it('costs nothing while the queue has room, and goes on in a new segment', async () => {
    const disk = await mountSmallDisk('1m');
    const { push, close, writer, diagnostics } = await startWriter(storageIn(disk.root));
    push(10, { pad: 1_000 });
    await writer.pump.flush();
    await disk.fill(0);
    push(100, { pad: 1_000 });
    expect(await writer.pump.flush()).toEqual({ ok: false, reason: 'degraded' });
    expect(writer.states.lastError?.code).toBe('ENOSPC');
    for (let i = 0; i < 5; i++) await retry(() => writer.pump.flush());
    expect(writer.states.state).toBe('degraded');
    const names = await readdir(join(tracesFolder(disk.root), 's1'));
    expect(names.filter((name) => name.endsWith('.jsonl')).length).toBeLessThanOrEqual(2);

    await disk.empty();
    await retry(() => writer.pump.flush());
    expect(writer.states.state).toBe('active');
    expect(await close()).toEqual({ ok: true });
    expect(diagnostics.map(({ state }) => state)).toEqual(['degraded', 'active']);
    const parsed = parseSegments(await segmentTexts(disk.root, 's1'));
    expect(parsed.records.map(({ seq }) => seq)).toEqual(numbersTo(110));
    expect(parsed.gaps).toEqual([]);
    expect(parsed.damaged.length).toBeLessThanOrEqual(1);
  });

  it('for longer than the queue lasts: the gap covers exactly what is missing', async () => {
    const disk = await mountSmallDisk('1m');
    const limits = { queueRecords: 50 };
    const { push, close, writer } = await startWriter(storageIn(disk.root), { limits });
    push(10);
    await writer.pump.flush();
    await disk.fill(0);
    push(50, { pad: 1_000 });
    await writer.pump.flush();
    for (let turn = 0; turn < 20; turn++) {
      push(20);
      await retry(() => writer.pump.flush());
    }
    await disk.empty();
    await retry(() => writer.pump.flush());
    push(5);
    expect(await close()).toEqual({ ok: true });
    const parsed = parseSegments(await segmentTexts(disk.root, 's1'));
    expect(parsed.gaps.length).toBeGreaterThan(0);
    expect(parsed.gaps.every(({ reason }) => reason === 'queue-full')).toBe(true);
    expect(accountedFor(parsed)).toEqual(numbersTo(465));
    expect(parsed.records.length).toBe(writer.queue.written);
  });

  it('from the start: the recording is there once there is space', async () => {
    const disk = await mountSmallDisk('1m');
    await disk.fill(0);
    const { push, close, writer } = await startWriter(storageIn(disk.root));
    push(3);
    expect(writer.states.state).toBe('degraded');
    await disk.empty();
    await retry(() => writer.pump.flush());
    expect(await close()).toEqual({ ok: true });
    const texts = await segmentTexts(disk.root, 's1');
    expect(parseSegments(texts).records).toHaveLength(3);
  });

  it('of which only a little is left at a time gets filled with records, not with empty files', async () => {
    const disk = await mountSmallDisk('1m');
    const { push, close, writer } = await startWriter(storageIn(disk.root));
    for (let turn = 0; turn < 10; turn++) {
      await disk.fill(16_384);
      push(30, { pad: 1_000 });
      await retry(() => writer.pump.flush());
    }
    await disk.empty();
    expect(await close()).toEqual({ ok: true });
    const parsed = parseSegments(await segmentTexts(disk.root, 's1'));
    expect(parsed.records.map(({ seq }) => seq)).toEqual(numbersTo(300));
    expect(parsed.heads.length).toBeLessThan(20);
  });
});

describe('a place that refuses', () => {
  const recording = async (
    root: string,
  ): Promise<Awaited<ReturnType<typeof openRecording<TestEvents>>>> => {
    const opened = await openRecording({ root, sessionId: 's1', schema: testSchema });
    for (let i = 0; i < 200; i++) opened.recorder.record('note', { text: 'a' });
    return opened;
  };

  it.each(['', 'traces', 'traces/v1', 'traces/v1/s1'])(
    'as a file is where the folder "%s" should be',
    async (path) => {
      const root = join(await scratchFolder(), 'root');
      if (path !== '') await mkdir(join(root, path, '..'), { recursive: true, mode: 0o700 });
      await writeFile(join(root, path), 'in the way');
      const opened = await recording(root);
      expect(opened.status()).toMatchObject({
        ...{ state: 'disabled', captured: 200, written: 0 },
        lastError: { code: 'ENOTDIR' },
      });
      expect(opened.status().dropped['write-error']).toBe(200);
      expect(await opened.close()).toEqual({ ok: false, reason: 'disabled' });
    },
  );

  it('as its root is a link that leads nowhere', async () => {
    const root = join(await scratchFolder(), 'root');
    await symlink(join(root, 'not-there'), root);
    const opened = await recording(root);
    expect(opened.status().state).toBe('disabled');
    expect(await opened.close()).toEqual({ ok: false, reason: 'disabled' });
  });

  it.runIf(isMountable)('as it is mounted for reading only', async () => {
    const disk = await mountSmallDisk('1m');
    await disk.makeReadOnly();
    const opened = await recording(disk.root);
    expect(opened.status()).toMatchObject({ state: 'disabled', lastError: { code: 'EROFS' } });
    expect(await opened.close()).toEqual({ ok: false, reason: 'disabled' });
  });

  it('as we have no right to it', async () => {
    const root = await scratchFolder();
    await chmod(root, 0o500);
    // Rights say nothing to the superuser: be somebody else for the moment.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      const opened = await recording(root);
      expect(opened.status()).toMatchObject({ state: 'disabled', lastError: { code: 'EACCES' } });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});

describe('a system that does less than it was asked to', () => {
  it('one byte at a time: the file is what it would have been', async () => {
    const root = await scratchFolder();
    let calls = 0;
    const files: FileSystem = {
      ...nodeFileSystem,
      write(fd, bytes, offset) {
        if (++calls % 7 === 0) return Promise.reject(systemError('EAGAIN'));
        if (calls % 11 === 0) return Promise.reject(systemError('EINTR'));
        return nodeFileSystem.write(fd, bytes.subarray(0, offset + 1 + (calls % 3)), offset);
      },
    };
    vi.useRealTimers();
    const { push, close } = await startWriter(storageIn(root, files));
    push(3);
    expect(await close()).toEqual({ ok: true });
    const { records, damaged, ends } = parseSegments(await segmentTexts(root, 's1'));
    expect(damaged).toEqual([]);
    expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(ends).toHaveLength(1);
  });

  it('writes whole lines with each call, and never a line in two', async () => {
    const root = await scratchFolder();
    const written: string[] = [];
    const files: FileSystem = {
      ...nodeFileSystem,
      write(fd, bytes, offset) {
        written.push(Buffer.from(bytes.subarray(offset)).toString());
        return nodeFileSystem.write(fd, bytes, offset);
      },
    };
    const { push, close } = await startWriter(storageIn(root, files));
    push(100, { pad: 20_000 });
    await close();
    expect(written.length).toBeGreaterThan(5);
    expect(written.every((text) => text.startsWith('{') && text.endsWith('}\n'))).toBe(true);
  });

  it('fails to close: told, and the descriptor of another file is never touched', async () => {
    const root = await scratchFolder();
    const closed: number[] = [];
    const files: FileSystem = {
      ...nodeFileSystem,
      async close(fd) {
        closed.push(fd);
        await nodeFileSystem.close(fd);
        throw systemError('EIO');
      },
    };
    const { push, close, writer } = await startWriter(storageIn(root, files));
    push(1);
    expect(await close()).toEqual({ ok: false, reason: 'degraded' });
    expect(writer.queue.written).toBe(1);
    expect(closed).toHaveLength(1);
  });
});
