import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../../src/record/memory-storage.ts';
import { storageConformance } from '../support/storage-conformance.ts';

describe('in memory', () => {
  storageConformance(() => {
    const storage = createMemoryStorage();
    return Promise.resolve({
      storage: () => storage,
      texts: () => Promise.resolve(storage.segments.map(({ text }) => text)),
      plant: async (text) => void (await (await storage.open()).append([text])),
    });
  });

  it('shows its segments while they are written', async () => {
    const storage = createMemoryStorage();
    const segment = await storage.open();
    await segment.append(['{}\n']);
    expect(storage.segments).toEqual([{ name: '000001-memory', text: '{}\n', isClosed: false }]);
    await segment.close();
    expect(storage.segments[0]?.isClosed).toBe(true);
  });
});
