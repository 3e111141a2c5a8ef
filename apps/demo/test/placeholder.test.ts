import { expect, it } from 'vitest';

it('finds the built server', async () => {
  const { existsSync } = await import('node:fs');
  expect(existsSync(new URL('../dist/server/main.js', import.meta.url))).toBe(true);
});
