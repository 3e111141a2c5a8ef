import { expect, it } from 'vitest';
import { createMemoryStorage, LoopTelemetryError } from '../../src/index.ts';
import type { MemoryStorage, TraceSegment, TraceStorage } from '../../src/index.ts';
import { storageSuite, type StoragePlace } from '../../src/testing/index.ts';
import { placeOf } from './storage-place.ts';

type Wrapped = (memory: MemoryStorage) => Partial<TraceStorage>;

/** A storage whose segments differ from those in memory. */
const withSegment =
  (change: (segment: TraceSegment) => Partial<TraceSegment>): Wrapped =>
  (storage) => ({
    open: async () => {
      const segment = await storage.open();
      return { ...segment, ...change(segment) };
    },
  });

it.each<[fault: string, found: string, wrap: Wrapped]>([
  [
    'numbers all its segments 1',
    'numbers segments, names them apart and says which was before',
    withSegment(() => ({ number: 1 })),
  ],
  [
    'names no segment before',
    'numbers segments, names them apart and says which was before',
    withSegment(() => ({ previous: null })),
  ],
  [
    'counts characters for bytes',
    'keeps lines as they are, in order, and counts their bytes',
    withSegment(({ append }) => ({
      append: async (lines) => (await append(lines), lines.join('').length),
    })),
  ],
  [
    'keeps the first of several lines only',
    'keeps lines as they are, in order, and counts their bytes',
    withSegment(({ append }) => ({
      append: async (lines) => (await append(lines.slice(0, 1)), lines.join('').length),
    })),
  ],
  [
    'loses what is written at once',
    'takes lines at once while others are under way, each whole',
    withSegment(() => ({ appendSync: () => 8 })),
  ],
  [
    'begins at nothing again',
    'goes on behind a gap',
    () => ({ resume: () => Promise.resolve({ lastSeq: 0, bytes: 0 }) }),
  ],
  [
    'looks at the last number only',
    'goes on behind a higher number further up',
    (storage) => ({
      resume: async () => ({ ...(await storage.resume()), lastSeq: 20 }),
    }),
  ],
  [
    'makes a segment when it is asked what is there',
    'has nothing before the first opening, and asking makes nothing',
    (storage) => ({ resume: async () => (await storage.open(), storage.resume()) }),
  ],
])('a storage that %s is found', async (_fault, found, wrap) => {
  await expect(runOn(wrap, found)).rejects.toThrow();
});

it('a storage that rewrites what was there is found', async () => {
  const wrap: Wrapped = (memory) => ({
    open: async () => {
      for (const segment of memory.segments) Object.assign(segment, { text: '' });
      return memory.open();
    },
  });
  const name =
    'never touches what an earlier opening has written: ten openings, each after a torn line';
  await expect(runOn(wrap, name)).rejects.toThrow('Opening 2 has changed what was there.');
});

it('takes functions, and nothing else', () => {
  expect(() => storageSuite({} as never, it)).toThrow(LoopTelemetryError);
  expect(() => storageSuite(() => placeOf(createMemoryStorage()), undefined as never)).toThrow(
    'test: expected a function.',
  );
});

/** Runs the sentence of this name on a storage in memory that differs from what it should be. */
async function runOn(wrap: Wrapped, found: string): Promise<void> {
  const checks = new Map<string, () => Promise<void>>();
  const makePlace = (): StoragePlace => {
    const memory = createMemoryStorage();
    return placeOf(memory, { ...memory, ...wrap(memory) });
  };
  storageSuite(makePlace, (name, run) => checks.set(name, run));
  await checks.get(found)!();
}
