import { defineConfig, mergeConfig } from 'vitest/config';
// @boundaries-ignore the shared test settings live at the root
import { soaks } from '../../vitest.shared.ts';

/** What `npm test` does on one server, on the other one. */
const onExpress = {
  test: {
    include: ['test/{browser,server}/**/*.test.ts'],
    globalSetup: 'test/support/all-folders.ts',
    env: { LOOP_TEST_SERVER: 'express' },
  },
};

export default defineConfig(mergeConfig(soaks, onExpress));
