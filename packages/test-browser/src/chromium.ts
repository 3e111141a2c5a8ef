import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

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

interface Found {
  executablePath: string;
  /** What its process needs of the environment. */
  env?: Record<string, string>;
}

/**
 * The browser for the tests: `$CHROMIUM_PATH`, an installed one, or the one that comes as a package
 * (Linux on x64 only). `undefined` where there is none.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser | undefined> {
  const found = fromEnvironment() ?? installed() ?? (await packed());
  return found && chromium.launch({ ...options, ...found, args: ARGUMENTS });
}

function fromEnvironment(): Found | undefined {
  const executablePath = process.env['CHROMIUM_PATH'];
  return executablePath ? { executablePath } : undefined;
}

function installed(): Found | undefined {
  const executablePath = INSTALLED.find((path) => existsSync(path));
  return executablePath === undefined ? undefined : { executablePath };
}

async function packed(): Promise<Found | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  // Makes the package unpack the libraries that a bare system lacks, too.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs20.x';
  const { default: packedChromium } = await import('@sparticuz/chromium');
  const executablePath = await packedChromium.executablePath();
  const libraries = [join(tmpdir(), 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(
    Boolean,
  );
  return { executablePath, env: { ...ownEnvironment(), LD_LIBRARY_PATH: libraries.join(':') } };
}

function ownEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, string>;
}
