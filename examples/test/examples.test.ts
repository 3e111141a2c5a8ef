import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { breaks } from './breaks.ts';
import { runBroken, runExample } from './support/run-example.ts';

const root = join(import.meta.dirname, '..');
const examples = readdirSync(root).filter((name) => existsSync(join(root, name, 'main.js')));

it('each example is in the README, and has a way to break it', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const listed = [...readme.matchAll(/`node examples\/([a-z-]+)\/main\.js`/g)].map(([, it]) => it);
  expect(new Set(listed)).toEqual(new Set(examples));
  expect(new Set(Object.keys(breaks))).toEqual(new Set(examples));
});

describe.concurrent('what it shows holds:', () => {
  it.for(examples)('%s', async (name, { expect }) => {
    const { code, output } = await runExample(name);
    expect(output).not.toContain('✗');
    expect(code, output).toBe(0);
  });
});

describe.concurrent('where it does not hold an example says so, and fails:', () => {
  it.for(Object.entries(breaks))('%s', async ([name, broken], { skip, expect }) => {
    const { code, output } = await runBroken(name, broken);
    skip(output.includes('No Chromium was found'), 'nothing was shown that could fail');
    expect(output).toMatch(broken.says);
    expect(code).toBe(1);
  });
});
