import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testBrowser } from '@loop/test-browser';
import { expectEach, locksOf, requestTimes, stateOf } from '../support/tab.js';
import { serveTabs, type TabsServer } from '../support/tabs-server.js';

// Chromium over plain HTTP/1.1: six connections to a host, and no more.
const browser = await testBrowser();

/** What may pass until another tab has taken over. */
const handOverMs = 2_000;

describe.skipIf(!browser.isThere)('tabs of one browser', () => {
  it('have one list stream and a session stream each, and requests are answered', async () => {
    const server = await serveTabs();
    const pages = await openTabs(server, 4);
    const [first] = pages;
    await expectEach(pages, { lists: 'open', session: 'open', heard: ['reset'] });
    expect(server.made('lists')).toHaveLength(1);
    for (const n of [1, 2, 3, 4]) expect(server.made(`session ${n}`)).toHaveLength(1);

    for (const page of pages) {
      for (const ms of await requestTimes(page)) expect(ms).toBeLessThan(2_000);
    }
    server.change();
    await expectEach(pages, { heard: ['reset', 'sessions'], loaded: 1 });
    expect(await leadersAmong(pages)).toBe(1);
    // Each tab was mounted twice, and nothing is left of the first time.
    expect(await locksOf(first)).toBe(4);
  });

  it.each<[how: string, leave: (leader: Page) => Promise<unknown>]>([
    ['is closed', (leader) => leader.close()],
    ['crashes', crash],
    ['goes elsewhere', (leader) => leader.goto('about:blank')],
  ])('lose nothing when the one with the list stream %s', async (_how, leave) => {
    const server = await serveTabs();
    const [leader, ...others] = await openTabs(server, 3);
    await expectEach([leader, ...others], { heard: ['reset'] });
    expect(await stateOf(leader)).toMatchObject({ role: 'leader' });

    const left = leave(leader);
    const changing = setInterval(server.change, 20);
    await left;
    await expectEach(others, { heard: expect.arrayContaining(['reset', 'reset']) as string[] });
    clearInterval(changing);
    await expectEach(others, { lists: 'open', loaded: server.version() });
    const [first, second, third] = server.made('lists');
    expect(Number(second?.openedAt) - Number(first?.closedAt)).toBeLessThan(handOverMs);
    expect(third).toBeUndefined();
    expect(server.open('lists')).toBe(1);
    expect(await leadersAmong(others)).toBe(1);
    for (const { heard } of await Promise.all(others.map(stateOf))) {
      expect(heard.filter((why) => why === 'reset')).toHaveLength(2);
    }
  });

  it('can take the list stream from each other', async () => {
    const server = await serveTabs();
    const [leader, follower] = await openTabs(server, 2);
    if (!follower) throw new Error('There is no follower.');
    await expectEach([leader, follower], { heard: ['reset'] });
    await follower.evaluate(() => globalThis.tab.lists.reconnect());
    await expectEach([follower], { role: 'leader', heard: ['reset', 'reset'] });
    await expectEach([leader], { role: 'follower', lists: 'open', heard: ['reset', 'reset'] });
    expect(server.made('lists')).toHaveLength(2);
    expect(server.open('lists')).toBe(1);
    await follower.close();
    await expectEach([leader], { role: 'leader', heard: ['reset', 'reset', 'reset'] });
  });

  it('of two users share nothing', async () => {
    const server = await serveTabs();
    const pages = [await openTab(server, '?user=ann'), await openTab(server, '?user=bob')];
    await expectEach(pages, { role: 'leader', heard: ['reset'] });
    expect(server.open('lists')).toBe(2);
  });
});

/** Tabs of one window, in order, the first of them with the list stream. */
async function openTabs(server: TabsServer, count: number): Promise<[Page, ...Page[]]> {
  const first = await openTab(server, '?user=ann&session=1');
  await expectEach([first], { role: 'leader' });
  const others: Page[] = [];
  for (let n = 2; n <= count; n++) {
    others.push(await openTab(server, `?user=ann&session=${n}`, first));
  }
  return [first, ...others];
}

async function openTab(server: TabsServer, query: string, beside?: Page): Promise<Page> {
  if (!beside) return browser.open(`${server.url}/${query}`);
  const page = await beside.context().newPage();
  await page.goto(`${server.url}/${query}`);
  return page;
}

async function leadersAmong(pages: readonly Page[]): Promise<number> {
  const states = await Promise.all(pages.map(stateOf));
  return states.filter(({ role }) => role === 'leader').length;
}

/** Resolves when its process is gone; the command itself is never answered. */
async function crash(page: Page): Promise<void> {
  const gone = page.waitForEvent('crash');
  const devTools = await page.context().newCDPSession(page);
  devTools.send('Page.crash').catch(() => {});
  await gone;
}
