import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
// @boundaries-ignore the shared test settings live at the root
import { tests } from '../../vitest.shared.ts';

/** What is done in a browser takes longest: at the end it would be waited for alone. */
class BrowserFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => moduleId.includes('/test/browser/');
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  ...tests,
  test: {
    ...tests.test,
    // One test goes through many states of a page, and each of them may take its time.
    testTimeout: 120_000 * Number(process.env['LOOP_TEST_SLOWDOWN'] ?? 1),
    globalSetup: 'test/support/all-folders.ts',
    // Its tests wait more than they work, and are the longest of all packages.
    maxWorkers: 3,
    // A process for each file would load the agent, or the driver of the browser, for each of them.
    isolate: false,
    sequence: { sequencer: BrowserFirst },
  },
});
