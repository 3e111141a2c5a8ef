import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../agent/temporary-folder.js';
import { testBrowser } from '../support/browser.js';
import { onBothServers, untilIdle } from '../support/demo-in-browser.js';
import { serverKinds, usualServer } from '../support/server-kinds.js';
import { answered, said, type Told } from '../support/made-session.js';
import { shownFor, shownOn } from '../support/shown.js';

const browser = await testBrowser();

async function widthOf(page: Page): Promise<{ content: number; screen: number }> {
  return page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }));
}

/** Rounds that are tall enough to be scrolled. */
function rounds(count: number): Told {
  const answer = 'A paragraph of its own.\n\n'.repeat(20);
  return Array.from({ length: count }, (_, round) => [
    ...said(`Round ${round + 1}`),
    ...answered(answer),
  ]).flat();
}

const demos = onBothServers(browser, {}, { one: rounds(1), three: rounds(3), many: rounds(18) });

describe.skipIf(!browser.isThere).each(serverKinds)('the page, served by %s', (server) => {
  const demo = demos[server];

  it('begins a session with its first prompt, and finds it again by its URL and in the list', async () => {
    const page = await demo.open();
    await page.getByLabel('Your message').fill('Look around');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('and tell me what this is');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/sessions\//);
    await page.getByText('What this is').waitFor();
    await untilIdle(page);
    const id = page.url().replace(/.*\//, '');
    expect((await demo.api.messages(id))[0]?.message).toMatchObject({
      content: [{ text: 'Look around\nand tell me what this is' }],
    });
    expect(await page.title()).toBe('Look around · Loop');
    await page.reload();
    await expect.poll(() => shownOn(page)).toEqual(shownFor(await demo.api.messages(id)));
    const link = page.getByRole('navigation').getByRole('link', { name: 'Look around' });
    await expect.poll(() => link.first().getAttribute('aria-current')).toBe('page');
  });

  it('says that a session is not there', async () => {
    const page = await browser.open(demo.at('unknown'));
    await page.getByText('It may have been removed').waitFor();
    expect(await page.locator('[data-connection="closed"]').count()).toBe(1);
  });
});

describe.skipIf(!browser.isThere)('the page', () => {
  const demo = demos[usualServer];

  it('loads earlier rounds where the reader is, without a jump', async () => {
    const id = 'many';
    const page = await demo.open(id);
    const scroller = page.getByRole('region', { name: 'Conversation' });
    const round = (number: number): Locator =>
      page.locator('.user-text', { hasText: new RegExp(`Round ${number}$`) });
    await round(16).waitFor();
    expect(await round(15).count()).toBe(0);
    const more = page.getByRole('button', { name: 'Load more (15 earlier rounds)' });
    await more.scrollIntoViewIfNeeded();
    // Going up asks by itself; the button is there for those who cannot scroll, or need not.
    await round(6).waitFor({ state: 'attached' });
    await scroller.focus();
    await page.getByRole('button', { name: 'Load more (5 earlier rounds)' }).focus();
    const before = await round(6).boundingBox();
    await page.keyboard.press('Enter');
    await round(1).waitFor({ state: 'attached' });
    const after = await round(6).boundingBox();
    expect(before).not.toBeNull();
    expect(after?.y).toBeCloseTo(before?.y ?? 0, 0);
    expect(await page.getByRole('button', { name: /Load more/ }).count()).toBe(0);
    expect(await shownOn(page)).toEqual(shownFor(await demo.api.messages(id)));
  });

  it('leaves alone what does not change while text streams', async () => {
    const id = 'one';
    const page = await demo.open(id);
    await demo.api.prompt(id, 'Explain in detail how events travel');
    await page.getByText('What you see').waitFor();
    const marked = await page.evaluate(() => {
      const elements = [...document.querySelectorAll('.message, .block')].slice(0, -2);
      for (const element of elements) Reflect.set(element, 'isMarked', true);
      // What a reader has selected stays selected.
      getSelection()?.selectAllChildren(elements.at(-1) ?? document.body);
      return { count: elements.length, text: String(getSelection()) };
    });
    await page.getByText('Why a snapshot and a replay').waitFor();
    const left = await page.evaluate(() => ({
      count: [...document.querySelectorAll('.message, .block')].filter((element) =>
        Reflect.get(element, 'isMarked'),
      ).length,
      text: String(getSelection()),
    }));
    expect(marked.count).toBeGreaterThan(5);
    expect(left).toEqual(marked);
    await demo.api.post(`/api/sessions/${id}/cancel`);
  });

  it('follows at the end, and stays where the reader has gone', async () => {
    const id = 'three';
    const page = await demo.open(id);
    await page.getByText('Round 3').waitFor();
    const toGo = (): Promise<number> =>
      page
        .locator('.scroller')
        .evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
    expect(await toGo()).toBeLessThan(2);
    await demo.api.prompt(id, 'Explain in detail how events travel');
    await page.getByText('What you see').waitFor();
    expect(await toGo()).toBeLessThan(2);

    await page.locator('.scroller').hover();
    await page.mouse.wheel(0, -12);
    await page.getByRole('button', { name: 'To the end' }).waitFor();
    await page.mouse.wheel(0, -300);
    await expect.poll(toGo).toBeGreaterThan(250);
    const place = await page.getByText('What you see').boundingBox();
    await page.getByText('Why a snapshot and a replay').waitFor({ state: 'attached' });
    expect((await page.getByText('What you see').boundingBox())?.y).toBe(place?.y);
    await demo.api.post(`/api/sessions/${id}/cancel`);
    await page.getByRole('button', { name: 'To the end' }).click();
    expect(await toGo()).toBeLessThan(2);
  });

  it('fits a phone, wide content and all', async () => {
    const folder = await temporaryFolder();
    await writeFile(
      join(await mkdtemp(join(folder, 'x'.repeat(60))), 'wide.txt'),
      `${'wide '.repeat(200)}\n${'x'.repeat(900)}\n`,
    );
    const { id: workspaceId } = await demo.api.post<{ id: string }>('/api/workspaces', {
      path: folder,
    });
    const { id } = await demo.api.post<{ id: string }>(`/api/workspaces/${workspaceId}/sessions`, {
      permission: 'full',
    });
    await demo.api.ask(id, `Run \`cat x*/wide.txt; echo ${'y'.repeat(300)}\``);
    await demo.api.ask(id, 'Explain in detail how events travel');
    const page = await demo.open(id, {
      viewport: { width: 390, height: 780 },
      isMobile: true,
      hasTouch: true,
      colorScheme: 'dark',
    });
    await page.getByText('no waiting in the one place').waitFor();
    expect(await widthOf(page)).toEqual({ content: 390, screen: 390 });

    const menu = page.getByRole('button', { name: 'Sessions' });
    await menu.tap();
    await page.getByRole('link', { name: 'New session' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'New session' }).first().waitFor({ state: 'hidden' });
    expect(await widthOf(page)).toEqual({ content: 390, screen: 390 });
  });

  it('opens another folder, and says what is wrong with one that is none', async () => {
    const page = await demo.open();
    const field = page.getByLabel('Open a folder');
    await field.fill('/no/such/folder');
    await field.press('Enter');
    await page.getByRole('alert').getByText('no such folder').waitFor();
    await field.fill(await temporaryFolder());
    await field.press('Enter');
    await page.waitForURL(/#\/new\//);
    await page.getByRole('heading', { name: /What should be done in loop-agent-/ }).waitFor();
  });
});
