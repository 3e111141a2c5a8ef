import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { ServerKind } from '../../server/config.js';
import { temporaryFolder } from '../agent/temporary-folder.js';
import { apiOf, type Api, type Choices } from './api.js';
import type { TestBrowser } from './browser.js';
import { startDemo, type DemoProcess } from './demo-process.js';
import { writeSession, type Told } from './made-session.js';
import { untilOpen } from './on-page.js';

/** A built server that is looked at in a browser. */
export interface DemoInBrowser {
  readonly process: DemoProcess;
  /** Goes straight to the server. */
  readonly api: Api;
  /** Where a session's page is. */
  at(sessionId: string): string;
  /** A page of its own: of a session, once that is connected, or the first page. */
  open(sessionId?: string, options?: BrowserContextOptions): Promise<Page>;
  /** A new session on a page of its own. */
  openNew(choices?: Choices, options?: BrowserContextOptions): Promise<{ id: string; page: Page }>;
  /** Another tab beside a page. */
  openBeside(page: Page, sessionId: string): Promise<Page>;
}

/**
 * A server for the tests of a file, or of one of its groups: started before the first and stopped
 * after the last one. Without a browser it does nothing.
 */
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
  return lookedAt(browser, () => {
    if (!running) throw new Error('The server is started before the first test, not earlier.');
    return running;
  });
}

/** A server for one test, which may stop it earlier. @param env as {@link ownEnvironment} makes it */
export async function demoOfTest(
  browser: TestBrowser,
  env: Record<string, string>,
): Promise<DemoInBrowser> {
  const process = await startDemo(env);
  onTestFinished(async () => void (await process.stop()));
  return lookedAt(browser, () => process);
}

function lookedAt(browser: TestBrowser, running: () => DemoProcess): DemoInBrowser {
  const demo: DemoInBrowser = {
    get process() {
      return running();
    },
    get api() {
      return apiOf(running().url);
    },
    at: (sessionId) => `${running().url}#/sessions/${sessionId}`,
    async open(sessionId, options) {
      const url = sessionId === undefined ? running().url : demo.at(sessionId);
      const page = await browser.open(url, options);
      if (sessionId !== undefined) await untilOpen(page);
      return page;
    },
    async openNew(choices, options) {
      const id = await demo.api.newSession(choices);
      return { id, page: await demo.open(id, options) };
    },
    async openBeside(page, sessionId) {
      const tab = await page.context().newPage();
      await tab.goto(demo.at(sessionId));
      await untilOpen(tab);
      return tab;
    },
  };
  return demo;
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
