import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const recipes = new URL('recipes/', import.meta.url);

/** What people copy is what is run here. */
test.each(readdirSync(recipes))('%s stands in a document as it is', (name) => {
  const document = name === 'welcome.ts' ? 'SECURITY.md' : 'OPERATIONS.md';
  const text = readFileSync(new URL(`../../../../${document}`, import.meta.url), 'utf8');
  expect(text).toContain(readFileSync(new URL(name, recipes), 'utf8'));
});
