import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFaultyStorage, systemError } from '../support/faulty-storage.ts';
import { accountedFor, numbersTo, parseSegments, recordLine } from '../support/lines.ts';
import { startWriter } from '../support/start-writer.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('writing', () => {
  it('joins what comes in one turn into one write, whole lines only', async () => {
    const storage = createFaultyStorage();
    const { push, writer } = await startWriter(storage);
    push(100);
    expect(storage.writes).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(storage.writes).toHaveLength(2);
    expect(storage.writes.every((text) => text.endsWith('\n'))).toBe(true);
    expect(writer.queue.written).toBe(100);
    expect(parseSegments(storage.texts()).records.map(({ seq }) => seq)).toEqual(numbersTo(100));
  });

  it('has one call under way at a time, whatever is asked for', async () => {
    const storage = createFaultyStorage();
    const { push, writer, close } = await startWriter(storage, {
      sync: 'interval',
      limits: { batchBytes: 1_000, segmentBytes: 3_000 },
    });
    push(40, { sync: true });
    const results = [
      writer.pump.flush(),
      writer.pump.sync(),
      writer.pump.flush(),
      writer.pump.sync(),
    ];
    push(40);
    expect(await Promise.all([...results, close()])).toEqual(Array(5).fill({ ok: true }));
    expect(storage.mostAtOnce).toBe(1);
    expect(parseSegments(storage.texts()).records.map(({ seq }) => seq)).toEqual(numbersTo(80));
  });

  it('flushes what was there when it was asked, while more comes all the time', async () => {
    const storage = createFaultyStorage();
    const { push, writer } = await startWriter(storage, { limits: { batchBytes: 300 } });
    // Each write makes as much again: the queue never is empty.
    storage.before = (call) => call === 'append' && push(3);
    push(10);
    expect(await writer.pump.flush()).toEqual({ ok: true });
    expect(writer.queue.written).toBeGreaterThanOrEqual(10);
    expect(writer.queue.waiting.records).toBeGreaterThan(0);
  });

  it('does not make a sync wait for a queue that is filled as fast as it is emptied', async () => {
    const storage = createFaultyStorage();
    const { push, writer } = await startWriter(storage, { limits: { batchBytes: 300 } });
    storage.before = (call) => call === 'append' && push(3);
    push(3);
    expect(await writer.pump.sync()).toEqual({ ok: true });
    expect(storage.calls.filter((call) => call === 'sync')).toHaveLength(1);
  });
});

describe('segments', () => {
  it('begins the next one before a segment grows over its limit, and ends each with what it holds', async () => {
    const storage = createFaultyStorage();
    const limits = { batchBytes: 1_000, segmentBytes: 4_000 };
    const { push, close, writer } = await startWriter(storage, { limits });
    push(100, { pad: 50 });
    await close();
    const texts = storage.texts();
    expect(texts.length).toBeGreaterThan(5);
    expect(writer.segments.count).toBe(texts.length);
    expect(writer.segments.bytes).toBe(Buffer.byteLength(texts.join('')));
    for (const [index, text] of texts.entries()) {
      const { heads, records, ends } = parseSegments([text]);
      const previous = heads[0]?.previous ?? null;
      expect(previous === null).toBe(index === 0);
      expect(heads).toEqual([expect.objectContaining({ segment: index + 1, mode: 'content' })]);
      const [end] = ends;
      expect(end).toMatchObject({
        records: records.length,
        lastSeq: records.at(-1)?.seq,
        dropped: 0,
      });
      expect(text.slice(0, end?.bytes)).toMatch(/"data":\{.*\}\}\n$/);
      expect(end?.bytes).toBeLessThanOrEqual(4_000);
      expect(text.split('\n').at(-2)).toContain('"kind":"end"');
    }
  });

  it('writes a line that is longer than a segment may be', async () => {
    const storage = createFaultyStorage();
    const { push, close } = await startWriter(storage, { limits: { segmentBytes: 1_000 } });
    push(1);
    push(1, { pad: 5_000 });
    push(1);
    await close();
    expect(parseSegments(storage.texts()).records.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('begins one where the mode changes, and says the mode', async () => {
    const storage = createFaultyStorage();
    const started = await startWriter(storage);
    started.push(2);
    started.mode = 'metadata';
    started.push(2);
    await started.close();
    const [first, second] = storage.texts().map((text) => parseSegments([text]));
    expect([first?.heads[0]?.mode, second?.heads[0]?.mode]).toEqual(['content', 'metadata']);
    expect([first?.records.length, second?.records.length]).toEqual([2, 2]);
  });

  it('has the next one before the last one ends, for an exit in between', async () => {
    const storage = createFaultyStorage();
    const { push, writer } = await startWriter(storage, { limits: { segmentBytes: 400 } });
    storage.before = (call) => {
      if (call !== 'open') return;
      push(1, { spare: true });
      expect(writer.pump.flushSync(Infinity)).toEqual({ ok: true });
    };
    push(1, { pad: 300 });
    await writer.pump.flush();
    storage.before = () => {};
    push(1, { pad: 300 });
    await writer.pump.flush();
    expect(accountedFor(parseSegments(storage.texts())).length).toBe(writer.queue.written);
  });
});

describe('sync', () => {
  const syncs = (calls: readonly string[]): number =>
    calls.filter((call) => call === 'sync').length;

  it('interval: a second after something new, not before, not without', async () => {
    const storage = createFaultyStorage();
    const { push } = await startWriter(storage, { sync: 'interval' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(syncs(storage.calls)).toBe(0);
    push(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(syncs(storage.calls)).toBe(0);
    push(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(syncs(storage.calls)).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(syncs(storage.calls)).toBe(1);
  });

  it('interval: also after a failure during which it was due', async () => {
    const storage = createFaultyStorage();
    const { push, writer } = await startWriter(storage, { sync: 'interval' });
    push(1);
    await vi.advanceTimersByTimeAsync(500);
    storage.before = (call) => {
      if (call === 'append') throw systemError('ENOSPC');
    };
    push(1);
    await vi.advanceTimersByTimeAsync(0);
    await vi.advanceTimersByTimeAsync(10_000);
    storage.before = () => {};
    await vi.advanceTimersByTimeAsync(60_000);
    expect(writer.states.state).toBe('active');
    const recovered = syncs(storage.calls);
    push(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(syncs(storage.calls)).toBe(recovered + 1);
  });

  it('interval: at once after a line that asks for it, before the line counts as synced', async () => {
    const storage = createFaultyStorage();
    const { push, writer } = await startWriter(storage, { sync: 'interval' });
    push(1, { sync: true });
    await writer.pump.flush();
    expect(storage.calls.slice(-2)).toEqual(['append', 'sync']);
  });

  it.each([
    ['never', 0],
    ['close', 1],
    ['interval', 2],
  ] as const)(
    '%s: %i calls over a recording that is written, waited for and closed',
    async (sync, count) => {
      const storage = createFaultyStorage();
      const { push, close } = await startWriter(storage, { sync });
      push(1, { sync: true });
      await vi.advanceTimersByTimeAsync(3_000);
      await close();
      expect(syncs(storage.calls)).toBe(count);
    },
  );

  it('syncs a full segment in any case, so that sync() need not look back', async () => {
    const storage = createFaultyStorage();
    const { push, writer } = await startWriter(storage, { limits: { segmentBytes: 400 } });
    push(1, { pad: 300 });
    await writer.pump.flush();
    push(1, { pad: 300 });
    await writer.pump.flush();
    expect(storage.calls.slice(-6)).toEqual([
      'open',
      'append',
      'append',
      'sync',
      'close',
      'append',
    ]);
  });
});

describe('a storage that fails', () => {
  it.each(['ENOSPC', 'EIO', 'EDQUOT', 'EMFILE', 'EBUSY', 'EWHATEVER'])(
    '%s: waits, tries again after 1 to 60 s, and goes on in a new segment with the loss in a gap',
    async (code) => {
      const storage = createFaultyStorage();
      const { push, writer, diagnostics, close } = await startWriter(storage);
      push(3);
      await writer.pump.flush();
      let failing = true;
      const tries: number[] = [];
      storage.before = (call) => {
        if (call === 'open') tries.push(Date.now());
        if (failing && (call === 'append' || call === 'open')) throw systemError(code);
      };
      push(4);
      const failedAt = Date.now();
      expect(await writer.pump.flush()).toEqual({ ok: false, reason: 'degraded' });
      expect(writer.states).toMatchObject({ state: 'degraded', lastError: { code } });
      push(2);
      expect(await writer.pump.sync()).toEqual({ ok: false, reason: 'degraded' });
      await vi.advanceTimersByTimeAsync(200_000);
      expect(tries.map((at) => (at - failedAt) / 1_000)).toEqual([1, 3, 7, 15, 31, 63, 123, 183]);
      failing = false;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(writer.states.state).toBe('active');
      expect(await close()).toEqual({ ok: true });
      const { records, gaps } = parseSegments(storage.texts());
      expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3, 8, 9]);
      expect(gaps).toEqual([
        expect.objectContaining({ from: 4, to: 7, count: 4, reason: 'write-error' }),
      ]);
      expect(diagnostics.map(({ state }) => state)).toEqual(['degraded', 'active']);
      expect(writer.states.writeErrors).toBe(1 + tries.length - 1);
      expect(writer.queue.dropped['write-error']).toBe(4);
    },
  );

  it('loses nothing where it can tell how much of a write it has', async () => {
    const line = recordLine(1).text.length;
    const storage = createFaultyStorage({ keepsOnFailure: 2 * line + 10 });
    const { push, writer, close } = await startWriter(storage);
    storage.before = (call) => {
      if (call !== 'append') return;
      storage.before = () => {};
      throw systemError('ENOSPC');
    };
    push(5);
    await writer.pump.flush();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await close()).toEqual({ ok: true });
    const { records, gaps, damaged } = parseSegments(storage.texts());
    expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(gaps).toEqual([]);
    // What was torn stands at the end of its segment, and nothing behind it.
    expect(damaged).toHaveLength(1);
    expect(writer.queue.written).toBe(5);
  });

  it.each(['EACCES', 'EROFS', 'EPERM', 'ENOTDIR'])(
    '%s at open: gives up, drops and counts, and is never asked again',
    async (code) => {
      const storage = createFaultyStorage();
      storage.before = (call) => {
        if (call === 'open') throw systemError(code);
      };
      const { push, writer, diagnostics, close } = await startWriter(storage);
      push(10);
      await vi.advanceTimersByTimeAsync(600_000);
      expect(storage.calls).toEqual(['resume', 'open']);
      expect(writer.states.state).toBe('disabled');
      expect(writer.queue.dropped['write-error']).toBe(10);
      expect(writer.queue.waiting.records).toBe(0);
      expect(diagnostics).toEqual([expect.objectContaining({ state: 'disabled', code })]);
      expect(await writer.pump.flush()).toEqual({ ok: false, reason: 'disabled' });
      expect(writer.pump.flushSync(Infinity)).toEqual({ ok: false, reason: 'disabled' });
      expect(await close()).toEqual({ ok: false, reason: 'disabled' });
    },
  );

  it('waits where it is refused a write: only a refused opening is for good', async () => {
    const storage = createFaultyStorage();
    const { push, writer, close } = await startWriter(storage);
    storage.before = (call) => {
      if (call === 'append') throw systemError('EPERM');
    };
    push(1);
    expect(await writer.pump.flush()).toEqual({ ok: false, reason: 'degraded' });
    storage.before = () => {};
    expect(await close()).toEqual({ ok: true });
  });

  it('records nothing where it cannot tell its numbers: they would be used twice', async () => {
    const storage = createFaultyStorage();
    storage.before = (call) => {
      if (call === 'resume') throw systemError('EIO');
    };
    const { push, writer, diagnostics } = await startWriter(storage);
    push(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(storage.calls).toEqual(['resume']);
    expect(writer.states.state).toBe('disabled');
    expect(diagnostics).toHaveLength(1);
  });

  it('keeps within its bounds while it waits, and what is spared survives', async () => {
    const storage = createFaultyStorage();
    const limits = { queueRecords: 20, queueBytes: 10_000 };
    const { push, writer, close } = await startWriter(storage, { limits });
    storage.before = (call) => {
      if (call === 'open' || call === 'append') throw systemError('ENOSPC');
    };
    push(1);
    await writer.pump.flush();
    for (let i = 0; i < 500; i++) {
      push(9);
      push(1, { spare: true });
    }
    const { waiting } = writer.queue;
    expect(waiting.bytes).toBeLessThan(10_000 + 1_048_576);
    storage.before = () => {};
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await close()).toEqual({ ok: true });
    const parsed = parseSegments(storage.texts());
    const pairs = numbersTo(5_001).filter((seq) => seq > 1 && (seq - 1) % 10 === 0);
    const written = parsed.records.map(({ seq }) => seq);
    expect(pairs.filter((seq) => !written.includes(seq))).toEqual([]);
    expect(accountedFor(parsed)).toEqual(numbersTo(5_001));
  });

  it('tries once more when it is closed, and counts what is lost then', async () => {
    const storage = createFaultyStorage();
    const { push, writer, close } = await startWriter(storage);
    let failing = true;
    storage.before = (call) => {
      if (failing && call !== 'close') throw systemError('ENOSPC');
    };
    push(2);
    await writer.pump.flush();
    push(2);
    expect(await close()).toEqual({ ok: false, reason: 'degraded' });
    expect(writer.queue.dropped['write-error']).toBe(4);
    expect(writer.states.state).toBe('closed');
    failing = false;
    const calls = storage.calls.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(storage.calls.length).toBe(calls);
  });

  it('writes what waited when its last try at the close succeeds', async () => {
    const storage = createFaultyStorage();
    const { push, writer, close } = await startWriter(storage);
    storage.before = (call) => {
      if (call === 'append') throw systemError('EIO');
    };
    push(2);
    await writer.pump.flush();
    push(2);
    storage.before = () => {};
    expect(await close()).toEqual({ ok: true });
    expect(accountedFor(parseSegments(storage.texts()))).toEqual([1, 2, 3, 4]);
  });

  it('fails to sync or to end: told, and the next segment goes on', async () => {
    const storage = createFaultyStorage();
    const { push, writer, close } = await startWriter(storage);
    push(1);
    storage.before = (call) => {
      if (call === 'sync') throw systemError('EIO');
    };
    expect(await writer.pump.sync()).toEqual({ ok: false, reason: 'degraded' });
    storage.before = () => {};
    push(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(writer.states.state).toBe('active');
    storage.before = (call) => {
      if (call === 'close') throw systemError('EIO');
    };
    expect(await close()).toEqual({ ok: false, reason: 'degraded' });
    const { records, gaps } = parseSegments(storage.texts());
    expect(records.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(gaps).toEqual([]);
  });

  it('throws whatever it likes, also what is no error', async () => {
    const storage = createFaultyStorage();
    const { push, writer } = await startWriter(storage);
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
      },
    );
    for (const thrown of [undefined, null, 'text', 7, hostile]) {
      storage.before = () => {
        throw thrown;
      };
      push(1);
      expect(await writer.pump.flush()).toEqual({ ok: false, reason: 'degraded' });
      expect(writer.states.lastError?.code).toBe('UNKNOWN');
      storage.before = () => {};
      await vi.advanceTimersByTimeAsync(60_000);
      expect(writer.states.state).toBe('active');
    }
  });
});

describe('flushSync', () => {
  it('writes in this very turn, also while a write is under way, which it cannot wait for', async () => {
    const storage = createFaultyStorage();
    const { push, writer } = await startWriter(storage);
    let release = (): void => {};
    storage.before = (call) =>
      call === 'append' ? new Promise<void>((resolve) => (release = resolve)) : undefined;
    push(2);
    await vi.advanceTimersByTimeAsync(0);
    push(2);
    expect(writer.pump.flushSync(Infinity)).toEqual({ ok: false, reason: 'in-flight' });
    expect(parseSegments(storage.texts()).records.map(({ seq }) => seq)).toEqual([3, 4]);
    storage.before = () => {};
    release();
    await writer.pump.flush();
    expect(parseSegments(storage.texts()).records.map(({ seq }) => seq)).toEqual([3, 4, 1, 2]);
    expect(writer.pump.flushSync(Infinity)).toEqual({ ok: true });
  });

  it('stops when its time is over', async () => {
    const storage = createFaultyStorage();
    const { push, writer } = await startWriter(storage, { limits: { batchBytes: 200 } });
    push(20);
    expect(writer.pump.flushSync(-1)).toEqual({ ok: false, reason: 'late' });
    expect(writer.queue.waiting.records).toBe(20);
    expect(writer.pump.flushSync(200)).toEqual({ ok: true });
  });
});
