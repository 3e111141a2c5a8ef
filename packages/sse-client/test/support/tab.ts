import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ListsStore, SessionStore } from '../../src/index.js';

declare global {
  /** What a page of the tabs' server has in it. */
  var tab: {
    heard: string[];
    loaded(): number;
    lists: ListsStore;
    session: SessionStore;
  };
}

/** What a tab knows, read in one go. */
export interface TabState {
  heard: string[];
  loaded: number;
  role: string | undefined;
  lists: string | undefined;
  session: string | undefined;
  cursor: string | undefined;
}

export async function stateOf(page: Page): Promise<TabState> {
  await page.waitForFunction(() => globalThis.tab);
  return page.evaluate(() => {
    const { heard, loaded, lists, session } = globalThis.tab;
    return {
      heard: [...heard],
      loaded: loaded(),
      role: lists?.stats().role,
      lists: lists?.getSnapshot().connection.status,
      session: session?.getSnapshot().connection.status,
      cursor: session?.stats().cursor,
    };
  });
}

/** Waits until each tab's state has these parts. */
export async function expectEach(pages: readonly Page[], state: Partial<TabState>): Promise<void> {
  for (const page of pages) {
    await expect.poll(() => stateOf(page), { timeout: 10_000, interval: 20 }).toMatchObject(state);
  }
}

/** How long a GET and a POST take in a tab, in milliseconds. */
export async function requestTimes(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const times: number[] = [];
    for (const method of ['GET', 'POST']) {
      const startedAt = performance.now();
      const answer = await fetch('/api/version', { method, signal: AbortSignal.timeout(10_000) });
      await answer.text();
      times.push(performance.now() - startedAt);
    }
    return times;
  });
}

/** Holders and who waits, of all the browser's locks for this origin. */
export async function locksOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return held.length + pending.length;
  });
}
