import { join } from 'node:path';
import type { TestBrowser } from '@loop/test-browser';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { ServerKind } from '../../server/config.js';
import { temporaryFolder } from '../agent/temporary-folder.js';
import { apiOf, type Api, type Choices } from './api.js';
import { startDemoHere } from './demo-here.js';
import { startDemo, type DemoProcess } from './demo-process.js';
import { writeSession, type Told } from './made-session.js';
import { untilOpen, untilWritable } from './on-page.js';

/** A server that is looked at in a browser. */
export interface DemoInBrowser {
  readonly url: string;
  /** Goes straight to the server. */
  readonly api: Api;
  /** Where a session's page is. */
  at(sessionId: string): string;
  /** A page of its own, once it is there: of a session, with what that holds, or the first page. */
  open(sessionId?: string, options?: BrowserContextOptions): Promise<Page>;
  /** A new session on a page of its own. */
  openNew(choices?: Choices, options?: BrowserContextOptions): Promise<{ id: string; page: Page }>;
  /** Another tab beside a page. */
  openBeside(page: Page, sessionId: string): Promise<Page>;
}

/** Where a server that was started is, and how it ends. */
interface Started {
  url: string;
  stop(): Promise<unknown>;
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
  return startedForAll(browser, async () => {
    const env = await ownEnvironment(environment);
    const workspace = { id: 'made', path: await temporaryFolder() };
    for (const [id, told] of Object.entries(sessions)) {
      await writeSession(env['LOOP_DATA_DIR'] ?? '', id, workspace, told);
    }
    return startDemoHere(env);
  });
}

/** The built server, one of each kind, for what has to be seen on both. */
export function onBothServers(browser: TestBrowser): Record<ServerKind, DemoInBrowser> {
  const on = (LOOP_SERVER: ServerKind): DemoInBrowser =>
    startedForAll(browser, async () => startDemo(await ownEnvironment({ LOOP_SERVER })));
  return { hono: on('hono'), express: on('express') };
}

/** A server for one test. */
export async function demoOfTest(
  browser: TestBrowser,
  env: Record<string, string>,
): Promise<DemoInBrowser> {
  const started = await startDemoHere(env);
  onTestFinished(started.stop);
  return lookedAt(browser, () => started);
}

/** The built server for one test, which may stop it earlier. */
export async function builtDemoOfTest(
  browser: TestBrowser,
  env: Record<string, string>,
): Promise<DemoInBrowser & { process: DemoProcess }> {
  const process = await startDemo(env);
  onTestFinished(async () => void (await process.stop()));
  return Object.assign(
    lookedAt(browser, () => process),
    { process },
  );
}

/** For a server with a state of its own, whose model writes fast. */
export async function ownEnvironment(
  environment: Record<string, string> = {},
): Promise<Record<string, string>> {
  const LOOP_DATA_DIR = join(await temporaryFolder(), 'data');
  return { LOOP_DATA_DIR, LOOP_SCRIPT_PACE_MS: '1', ...environment };
}

function startedForAll(browser: TestBrowser, start: () => Promise<Started>): DemoInBrowser {
  let running: Started | undefined;
  beforeAll(async () => {
    if (browser.isThere) running = await start();
  });
  afterAll(() => running?.stop());
  return lookedAt(browser, () => {
    if (!running) throw new Error('The server is started before the first test, not earlier.');
    return running;
  });
}

function lookedAt(browser: TestBrowser, running: () => Started): DemoInBrowser {
  const demo: DemoInBrowser = {
    get url() {
      return running().url;
    },
    get api() {
      return apiOf(running().url);
    },
    at: (sessionId) => `${running().url}#/sessions/${sessionId}`,
    async open(sessionId, options) {
      const url = sessionId === undefined ? running().url : demo.at(sessionId);
      const page = await browser.open(url, options);
      if (sessionId !== undefined) await untilOpen(page);
      await untilWritable(page);
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
      await untilWritable(tab);
      return tab;
    },
  };
  return demo;
}
