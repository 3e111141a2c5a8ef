import type { MemoryStorage } from '../../src/record/memory-storage.ts';
import type { TraceStorage } from '../../src/record/storage.ts';
import type { StoragePlace } from '../../src/testing/index.ts';

/** In memory. `storage`: what is under test, over it. */
export function placeOf(memory: MemoryStorage, storage: TraceStorage = memory): StoragePlace {
  return {
    storage: () => storage,
    texts: () => Promise.resolve(memory.segments.map(({ text }) => text)),
    plant: async (text) => void (await (await memory.open()).append([text])),
  };
}
