import { defaultServerConditions } from 'vite';
import type { ViteUserConfig } from 'vitest/config';

/** Workspace packages resolve to their sources, so no test needs a build. */
const sources: ViteUserConfig = {
  ssr: { resolve: { conditions: ['@loop/source', ...defaultServerConditions] } },
};

/** What every package's `vitest.config.ts` starts from. */
export const tests: ViteUserConfig = {
  ...sources,
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Generous, for a busy machine: a limit that matters is asserted by the test itself.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results.json' },
  },
};

/** What every `vitest.soak.config.ts` starts from: long runs, one file at a time, `gc()` at hand. */
export const soaks: ViteUserConfig = {
  ...sources,
  test: {
    include: ['soak/**/*.soak.ts'],
    passWithNoTests: true,
    fileParallelism: false,
    testTimeout: 600_000,
    execArgv: ['--expose-gc'],
  },
};
