import type { Browser, BrowserContextOptions, LaunchOptions, Page } from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';
import { launchBrowser } from './chromium.js';

/** A browser for the tests of one file. */
export interface TestBrowser {
  isThere: boolean;
  /** A page of its own, with nothing shared. At the test's end it must not have seen an error. */
  open(url: string, options?: BrowserContextOptions): Promise<Page>;
}

/**
 * Call it once, at the top of a file. Where no browser can be had the tests are skipped and say so;
 * a check that runs unattended fails instead.
 */
export async function testBrowser(options?: LaunchOptions): Promise<TestBrowser> {
  const browser = await launchBrowser(options);
  if (!browser) {
    if (process.env['CI'] === 'true') throw new Error('There is no Chromium. Set CHROMIUM_PATH.');
    console.warn(
      'No Chromium was found: the browser tests are skipped. Set CHROMIUM_PATH to run them.',
    );
  }
  afterAll(() => browser?.close());
  return {
    isThere: browser !== undefined,
    open: (url, options) => openPage(browser, url, options),
  };
}

async function openPage(
  browser: Browser | undefined,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  if (!browser) throw new Error('There is no browser.');
  const context = await browser.newContext({ viewport: { width: 1100, height: 700 }, ...options });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error.stack)));
  page.on('console', (message) => {
    // Connections that a test breaks are in the console, too.
    const isBroken = message.text().includes('Failed to load resource');
    if (message.type() === 'error' && !isBroken) errors.push(message.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(errors).toEqual([]);
  });
  await page.goto(url);
  return page;
}
