import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { temporaryFolder } from '../agent/temporary-folder.js';
import { apiOf, type Api } from './api.js';
import type { TestBrowser } from './browser.js';
import type { ServerKind } from '../../server/config.js';
import { writeSession, type Told } from './made-session.js';
import { startDemo, type DemoProcess } from './demo-process.js';

/** A built server that the tests of a file, or of one of its groups, look at in a browser. */
export interface DemoInBrowser {
  readonly process: DemoProcess;
  /** Goes straight to the server. */
  readonly api: Api;
  /** Where a session's page is. */
  at(sessionId: string): string;
  /** A page of its own: of a session, once that is connected, or the first page. */
  open(sessionId?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Another tab beside a page. */
  openBeside(page: Page, sessionId: string): Promise<Page>;
}

/** Starts it before the first test and stops it after the last one; without a browser it does nothing. */
export function demoInBrowser(
  browser: TestBrowser,
  environment: Record<string, string> = {},
  /** Sessions that are there from the start, by their id. */
  sessions: Record<string, Told> = {},
): DemoInBrowser {
  let running: DemoProcess | undefined;
  beforeAll(async () => {
    if (!browser.isThere) return;
    const env = await ownEnvironment(environment);
    const workspace = { id: 'made', path: await temporaryFolder() };
    for (const [id, told] of Object.entries(sessions)) {
      await writeSession(env['LOOP_DATA_DIR'] ?? '', id, workspace, told);
    }
    running = await startDemo(env);
  });
  afterAll(() => running?.stop());

  return {
    get process() {
      return started();
    },
    get api() {
      return apiOf(started().url);
    },
    at,
    async open(sessionId, options) {
      const url = sessionId === undefined ? started().url : at(sessionId);
      const page = await browser.open(url, options);
      if (sessionId !== undefined) await untilOpen(page);
      return page;
    },
    async openBeside(page, sessionId) {
      const tab = await page.context().newPage();
      await tab.goto(at(sessionId));
      await untilOpen(tab);
      return tab;
    },
  };

  function started(): DemoProcess {
    if (!running) throw new Error('The server is started before the first test, not earlier.');
    return running;
  }

  function at(sessionId: string): string {
    return `${started().url}#/sessions/${sessionId}`;
  }
}

/** One of each kind, for what has to be seen on both; the rest is tried on the usual one. */
export function onBothServers(
  ...[browser, environment, sessions]: Parameters<typeof demoInBrowser>
): Record<ServerKind, DemoInBrowser> {
  const on = (LOOP_SERVER: ServerKind): DemoInBrowser =>
    demoInBrowser(browser, { ...environment, LOOP_SERVER }, sessions);
  return { hono: on('hono'), express: on('express') };
}

/** For a server with a state of its own, whose model writes fast. */
export async function ownEnvironment(
  environment: Record<string, string> = {},
): Promise<Record<string, string>> {
  const LOOP_DATA_DIR = join(await temporaryFolder(), 'data');
  return { LOOP_DATA_DIR, LOOP_SCRIPT_PACE_MS: '1', ...environment };
}

/** Waits until a page has its session's stream. */
export async function untilOpen(page: Page): Promise<void> {
  await page.locator('[data-connection="open"]').waitFor();
}

/** Whether nothing runs any more, as the page says it. */
export async function untilIdle(page: Page): Promise<void> {
  await page.locator('.activity[data-active="false"]').waitFor();
}

/** Writes a prompt and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your message').fill(text);
  await page.keyboard.press('Enter');
}
