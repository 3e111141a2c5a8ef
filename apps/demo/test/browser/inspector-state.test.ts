import { testBrowser } from '@loop/test-browser';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoInBrowser } from '../support/demo-in-browser.js';
import { chooseTab, openInspector, untilFocused, untilIdle, widthOf } from '../support/on-page.js';

const browser = await testBrowser();

describe.skipIf(!browser.isThere)('the inspector', () => {
  const demo = demoInBrowser(browser);

  async function inspected(id: string, options = {}): Promise<Page> {
    const page = await demo.open(id, options);
    await openInspector(page);
    return page;
  }

  it('shows what the session is, while it changes', async () => {
    const id = await demo.api.newSession({ permission: 'ask' });
    const page = await inspected(id);
    const facts = page.getByRole('tabpanel').locator('.facts');
    await facts.getByText('0 to 0, of 1').or(facts.getByText('none of 0')).first().waitFor();
    await demo.api.prompt(id, 'run `echo done`');
    await facts.getByText(/^running since \d\d:\d\d:\d\d$/).waitFor();
    await facts.getByText(/^1 pending: \S/).waitFor();
    await page.locator('.approval').first().waitFor();
    await page.keyboard.press('Alt+J');
    await page.keyboard.press('a');
    await facts.getByText('none pending').waitFor();
    await untilIdle(page);
    await facts.getByText(/^completed, waited .* took /).waitFor();
    await facts.getByText('idle', { exact: true }).waitFor();
  });

  it('unfolds the whole state, finds in it and copies it', async () => {
    const id = await demo.api.newSession();
    await demo.api.ask(id, 'Read README.md');
    const page = await inspected(id, { permissions: ['clipboard-read', 'clipboard-write'] });
    const panel = page.getByRole('tabpanel');
    await panel.locator('summary', { hasText: 'messages' }).waitFor();
    expect(await panel.getByText('"user"').count()).toBe(0);
    await panel.locator('summary', { hasText: 'messages' }).click();
    await panel.locator('summary', { hasText: /^0: / }).click();
    await panel.locator('summary', { hasText: /^message: / }).press('Enter');
    await panel.getByText('"user"').waitFor();

    await panel.getByRole('searchbox', { name: 'Find in the state' }).fill('READ readme');
    await panel.getByText('messages[0].message.content[0].text').waitFor();
    await panel
      .getByRole('status')
      .getByText(/^\d+ places$/)
      .waitFor();

    await panel.getByRole('button', { name: 'Copy' }).click();
    await panel.getByText('Copied').waitFor();
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as object;
    const { seq, snapshot } = await demo.api.session(id);
    expect(copied).toMatchObject({ seq, messages: snapshot.messages });
  });

  it('shows little of what is large, and writes out what would deceive', async () => {
    const id = await demo.api.newSession();
    await demo.api.ask(
      id,
      `Read README.md \u202Egnp.exe <img src=x onerror=alert(1)> ${'y'.repeat(30_000)}`,
    );
    const page = await inspected(id);
    const panel = page.getByRole('tabpanel');
    await panel.getByRole('searchbox').fill('messages[0].message.content[0].text');
    const value = panel.locator('.tree-value').last();
    await expect
      .poll(() => value.textContent())
      .toMatch(/^"Read README.md \\u\{?202e\}?gnp.exe <img/i);
    const letters = async (): Promise<number> => (await value.textContent())?.length ?? 0;
    expect(await letters()).toBeLessThan(300);
    await panel.getByRole('button', { name: 'Show' }).click();
    await expect.poll(letters).toBeGreaterThan(20_000);
    expect(await letters()).toBeLessThan(20_200);
    expect(await panel.locator('img').count()).toBe(0);
  });

  it('has tabs for the keyboard: one stop, arrows within', async () => {
    const page = await inspected(await demo.api.newSession());
    const tab = (name: string) => page.getByRole('tab', { name });
    await tab('State').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => tab('Stream').getAttribute('aria-selected')).toBe('true');
    await untilFocused(tab('Stream'));
    await expect.poll(() => tab('State').getAttribute('tabindex')).toBe('-1');
    await page.getByRole('tabpanel', { name: 'Stream' }).getByText('What came last').waitFor();
    await page.keyboard.press('Home');
    await page.getByRole('tabpanel', { name: 'State' }).waitFor();
    await untilFocused(tab('State'));
    await page.keyboard.press('Tab');
    await untilFocused(page.getByRole('tabpanel'));
  });

  it('logs what comes: sizes, numbers, heartbeats counted', async () => {
    const id = await demo.api.newSession();
    const page = await inspected(id);
    await chooseTab(page, 'Stream');
    await demo.api.ask(id, 'Read README.md');
    const { seq } = await demo.api.session(id);
    const rows = page.getByRole('row').filter({ hasText: 'session.state' });
    await rows
      .filter({ has: page.getByRole('cell', { name: String(seq), exact: true }) })
      .waitFor();
    await expect
      .poll(() => rows.first().getByRole('cell').allTextContents())
      .toEqual([
        expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3}$/),
        'session.state',
        expect.stringMatching(/^\d+$/),
        expect.stringMatching(/^[\d.]+ KiB$/),
      ]);
    expect(await page.getByRole('row').count()).toBeLessThanOrEqual(51);
  });

  it('has room for itself at 390 pixels', async () => {
    const id = await demo.api.newSession();
    await demo.api.ask(id, 'Read README.md');
    const page = await inspected(id, { viewport: { width: 390, height: 844 } });
    for (const [name, content] of [
      ['State', 'Everything'],
      ['Stream', 'The server'],
    ] as const) {
      const panel = await chooseTab(page, name);
      await panel.getByRole('heading', { name: content }).waitFor();
      const widths = await panel.evaluate(({ scrollWidth, clientWidth }) => ({
        scrollWidth,
        clientWidth,
      }));
      expect(widths.scrollWidth, name).toBe(widths.clientWidth);
    }
    expect(await widthOf(page)).toEqual({ content: 390, screen: 390 });
  });
});
