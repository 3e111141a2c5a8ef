import type { Browser, BrowserContextOptions, LaunchOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { launchBrowser } from './chromium.js';

/** How many times slower pages run than this machine can: what looks at them too early fails then. */
const SLOWDOWN = Number(process.env['LOOP_TEST_SLOWDOWN'] ?? 1);

/** By their options: one for all files that a process runs. */
const browsers = new Map<string, Promise<Browser | undefined>>();

/** A browser for the tests of one file. */
export interface TestBrowser {
  isThere: boolean;
  /**
   * A page of its own, with nothing shared. At the test's end it must not have seen an error, nor any
   * page that was opened beside it.
   */
  open(url: string, options?: BrowserContextOptions): Promise<Page>;
}

/**
 * Call it once, at the top of a file. Where no browser can be had the tests are skipped and say so;
 * a check that runs unattended fails instead.
 */
export async function testBrowser(options?: LaunchOptions): Promise<TestBrowser> {
  const browser = await sharedBrowser(options);
  if (!browser) {
    if (process.env['CI'] === 'true') throw new Error('There is no Chromium. Set CHROMIUM_PATH.');
    console.warn(
      'No Chromium was found: the browser tests are skipped. Set CHROMIUM_PATH to run them.',
    );
  }
  return {
    isThere: browser !== undefined,
    open: (url, options) => openPage(browser, url, options),
  };
}

/** Launched for the first who asks, and again should it have gone. */
async function sharedBrowser(options: LaunchOptions = {}): Promise<Browser | undefined> {
  const key = JSON.stringify(options);
  const known = await browsers.get(key)?.catch(() => undefined);
  if (known?.isConnected() === true) return known;
  if (browsers.size === 0) endWithProcess();
  const launched = launchBrowser({ ...options, handleSIGTERM: false });
  browsers.set(key, launched);
  return launched;
}

/**
 * Vitest ends a process with this signal, and kills it half a second later: too soon for a farewell.
 * At an exit Playwright takes its browsers and their folders away at once.
 */
function endWithProcess(): void {
  process.once('SIGTERM', () => process.exit());
}

async function openPage(
  browser: Browser | undefined,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  if (!browser) throw new Error('There is no browser.');
  const context = await browser.newContext({ viewport: { width: 1100, height: 700 }, ...options });
  context.setDefaultTimeout(20_000 * SLOWDOWN);
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(String(error.error().stack)));
  context.on('console', (message) => {
    // Connections that a test breaks are in the console, too.
    const isBroken = message.text().includes('Failed to load resource');
    if (message.type() === 'error' && !isBroken) errors.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(errors).toEqual([]);
  });
  if (SLOWDOWN > 1) context.on('page', (page) => void slow(page));
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function slow(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}
