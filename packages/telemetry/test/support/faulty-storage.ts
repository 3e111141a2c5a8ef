import { createMemoryStorage } from '../../src/record/memory-storage.ts';
import type { TraceSegment, TraceStorage } from '../../src/record/storage.ts';

/** A call that a test may let fail or wait. */
export type StorageCall = 'resume' | 'open' | 'append' | 'sync' | 'close';

/** A storage in memory that does what a test says. */
export interface FaultyStorage extends TraceStorage {
  /** Calls so far, in order. */
  readonly calls: StorageCall[];
  /** Largest number of calls that were under way at once. */
  readonly mostAtOnce: number;
  /** What was appended, one entry per call. */
  readonly writes: string[];
  /** The text of each segment. */
  texts(): string[];
  /** Asked before each call; what it throws or rejects with, the call does. */
  before: (call: StorageCall, lines: string) => unknown;
}

/** Makes one. `keepsOnFailure`: how many bytes of a failed append stay, and that they are told. */
export function createFaultyStorage({
  keepsOnFailure,
}: { keepsOnFailure?: number } = {}): FaultyStorage {
  const memory = createMemoryStorage();
  const calls: StorageCall[] = [];
  const writes: string[] = [];
  let atOnce = 0;
  const storage = {
    calls,
    writes,
    mostAtOnce: 0,
    before: (() => {}) as FaultyStorage['before'],
    texts: () => memory.segments.map(({ text }) => text),
    resume: () => guarded('resume', '', () => memory.resume()),
    open: () => guarded('open', '', async () => wrap(await memory.open())),
  };
  return storage;

  function wrap(segment: TraceSegment): TraceSegment {
    return {
      ...segment,
      append: (lines) => guarded('append', lines.join(''), () => write(segment, lines), segment),
      appendSync: (lines) => {
        writes.push(lines.join(''));
        return segment.appendSync?.(lines) ?? 0;
      },
      sync: () => guarded('sync', '', () => segment.sync()),
      close: () => guarded('close', '', () => segment.close()),
    };
  }

  function write(segment: TraceSegment, lines: readonly string[]): Promise<number> {
    writes.push(lines.join(''));
    return segment.append(lines);
  }

  async function guarded<T>(
    call: StorageCall,
    lines: string,
    run: () => Promise<T>,
    segment?: TraceSegment,
  ): Promise<T> {
    calls.push(call);
    storage.mostAtOnce = Math.max(storage.mostAtOnce, ++atOnce);
    try {
      await storage.before(call, lines);
      return await run();
    } catch (error) {
      if (segment === undefined || keepsOnFailure === undefined) throw error;
      await segment.append([lines.slice(0, keepsOnFailure)]);
      throw Object.assign(error as Error, { writtenBytes: keepsOnFailure });
    } finally {
      atOnce--;
    }
  }
}

/** An error as the system throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made by a test`), { code });
}
