import { findBrowser } from '@loop/test-browser/chromium';
import { playwright } from '@vitest/browser-playwright';
import { defaultClientConditions } from 'vite';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
// @boundaries-ignore the shared test settings live at the root
import { tests } from '../../vitest.shared.ts';

/** What a browser cannot do: bundle, serve, collect garbage at a call, end as a process does. */
const NEEDS_NODE = [
  'test/bundle.test.ts',
  'test/contract-*.test.ts',
  'test/http/!(event-stream-response|rules|web-sink).test.ts',
  'test/stream/{memory,process-life}.test.ts',
];

/** Thousands of turns, which Chromium makes 4 ms long each; nothing in them is the platform's. */
const WAITS_FOR_TURNS = ['test/stream/{backpressure,credit}.test.ts'];

/** A third of what the files cost is a start of their own. None needs it: none leaves anything behind. */
const isolate = false;

const inNode: TestProjectConfiguration = {
  ...tests,
  test: { ...tests.test, name: 'Node', isolate },
};

async function inChromium(): Promise<TestProjectConfiguration[]> {
  const launchOptions = await findBrowser();
  if (!launchOptions) return withoutBrowser();
  const browser = {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    provider: playwright({ launchOptions }),
    instances: [{ browser: 'chromium' as const }],
  };
  return [
    {
      resolve: { conditions: ['@loop/source', ...defaultClientConditions] },
      test: {
        ...tests.test,
        name: 'Chromium',
        exclude: [...NEEDS_NODE, ...WAITS_FOR_TURNS],
        isolate,
        browser,
      },
    },
  ];
}

/** A check that runs unattended must not leave it out unseen. */
function withoutBrowser(): [] {
  if (process.env['CI'] === 'true') throw new Error('There is no Chromium. Set CHROMIUM_PATH.');
  console.warn(
    'No Chromium was found: the tests run in Node only. Set CHROMIUM_PATH to a browser.',
  );
  return [];
}

export default defineConfig(async () => ({
  ...tests,
  test: { ...tests.test, projects: [inNode, ...(await inChromium())] },
}));
