import { testBrowser } from '@loop/test-browser';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../agent/temporary-folder.js';
import { onBothServers } from '../support/demo-in-browser.js';
import { untilIdle } from '../support/on-page.js';
import { serverKinds, usualServer } from '../support/server-kinds.js';
import { expectSame } from '../support/shown.js';

const browser = await testBrowser();

const demos = onBothServers(browser);

describe.skipIf(!browser.isThere).each(serverKinds)('the page, served by %s', (server) => {
  const demo = demos[server];

  it('begins a session with its first prompt, and finds it again by its URL and in the list', async () => {
    const page = await demo.open();
    await page.getByLabel('Your message').fill('Look around');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('and tell me what this is');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/sessions\//);
    await page.getByRole('heading', { name: 'What this is' }).waitFor();
    await untilIdle(page);
    const id = page.url().replace(/.*\//, '');
    expect((await demo.api.messages(id))[0]?.message).toMatchObject({
      content: [{ text: 'Look around\nand tell me what this is' }],
    });
    await expect.poll(() => page.title()).toBe('Look around · Loop');
    await page.reload();
    await expectSame(page, demo.api, id);
    const link = page.getByRole('navigation').getByRole('link', { name: 'Look around' });
    await expect.poll(() => link.first().getAttribute('aria-current')).toBe('page');
  });

  it('says that a session is not there', async () => {
    const page = await browser.open(demo.at('unknown'));
    await page.getByText('It may have been removed').waitFor();
    await page.locator('[data-connection="closed"]').waitFor();
  });
});

describe.skipIf(!browser.isThere)('the page', () => {
  const demo = demos[usualServer];

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
