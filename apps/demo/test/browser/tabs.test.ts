import { testBrowser } from '@loop/test-browser';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demoInBrowser } from '../support/demo-in-browser.js';
import { untilOpen } from '../support/on-page.js';
import { startProxy, type TcpProxy } from '../support/tcp-proxy.js';

const browser = await testBrowser();

const LISTS = '/api/workspaces/events';

const demo = demoInBrowser(browser);

interface Tabs {
  proxy: TcpProxy;
  pages: [Page, Page, Page, Page];
  id: string;
}

/** Four tabs of one browser on one session. The first one has the list stream, the second is next. */
async function fourTabs(): Promise<Tabs> {
  const proxy = await startProxy(demo.url);
  onTestFinished(proxy.close);
  const id = await demo.api.newSession({ permission: 'ask' });
  const at = `${proxy.url}#/sessions/${id}`;
  const first = await browser.open(at);
  await expect.poll(() => proxy.requests(LISTS).open).toBe(1);
  const open = async (): Promise<Page> => {
    const page = await first.context().newPage();
    await page.goto(at);
    return page;
  };
  const pages: Tabs['pages'] = [first, await open(), await open(), await open()];
  for (const page of pages) await untilOpen(page);
  return { proxy, pages, id };
}

/** Milliseconds that the page waits for an answer. */
function timeFor(page: Page, method: string, path: string): Promise<number> {
  return page.evaluate(
    async ([verb, at]) => {
      const startedAt = performance.now();
      const init = {
        body: '{"decision":"allow"}',
        headers: { 'content-type': 'application/json' },
      };
      const answer = await fetch(at, { method: verb, ...(verb === 'POST' && init) });
      await answer.text();
      return performance.now() - startedAt;
    },
    [method, path] as const,
  );
}

/** Waits until the lists of a page show a session under this title. */
async function untilListed(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: title }).waitFor();
}

describe.skipIf(!browser.isThere)('four tabs over HTTP/1.1', () => {
  it('answer within two seconds while all of their streams live, on one list stream', async () => {
    const { proxy, pages, id } = await fourTabs();
    await demo.api.prompt(id, 'Run `echo allowed`');
    for (const page of pages) {
      await page.getByRole('group', { name: 'Run a command' }).waitFor();
      const answers = await Promise.all([
        timeFor(page, 'POST', `/api/sessions/${id}/approvals/none`),
        timeFor(page, 'GET', `/api/sessions/${id}/history?before=0`),
      ]);
      expect(Math.max(...answers)).toBeLessThan(2_000);
      await page.locator('[data-connection="open"]').waitFor();
    }
    expect(proxy.requests(`/api/sessions/${id}/events`).open).toBe(4);
    expect(proxy.requests(LISTS)).toEqual({ open: 1, most: 1, all: 1 });

    // What one of them answers is closed in all.
    await pages[2].getByRole('button', { name: 'Allow once' }).click();
    for (const page of pages) {
      await page.getByText(/^Allowed by user after/).waitFor();
      await page.getByRole('button', { name: 'Allow once' }).waitFor({ state: 'detached' });
    }
    await demo.api.settled(id);
  });

  it('hand the list stream over when the one that has it is closed, and when it crashes', async () => {
    const { proxy, pages, id } = await fourTabs();
    const [first, second, third, fourth] = pages;

    const closed = timeToHandOver(proxy, 2);
    await first.close();
    expect(await closed).toBeLessThan(2_000);
    await rename(id, 'Handed over once');
    for (const page of [second, third, fourth]) await untilListed(page, 'Handed over once');

    const devtools = await second.context().newCDPSession(second);
    const crash = second.waitForEvent('crash');
    const crashed = timeToHandOver(proxy, 3);
    // It answers no more.
    void devtools.send('Page.crash').catch(() => {});
    await crash;
    expect(await crashed).toBeLessThan(2_000);
    await rename(id, 'Handed over twice');
    for (const page of [third, fourth]) await untilListed(page, 'Handed over twice');
  });
});

/** Milliseconds from the end of the list stream to the beginning of the next one, the `count`th. */
async function timeToHandOver(proxy: TcpProxy, count: number): Promise<number> {
  await proxy.left(LISTS);
  const startedAt = performance.now();
  await expect.poll(() => proxy.requests(LISTS)).toMatchObject({ open: 1, all: count });
  return performance.now() - startedAt;
}

async function rename(id: string, title: string): Promise<void> {
  await demo.api.patch(`/api/sessions/${id}`, { title });
}
