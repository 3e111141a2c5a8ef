import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../../src/record/memory-storage.ts';
import { storageSuite } from '../../src/testing/index.ts';
import { placeOf } from './storage-place.ts';

describe('in memory', () => {
  storageSuite(() => placeOf(createMemoryStorage()), it);

  it('shows its segments while they are written', async () => {
    const storage = createMemoryStorage();
    const segment = await storage.open();
    await segment.append(['{}\n']);
    expect(storage.segments).toEqual([{ name: '000001-memory', text: '{}\n', isClosed: false }]);
    await segment.close();
    expect(storage.segments[0]?.isClosed).toBe(true);
  });
});
