import { defineConfig, mergeConfig } from 'vitest/config';
// @boundaries-ignore the shared test settings live at the root
import { soaks } from '../../vitest.shared.ts';

/** Everything that is done in a browser, on the server that `npm test` does it less on. */
const onExpress = {
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: 'test/support/all-folders.ts',
    env: { LOOP_TEST_SERVER: 'express' },
  },
};

export default defineConfig(mergeConfig(soaks, onExpress));
