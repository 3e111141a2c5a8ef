import { defineConfig } from 'vitest/config';
// @boundaries-ignore the shared test settings live at the root
import { tests } from '../../vitest.shared.ts';

const all = {
  ...tests.test,
  globalSetup: 'test/support/all-folders.ts',
  // Its tests wait more than they work, and are the longest of all packages.
  maxWorkers: 3,
  // A process for each file would load the agent, or the driver of the browser, for each of them.
  isolate: false,
};

const inNode = {
  ...all,
  name: 'Node',
  include: ['test/{agent,page,server}/**/*.test.ts'],
};

const inChromium = {
  ...all,
  name: 'Chromium',
  include: ['test/browser/**/*.test.ts'],
  // One test goes through many states of a page, and each of them may take its time.
  testTimeout: 120_000,
};

export default defineConfig({
  ...tests,
  test: { ...all, projects: [inNode, inChromium].map((test) => ({ ...tests, test })) },
});
