import { testBrowser } from '@loop/test-browser';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Inspection } from '../../wire/inspection.js';
import { demoInBrowser } from '../support/demo-in-browser.js';
import { untilOpen } from '../support/on-page.js';
import { startProxy } from '../support/tcp-proxy.js';

const browser = await testBrowser();

const demo = demoInBrowser(browser);

/** Longer than a hidden page keeps its stream. */
const GRACE = { timeout: 15_000 };

describe.skipIf(!browser.isThere)('five tabs of which one is seen, over HTTP/1.1', () => {
  it('hold one session stream while an approval waits, and show it by their titles', async () => {
    const proxy = await startProxy(demo.url);
    onTestFinished(proxy.close);
    const id = await demo.api.newSession({ permission: 'ask' });
    const stream = `/api/sessions/${id}/events`;
    await demo.api.prompt(id, 'Run `echo allowed`');

    const seen = await browser.open(`${proxy.url}#/sessions/${id}`);
    const hidden: Page[] = [];
    for (let tab = 2; tab <= 5; tab++) {
      const page = await seen.context().newPage();
      await page.goto(`${proxy.url}#/sessions/${id}`);
      await untilOpen(page);
      await page.getByRole('group', { name: 'Run a command' }).waitFor();
      await show(page, 'hidden');
      hidden.push(page);
    }
    await expect.poll(() => proxy.requests(stream).open, GRACE).toBe(1);
    for (const page of hidden) {
      await page.locator('[data-connection="released"]').waitFor();
      await untilTitled(page, true);
    }

    // With five streams and the lists' it would wait for a connection, and the streams for it.
    await seen.getByRole('button', { name: 'Allow once' }).click();
    await seen.getByText(/^Allowed by user after/).waitFor();

    // What a tab has seen last is not what is: the lists say that it is decided, and what is asked next.
    for (const page of hidden) await untilTitled(page, false);
    await demo.api.settled(id);
    await demo.api.prompt(id, 'Run `echo again`');
    for (const page of hidden) await untilTitled(page, true);
    await demo.api.patch(`/api/sessions/${id}`, { title: 'Renamed' });
    for (const page of hidden) {
      await page.waitForFunction(() => document.title === '(!) Renamed · Loop');
    }
    expect(proxy.requests(stream)).toMatchObject({ open: 1, all: 5 });

    const [back] = hidden as [Page];
    await show(back, 'visible');
    await untilOpen(back);
    await back.getByText(/^Allowed by user after/).waitFor();
    await back.getByRole('button', { name: 'Allow once' }).click();
    await demo.api.settled(id);
    const { connections } = await demo.api.get<Inspection>(`/api/sessions/${id}/inspect`);
    const returned = connections.filter(({ cursor }) => cursor !== null);
    expect(returned).toMatchObject([{ opening: { outcome: 'replay' } }]);
  });
});

/** Waits until a tab's title says that something waits, or that nothing does. */
async function untilTitled(page: Page, isWaiting: boolean): Promise<void> {
  await page.waitForFunction((waits) => document.title.startsWith('(!) ') === waits, isWaiting);
}

/** Headless pages are always visible, so this one has to pretend. */
async function show(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}
