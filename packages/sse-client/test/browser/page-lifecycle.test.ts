import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { SessionEvents } from '@loop/events';
import { testBrowser } from '@loop/test-browser';
import { expectEach, locksOf, stateOf } from '../support/tab.js';
import { serveTabs, type TabsServer } from '../support/tabs-server.js';

// Playwright switches the back/forward cache off; and not every build of Chromium has one.
const browser = await testBrowser({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });

describe.skipIf(!browser.isThere)('a page', () => {
  it('in the back/forward cache holds nothing, and is current when it comes back', async (context) => {
    const { server, session, page, other } = await stage();
    await other.goto(`${server.url}/?plain`);
    if (!(await isKept(other, async () => {}))) {
      context.skip('this Chromium has no back/forward cache');
    }
    await other.goto(`${server.url}/?user=ann`);

    const wasKept = await isKept(page, async () => {
      await expect.poll(() => server.open('session 1')).toBe(0);
      await expectEach([other], { role: 'leader', heard: ['reset', 'reset'] });
      say(session, 'while away');
      server.change();
    });
    expect(wasKept).toBe(true);
    await expectEach([page, other], { loaded: 1, lists: 'open' });
    await expectEach([page], { session: 'open', cursor: cursorOf(session), role: 'follower' });
    expect(await openingOf(page)).toBe('replay');
    expect(server.open('lists')).toBe(1);
    expect(server.open('session 1')).toBe(1);
  });

  it('that is told so by events alone does the same', async () => {
    const { server, session, page, other } = await stage();
    await send(page, 'pagehide');
    await expect.poll(() => server.open('session 1')).toBe(0);
    await expectEach([page], { session: 'released', lists: 'released' });
    await expectEach([other], { role: 'leader', heard: ['reset', 'reset'] });
    expect(await locksOf(other)).toBe(1);
    say(session, 'while away');

    await send(page, 'pageshow');
    await expectEach([page], {
      session: 'open',
      cursor: cursorOf(session),
      role: 'follower',
      heard: ['reset', 'reset'],
    });
    expect(await openingOf(page)).toBe('replay');
    expect(server.open('session 1')).toBe(1);
    expect(server.made('lists')).toHaveLength(2);
    expect(await locksOf(other)).toBe(2);
  });

  it.each([
    ['by replay', 3],
    ['by a snapshot', 20],
  ])('that is hidden lets its session stream go and comes back %s', async (way, messages) => {
    const { server, session, page, other } = await stage();
    await show(page, 'hidden');
    await expect.poll(() => server.open('session 1')).toBe(0);
    await expectEach([page], { session: 'released', lists: 'open', role: 'leader' });
    for (let n = 0; n < messages; n++) say(session, `while hidden ${n}`);
    server.change();
    await expectEach([page, other], { loaded: 1 });

    await show(page, 'visible');
    await expectEach([page], { session: 'open', cursor: cursorOf(session) });
    expect(way).toContain(await openingOf(page));
    expect(await shownOn(page)).toEqual(windowOf(session));
    expect(server.made('session 1')).toHaveLength(2);
    expect(server.made('lists')).toHaveLength(1);
  });
});

interface Stage {
  server: TabsServer;
  session: SessionEvents;
  /** Has the list stream, and a session that has had a message. */
  page: Page;
  other: Page;
}

async function stage(): Promise<Stage> {
  const server = await serveTabs();
  const session = server.session('1');
  say(session, 'before');
  const page = await browser.open(`${server.url}/?user=ann&session=1&release=100`);
  await expectEach([page], { role: 'leader', session: 'open', cursor: cursorOf(session) });
  const other = await page.context().newPage();
  await other.goto(`${server.url}/?user=ann`);
  await expectEach([page, other], { heard: ['reset'], loaded: 0 });
  return { server, session, page, other };
}

/** Leaves a page and goes back to it. */
async function isKept(page: Page, meanwhile: () => Promise<void>): Promise<boolean> {
  await page.evaluate(() => Object.assign(globalThis, { isMarked: true }));
  await page.goto('about:blank');
  await meanwhile();
  await page.goBack({ waitUntil: 'commit' });
  await stateOf(page);
  return page.evaluate(() => 'isMarked' in globalThis);
}

function say(session: SessionEvents, content: string): void {
  session.append({ role: 'user', content });
}

function cursorOf({ streamId, seq }: SessionEvents): string {
  return `${streamId}:${seq}`;
}

function windowOf(session: SessionEvents): unknown[] {
  return session.snapshot().messages.map(({ message }) => message);
}

/** The messages that the session's own window shows, too. */
async function shownOn(page: Page): Promise<unknown[]> {
  return page.evaluate(() => {
    const { messages } = globalThis.tab.session.getSnapshot().view;
    return messages.slice(-3).map(({ message }) => message);
  });
}

async function openingOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => globalThis.tab.session.getSnapshot().connection.lastOpening);
}

async function send(page: Page, type: 'pagehide' | 'pageshow'): Promise<void> {
  await page.evaluate(
    (name) => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })),
    type,
  );
}

/** Headless pages are always visible, so this one has to pretend. */
async function show(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}
