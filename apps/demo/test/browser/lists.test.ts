import { testBrowser } from '@loop/test-browser';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoInBrowser } from '../support/demo-in-browser.js';
import { say, untilIdle, untilWritable } from '../support/on-page.js';

const browser = await testBrowser();

const demo = demoInBrowser(browser);

/** Two tabs of one browser: one that does something, and one that hears of it. */
async function twoTabs(id: string): Promise<[Page, Page]> {
  const page = await demo.open(id);
  return [page, await demo.openBeside(page, id)];
}

const linkOn = (page: Page, name: string): Locator =>
  page.getByRole('navigation').getByRole('link', { name });

/** With the keyboard: it works in a tab that is not in front, and for those who have nothing else. */
async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
  await page.getByRole('button', { name: action }).press('Enter');
}

describe.skipIf(!browser.isThere)('the lists', () => {
  it('show in a second tab what is new, read, renamed, archived, restored and deleted', async () => {
    const id = await demo.api.newSession({ permission: 'ask' });
    const home = await demo.api.newSession();
    const [page, other] = await twoTabs(home);
    await demo.api.prompt(id, 'Run `echo one`');
    await linkOn(other, 'echo one').getByText('waits').waitFor();
    await demo.api.allow(id);
    await linkOn(other, 'echo one').getByLabel('unread').waitFor();

    await linkOn(page, 'echo one').press('Enter');
    await page.getByRole('heading', { name: 'Run echo one', level: 1 }).waitFor();
    await untilWritable(page);
    await other.getByLabel('unread').waitFor({ state: 'detached' });

    await act(page, 'Run echo one', 'Rename');
    await page.keyboard.type('Renamed');
    await page.keyboard.press('Enter');
    await linkOn(other, 'Renamed').waitFor();
    await page.getByRole('heading', { name: 'Renamed', level: 1 }).waitFor();

    await act(page, 'Renamed', 'Archive');
    await linkOn(other, 'Renamed').waitFor({ state: 'hidden' });
    await other.locator('summary', { hasText: 'Archived' }).press('Enter');
    await linkOn(other, 'Renamed').waitFor();
    await page.getByRole('main').getByText('archived').waitFor();
    await act(other, 'Renamed', 'Restore');
    await page.getByRole('main').getByText('archived').waitFor({ state: 'detached' });
    await linkOn(page, 'Renamed').waitFor();

    await act(page, 'Renamed', 'Delete…');
    // Whoever presses Enter too early keeps it.
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect((await demo.api.session(id)).id).toBe(id);
    await act(page, 'Renamed', 'Delete…');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await linkOn(other, 'Renamed').waitFor({ state: 'detached' });
    await page.waitForURL(/#\/new\//);
  });
});

describe.skipIf(!browser.isThere)('two tabs on one session', () => {
  it('have the same permission, the same model and the same queue', async () => {
    const id = await demo.api.newSession();
    const [page, other] = await twoTabs(id);
    await page.getByLabel('Permission').selectOption('Edit freely');
    await page.getByLabel('Model').selectOption('scripted-brisk');
    await expect.poll(() => other.getByLabel('Permission').inputValue()).toBe('auto-edit');
    await expect.poll(() => other.getByLabel('Model').inputValue()).toBe('scripted-brisk');

    await demo.api.prompt(id, 'Run `echo waits`');
    await page.getByRole('button', { name: 'Allow once' }).waitFor();
    await say(page, 'Read README.md');
    await page.getByLabel('When it is read').selectOption('After this step');
    await say(page, 'Look around');
    const waiting = other.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
    await expect
      .poll(() => waiting.allTextContents())
      .toEqual(expect.arrayContaining(['nextRead README.md', 'after this stepLook around']));
    await other.getByRole('button', { name: 'Do not send: Look around' }).click();
    await page
      .getByRole('list', { name: 'Waiting' })
      .getByText('Look around')
      .waitFor({ state: 'detached' });
    await other.getByRole('button', { name: 'Allow once' }).click();
    await page.locator('.user-text').getByText('Read README.md').waitFor();
    await demo.api.settled(id);
    await untilIdle(page);
    expect(await page.locator('.user-text').getByText('Look around').count()).toBe(0);
  });
});
