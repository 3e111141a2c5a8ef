import { defaultServerConditions } from 'vite';
import type { ViteUserConfig } from 'vitest/config';

/** Workspace packages resolve to their sources, so no test needs a build. */
const sources: ViteUserConfig = {
  ssr: { resolve: { conditions: ['@loop/source', ...defaultServerConditions] } },
};

/** How long `expect.poll` asks, in milliseconds: a second, as it does by itself, is short for a busy machine. */
const poll = { timeout: 20_000 };

/** What every package's `vitest.config.ts` starts from. */
export const tests: ViteUserConfig = {
  ...sources,
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Generous, for a busy machine: a limit that matters is asserted by the test itself.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll },
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
    hookTimeout: 30_000,
    expect: { poll },
    execArgv: ['--expose-gc'],
  },
};
