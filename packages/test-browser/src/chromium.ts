import { existsSync } from 'node:fs';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { packedChromium, type PackedChromium } from './packed-chromium.js';

/** Where systems keep a Chromium or a Chrome. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** It needs no network of its own, and must not look for one. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

type Found = Pick<PackedChromium, 'executablePath'> & Partial<PackedChromium>;

/**
 * How to launch the browser for the tests: `$CHROMIUM_PATH`, an installed one, or the one that comes
 * as a package (Linux on x64 only). `undefined` where there is none.
 */
export async function findBrowser(): Promise<LaunchOptions | undefined> {
  const found = fromEnvironment() ?? installed() ?? (await packedChromium());
  return found && { ...found, args: ARGUMENTS };
}

/** The browser for the tests; `undefined` where there is none. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser | undefined> {
  const found = await findBrowser();
  return found && chromium.launch({ ...options, ...found });
}

function fromEnvironment(): Found | undefined {
  const executablePath = process.env['CHROMIUM_PATH'];
  return executablePath ? { executablePath } : undefined;
}

function installed(): Found | undefined {
  const executablePath = INSTALLED.find((path) => existsSync(path));
  return executablePath === undefined ? undefined : { executablePath };
}
