import { defineConfig } from 'vitest/config';
import { tests } from './vitest.shared.ts';

const chosen = process.env['MUTANTS_TESTS'];

/**
 * `npm run mutate`: any package's tests, or those that it was given, in Node only. In one process
 * without a new start for each file: that would be most of a mutant's time.
 */
export default defineConfig({
  ...tests,
  test: {
    ...tests.test,
    ...(chosen !== undefined && { include: JSON.parse(chosen) as string[] }),
    isolate: false,
  },
});
