import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../agent/temporary-folder.js';
import { apiOf, type Api } from '../support/api.js';
import { testBrowser } from '../support/browser.js';
import { startDemo, type DemoProcess } from '../support/demo-process.js';

const browser = await testBrowser();

let demo: DemoProcess;
let api: Api;
beforeAll(async () => {
  if (!browser.isThere) return;
  demo = await startDemo({
    LOOP_DATA_DIR: join(await temporaryFolder(), 'data'),
    LOOP_SCRIPT_PACE_MS: '1',
  });
  api = apiOf(demo.url);
});
afterAll(() => demo?.stop());

/** Two tabs of one browser: one that does something, and one that hears of it. */
async function twoTabs(id: string, otherId = id): Promise<[Page, Page]> {
  const page = await browser.open(`${demo.url}#/sessions/${id}`);
  const other = await page.context().newPage();
  await other.goto(`${demo.url}#/sessions/${otherId}`);
  for (const tab of [page, other]) await tab.locator('[data-connection="open"]').waitFor();
  return [page, other];
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
    const id = await api.newSession({ permission: 'ask' });
    const home = await api.newSession();
    const [page, other] = await twoTabs(home);
    await api.prompt(id, 'Run `echo one`');
    await linkOn(other, 'echo one').getByText('waits').waitFor();
    const { pendingApprovals } = (await api.session(id)).snapshot.state;
    await api.post(`/api/sessions/${id}/approvals/${pendingApprovals[0]?.approvalId}`, {
      decision: 'allow',
    });
    await linkOn(other, 'echo one').getByLabel('unread').waitFor();

    await linkOn(page, 'echo one').press('Enter');
    await other.getByLabel('unread').waitFor({ state: 'detached' });

    await act(page, 'Run `echo one`', 'Rename');
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
    expect((await api.session(id)).id).toBe(id);
    await act(page, 'Renamed', 'Delete…');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await linkOn(other, 'Renamed').waitFor({ state: 'detached' });
    await page.waitForURL(/#\/new\//);
  });
});

describe.skipIf(!browser.isThere)('two tabs on one session', () => {
  it('have the same permission, the same model and the same queue', async () => {
    const id = await api.newSession();
    const [page, other] = await twoTabs(id);
    await page.getByLabel('Permission').selectOption('Edit freely');
    await page.getByLabel('Model').selectOption('scripted-brisk');
    await expect.poll(() => other.getByLabel('Permission').inputValue()).toBe('auto-edit');
    await expect.poll(() => other.getByLabel('Model').inputValue()).toBe('scripted-brisk');

    await api.prompt(id, 'Run `echo waits`');
    await page.getByRole('button', { name: 'Allow once' }).waitFor();
    const send = async (text: string): Promise<void> => {
      await page.getByLabel('Your message').fill(text);
      await page.keyboard.press('Enter');
    };
    await send('Read README.md');
    await page.getByLabel('After this step').check();
    await send('Look around');
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
    await api.settled(id);
    expect(await page.locator('.user-text').getByText('Look around').count()).toBe(0);
  });
});
