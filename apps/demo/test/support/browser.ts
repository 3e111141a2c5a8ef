import { launchBrowser, testBrowser as browserOfFile, type TestBrowser } from '@loop/test-browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished, vi } from 'vitest';

export type { TestBrowser };

/** How many times slower pages run than this machine can: what looks at them too early fails then. */
const SLOWDOWN = Number(process.env['LOOP_TEST_SLOWDOWN'] ?? 1);

let launching: Promise<Browser | undefined> | undefined;

/**
 * As in the other packages, but one browser for all files of a worker: to start one takes longer
 * than to open a page. It ends with the worker.
 */
export async function testBrowser(): Promise<TestBrowser> {
  // One test goes through many states of a page, and each of them may take its time.
  vi.setConfig({ testTimeout: 120_000 * SLOWDOWN });
  const browser = await (launching ??= launch());
  // It says so, or fails.
  if (!browser) return browserOfFile();
  return { isThere: true, open: (url, options) => openPage(browser, url, options) };
}

async function launch(): Promise<Browser | undefined> {
  // Workers are ended by this signal, and by another one soon after: too soon to wait for a browser.
  // At an exit it is ended at once, and leaves nothing behind.
  process.once('SIGTERM', () => process.exit());
  const browser = await launchBrowser({ handleSIGTERM: false });
  browser?.once('disconnected', () => (launching = undefined));
  return browser;
}

async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1_100, height: 700 },
    ...options,
  });
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
