// npm run test:one -- sse-hono [test/file.test.ts …]   the tests of one package, or some of them
// npm run watch -- sse-hono [test/file.test.ts …]      again whenever a file changes
//
// Builds what they need first; most tests need nothing built, they run on sources.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run, withPnpm } from './with-pnpm.mjs';

const root = join(import.meta.dirname, '..');
const [mode, name = '', ...tests] = process.argv.slice(2);
const folder = ['packages', 'apps', '.']
  .map((group) => join(group, name))
  .find((path) => existsSync(join(root, path, 'vitest.config.ts')));

if (folder === undefined) {
  console.error('Name a package that has tests, for example: npm run test:one -- sse-hono');
  process.exitCode = 1;
} else {
  process.exitCode =
    withPnpm(`pnpm install --frozen-lockfile && turbo run build --filter=./${folder}`) ||
    run('npx', ['vitest', mode, ...tests], join(root, folder));
}
