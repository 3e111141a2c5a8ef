import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordingFolder } from '../../src/node/recording-folder.ts';
import { createFileStorage } from '../../src/node/file-storage.ts';
import { isLive, readLease } from '../../src/node/lease.ts';
import { tracesFolder } from '../../src/node/recording-folder.ts';
import { sessionKeys } from '../../src/node/session-key.ts';
import { storageSuite } from '../../src/testing/index.ts';
import { accountedFor, numbersTo, parseSegments } from '../support/lines.ts';
import { scratchFolder, segmentTexts } from '../support/scratch.ts';
import { startWriter } from '../support/start-writer.ts';

let openings = 0;

/** A storage as a new process would make it. */
function storageIn(root: string, sessionId = 's1'): ReturnType<typeof createFileStorage> {
  const writer = (++openings).toString(16).padStart(8, '0');
  return createFileStorage({ root, sessionId, writer });
}

describe('in files', () => {
  storageSuite(async () => {
    const root = await scratchFolder();
    const folder = join(tracesFolder(root), 's1');
    let planted = 0;
    return {
      storage: () => storageIn(root),
      texts: () => segmentTexts(root, 's1'),
      async plant(text) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const count = (await segmentTexts(root, 's1')).length;
        const writer = (++planted).toString(16).padStart(8, 'f');
        await writeFile(
          join(folder, `${String(count + 1).padStart(6, '0')}-${writer}.jsonl`),
          text,
        );
      },
    };
  }, it);
});

describe('folders and files', () => {
  let umask: number;
  beforeAll(() => (umask = process.umask(0)));
  afterAll(() => void process.umask(umask));

  it('are for their owner alone, whatever the umask, from the moment they are there', async () => {
    const root = await scratchFolder();
    const storage = storageIn(join(root, 'data'));
    const { push, close, writer } = await startWriter(storage);
    push(1);
    await writer.pump.flush();
    const folder = await recordingFolder(join(root, 'data'), 's1');
    const names = await readdir(folder);
    expect(names.sort()).toEqual([
      expect.stringMatching(/^000001-[0-9a-f]{8}\.jsonl$/),
      'recording.json',
      'writer.json',
    ]);
    for (const path of [
      join(root, 'data'),
      join(root, 'data/traces'),
      tracesFolder(join(root, 'data')),
      folder,
    ]) {
      expect((await stat(path)).mode & 0o7777).toBe(0o700);
    }
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o7777).toBe(0o600);
    await close();
    await storage.close?.();
    expect(await readdir(folder)).not.toContain('writer.json');
  });

  it('name the session once', async () => {
    const root = await scratchFolder();
    await (await startWriter(storageIn(root))).close();
    const file = join(await recordingFolder(root, 's1'), 'recording.json');
    const first = await readFile(file, 'utf8');
    expect(JSON.parse(first)).toEqual({
      ...{ format: 'loop.trace', version: 1, sessionId: 's1' },
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    await (await startWriter(storageIn(root))).close();
    expect(await readFile(file, 'utf8')).toBe(first);
  });

  it('may have a root that is a link; it is followed once', async () => {
    const root = await scratchFolder();
    await mkdir(join(root, 'one'));
    await mkdir(join(root, 'two'));
    await symlink(join(root, 'one'), join(root, 'link'));
    const { push, close } = await startWriter(storageIn(join(root, 'link')), {
      limits: { segmentBytes: 400 },
    });
    await rm(join(root, 'link'));
    await symlink(join(root, 'two'), join(root, 'link'));
    push(2, { pad: 300 });
    expect(await close()).toEqual({ ok: true });
    expect(parseSegments(await segmentTexts(join(root, 'one'), 's1')).records).toHaveLength(2);
    expect(await readdir(join(root, 'two'))).toEqual([]);
  });

  it.each([
    ['group', 0o720],
    ['world', 0o702],
  ])('that the %s may write to are refused', async (_who, mode) => {
    const root = await scratchFolder();
    const folder = join(tracesFolder(root), 's1');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, mode);
    const { push, writer, diagnostics } = await startWriter(storageIn(root));
    push(1);
    expect(writer.states.state).toBe('disabled');
    expect(diagnostics[0]?.message).toContain('chmod 700');
    expect(await readdir(folder)).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)('of another user are refused', async () => {
    const root = await scratchFolder();
    const folder = join(tracesFolder(root), 's1');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chown(folder, 12_345, 12_345);
    const { writer, diagnostics } = await startWriter(storageIn(root));
    expect(writer.states.state).toBe('disabled');
    expect(diagnostics[0]?.message).toContain('belongs to user 12345');
    expect(await readdir(folder)).toEqual([]);
  });

  it('pass over links and pipes that look like segments', async () => {
    const root = await scratchFolder();
    const folder = join(tracesFolder(root), 's1');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await symlink('/etc/hostname', join(folder, '000007-00000000.jsonl'));
    await promisify(execFile)('mkfifo', [join(folder, '000008-00000000.jsonl')]);
    const started = await startWriter(storageIn(root));
    started.push(1);
    expect(await started.close()).toEqual({ ok: true });
    expect((await segmentTexts(root, 's1')).length).toBe(1);
  });
});

describe('session names', () => {
  it.each([
    '../x',
    'CON',
    'con',
    'x'.repeat(300),
    '',
    '.',
    '..',
    'a/b',
    'a\0b',
    'über',
    'x-1',
    'a b',
  ])('%j becomes a folder of its own, below the root', async (sessionId) => {
    const root = await scratchFolder();
    const { push, close } = await startWriter(storageIn(root, sessionId));
    push(1);
    expect(await close()).toEqual({ ok: true });
    const [name, ...others] = await readdir(tracesFolder(root));
    expect(others).toEqual([]);
    expect(name).toMatch(/^x-[0-9a-f]{32}$/);
    expect(await readdir(root)).toEqual(['traces']);
    expect(await segmentTexts(root, sessionId)).toHaveLength(1);
  });

  it('stay as they are where they are good names', () => {
    expect(sessionKeys('01J9-Z_a')[0]).toBe('01J9-Z_a');
    expect(sessionKeys('x'.repeat(64))[0]).toBe('x'.repeat(64));
    expect(sessionKeys('console')[0]).toBe('console');
  });

  it('that a file system does not tell apart get folders apart', async () => {
    const root = await scratchFolder();
    const first = await startWriter(storageIn(root, 'abc'));
    first.push(3);
    await first.close();
    // As if names did not differ by case.
    await symlink(join(tracesFolder(root), 'abc'), join(tracesFolder(root), 'ABC'));
    const second = await startWriter(storageIn(root, 'ABC'));
    second.push(2);
    await second.close();
    expect(parseSegments(await segmentTexts(root, 'abc')).records).toHaveLength(3);
    expect(parseSegments(await segmentTexts(root, 'ABC')).records).toHaveLength(2);
  });
});

describe('the lease', () => {
  it('names this process while a recording is open, and is gone afterwards', async () => {
    const root = await scratchFolder();
    const storage = storageIn(root);
    const { push, close } = await startWriter(storage, { limits: { segmentBytes: 500 } });
    push(5, { pad: 200 });
    const folder = await recordingFolder(root, 's1');
    const lease = await readLease(folder);
    expect(lease).toMatchObject({ pid: process.pid, host: hostname() });
    expect(lease && isLive(lease)).toBe(true);
    await close();
    await storage.close?.();
    expect(await readLease(folder)).toBeUndefined();
  });

  it('of a live writer is left to it; recording goes on without one', async () => {
    const root = await scratchFolder();
    const [one, two] = [storageIn(root), storageIn(root)];
    const first = await startWriter(one);
    const folder = await recordingFolder(root, 's1');
    const lease = await readLease(folder);
    const second = await startWriter(two);
    second.push(1);
    expect(await second.close()).toEqual({ ok: true });
    await two.close?.();
    expect(await readLease(folder)).toEqual(lease);
    await first.close();
    await one.close?.();
    expect(await readLease(folder)).toBeUndefined();
  });

  it.each<[string, (lease: Record<string, unknown>) => unknown]>([
    ['of a process that is gone', (lease) => ({ ...lease, pid: 2 ** 22 + 1 })],
    ['of no process but every one of a group', (lease) => ({ ...lease, pid: 0 })],
    ['of a pid that was used again', (lease) => ({ ...lease, startTicks: '1' })],
    ['of another boot', (lease) => ({ ...lease, bootId: 'another' })],
    ['of another host', (lease) => ({ ...lease, host: 'another' })],
    ['that is damaged', () => '{"pid":'],
    ['that is no object', () => null],
  ])('%s is taken over', async (_what, change) => {
    const root = await scratchFolder();
    await startWriter(storageIn(root));
    const file = join(await recordingFolder(root, 's1'), 'writer.json');
    const changed = change(JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>);
    await writeFile(file, typeof changed === 'string' ? changed : JSON.stringify(changed));
    const stale = await readLease(join(file, '..'));
    expect(stale !== undefined && isLive(stale)).toBe(false);
    await startWriter(storageIn(root));
    const taken = await readLease(join(file, '..'));
    expect(taken && isLive(taken)).toBe(true);
  });

  it('that cannot be written changes nothing for recording', async () => {
    const root = await scratchFolder();
    await mkdir(join(tracesFolder(root), 's1', 'writer.json'), {
      recursive: true,
      mode: 0o700,
    });
    const { push, close } = await startWriter(storageIn(root));
    push(1);
    expect(await close()).toEqual({ ok: true });
  });
});

describe('a long recording', () => {
  it('holds one descriptor, over a hundred segments', async () => {
    const root = await scratchFolder();
    const { push, close, writer } = await startWriter(storageIn(root), {
      limits: { segmentBytes: 1_000 },
    });
    const count = (): number => readdirSync('/proc/self/fd').length;
    push(1);
    await writer.pump.flush();
    const before = count();
    for (let i = 0; i < 110; i++) {
      push(1, { pad: 800 });
      await writer.pump.flush();
      expect(count()).toBeLessThanOrEqual(before);
    }
    expect(writer.segments.count).toBeGreaterThan(100);
    expect(await close()).toEqual({ ok: true });
    expect(count()).toBeLessThan(before);
  });

  it('goes on in a folder made again when its own is removed, and says so', async () => {
    const root = await scratchFolder();
    const { push, close, writer, diagnostics } = await startWriter(storageIn(root));
    push(2);
    await writer.pump.flush();
    await rm(join(root, 'traces'), { recursive: true });
    push(3);
    expect(await writer.pump.flush()).toEqual({ ok: false, reason: 'degraded' });
    expect(diagnostics).toEqual([expect.objectContaining({ state: 'degraded', code: 'ENOENT' })]);
    // Its close tries again, before the second is over after which it would have done so.
    expect(await close()).toEqual({ ok: true });
    expect(accountedFor(parseSegments(await segmentTexts(root, 's1')))).toEqual([3, 4, 5]);
  });

  it('stays with its file when the folder is moved', async () => {
    const root = await scratchFolder();
    const { push, close, writer } = await startWriter(storageIn(root));
    push(2);
    await writer.pump.flush();
    await rename(join(root, 'traces'), join(root, 'moved'));
    push(3);
    expect(await close()).toEqual({ ok: true });
    const [name = ''] = (await readdir(join(root, 'moved/v1/s1'))).filter((file) =>
      file.endsWith('l'),
    );
    const text = await readFile(join(root, 'moved/v1/s1', name), 'utf8');
    expect(parseSegments([text]).records.map(({ seq }) => seq)).toEqual(numbersTo(5));
  });
});
