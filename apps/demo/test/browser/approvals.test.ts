import { testBrowser } from '@loop/test-browser';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { builtDemoOfTest, demoInBrowser, ownEnvironment } from '../support/demo-in-browser.js';
import { untilFocused, untilIdle, untilOpen } from '../support/on-page.js';
import { openOwnSession } from '../support/own-session.js';

const browser = await testBrowser();

const demo = demoInBrowser(browser);

const cardOn = (page: Page): Locator => page.getByRole('group', { name: 'Run a command' });
const outcomeOn = (page: Page): Locator => page.locator('.approval-outcome');

describe.skipIf(!browser.isThere)('an approval', () => {
  it('is asked for, answered and followed by a cancel, all with the keyboard', async () => {
    const { page, id } = await demo.openNew({ permission: 'ask' });
    const field = page.getByLabel('Your message');
    await page.keyboard.type('Run `echo begun; sleep 100`');
    await page.keyboard.press('Enter');
    await cardOn(page).waitFor();
    await expect.poll(() => cardOn(page).textContent()).toContain('$ echo begun; sleep 100');
    await page.getByRole('status').getByText('Waiting for your approval: Run a command').waitFor();
    await expect.poll(() => page.title()).toContain('(!)');

    // Somebody who is writing goes on writing, whatever letters they need.
    await untilFocused(field);
    await page.keyboard.type('as d');
    await expect.poll(() => field.inputValue()).toBe('as d');
    expect((await demo.api.session(id)).snapshot.state.pendingApprovals).toHaveLength(1);

    await page.keyboard.press('Alt+J');
    await untilFocused(cardOn(page));
    await page.keyboard.press('a');
    await page.locator('.tool[data-status="running"] .output').getByText('begun').waitFor();
    await expect.poll(() => outcomeOn(page).textContent()).toMatch(/^Allowed by user after \d/);
    await untilFocused(field);
    await expect.poll(() => field.inputValue()).toBe('as d');

    await page.keyboard.press('Tab');
    await untilFocused(page.getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Enter');
    await untilIdle(page);
    expect((await demo.api.session(id)).snapshot.state.run.status).toBe('idle');
  });

  it('can be denied with a note, and one that somebody else has answered is no error', async () => {
    const { page, id } = await demo.openNew({ permission: 'ask' });
    await demo.api.prompt(id, 'Run `npm test`');
    await cardOn(page).waitFor();
    const tooLate = { status: 409, json: { error: 'Too late.', code: 'already-resolved' } };
    await page.route('**/approvals/*', (route) => route.fulfill(tooLate), { times: 1 });
    await cardOn(page).getByRole('button', { name: 'Allow for this session' }).click();
    await cardOn(page).getByText('Already answered.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);

    // A page that has lost track has the truth again from the next stream.
    await page.reload();
    await page.getByLabel('Deny with a note').fill('only look at it');
    await page.keyboard.press('Enter');
    await outcomeOn(page)
      .getByText(/^Denied by user after/)
      .waitFor();
    await page.getByText('“only look at it”').waitFor();
    await demo.api.settled(id);
  });

  it('is one of several, which are gone through one after the other', async () => {
    const { page, session } = await openOwnSession(demo);
    const outcomes = ['one', 'two', 'three'].map((detail) =>
      session.approvals.request({ kind: 'command', title: 'Run a command', detail }),
    );
    await page.getByText('3 requests wait for your approval').waitFor();
    await expect.poll(() => page.title()).toContain('(!)');
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const card = document.activeElement?.closest('[data-approval]');
        const position = card?.querySelector('.tag')?.textContent ?? 'the last';
        return `${position} ${card?.querySelector('pre')?.textContent}`;
      });

    await page.keyboard.press('Alt+J');
    await expect.poll(focused).toBe('1 of 3 $ one');
    await page.keyboard.press('Alt+J');
    await expect.poll(focused).toBe('2 of 3 $ two');
    await page.keyboard.press('Alt+Shift+J');
    await page.keyboard.press('Alt+Shift+J');
    await expect.poll(focused).toBe('3 of 3 $ three');
    await page.keyboard.press('d');
    await expect.poll(focused).toBe('1 of 2 $ one');
    await page.keyboard.press('s');
    await expect.poll(focused).toBe('the last $ two');
    await page.keyboard.press('a');
    await untilFocused(page.getByLabel('Your message'));
    const answers = (await Promise.all(outcomes)).map(({ outcome, scope }) => [outcome, scope]);
    expect(answers).toEqual([
      ['allowed', 'session'],
      ['allowed', 'once'],
      ['denied', 'once'],
    ]);
  });

  // The slower the machine starts a server, the longer the client has learnt to wait between attempts.
  it('is gone when the server has started again, and its run is marked', async () => {
    const env = await ownEnvironment();
    const before = await builtDemoOfTest(browser, env);
    const { page, id } = await before.openNew({ permission: 'ask' });
    page.setDefaultTimeout(60_000);
    await before.api.prompt(id, 'Run `npm test`');
    await cardOn(page).waitFor();
    await page.locator('.mark.waits').waitFor();
    expect((await before.process.stop()).code).toBe(0);
    await page.locator('[data-down="true"]').waitFor();
    await builtDemoOfTest(browser, { ...env, PORT: String(before.process.port) });

    await untilOpen(page);
    await page.locator('.tool[data-status="interrupted"]').waitFor();
    await cardOn(page).waitFor({ state: 'detached' });
    await page.locator('.mark.waits').waitFor({ state: 'detached' });
    await untilIdle(page);
  });
});
