import { expect, it } from 'vitest';

it('loads the entry', async () => {
  await expect(import('../src/index.js')).resolves.toBeDefined();
});
