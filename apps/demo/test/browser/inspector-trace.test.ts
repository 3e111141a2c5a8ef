import { readFile } from 'node:fs/promises';
import { testBrowser } from '@loop/test-browser';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoInBrowser } from '../support/demo-in-browser.js';
import { findings } from '../support/findings.js';
import { openInspector, operationOn, painted, untilIdle, widthOf } from '../support/on-page.js';

const browser = await testBrowser();
const demo = demoInBrowser(browser);

describe.skipIf(!browser.isThere)('the trace', () => {
  it('shows a command that waits, and afterwards how long it has waited', async () => {
    const { page, id } = await demo.openNew({ permission: 'ask' });
    await openInspector(page, 'Trace');
    await page.getByText('No run of this session is recorded.').waitFor();
    await demo.api.prompt(id, 'run `echo done`');
    await page.getByText(/^shell waits, .* so far$/).waitFor();
    await operationOn(page, /^approval shell still open waits, .* so far$/).waitFor();
    await page.locator('.approval').first().waitFor();
    await page.keyboard.press('Alt+J');
    await page.keyboard.press('a');
    await untilIdle(page);
    await page.getByText(/^shell waited .*: allowed by user$/).waitFor();
    await operationOn(page, /^tool shell ok /).waitFor();
    await operationOn(page, /^approval shell ok waited /).click();
    const details = page.getByRole('region', { name: 'Details of approval shell' });
    const waited = await details.getByText(/\([\d,]+ ms\)$/).textContent();
    const recorded = await details.locator('.tree-leaf', { hasText: 'waitedMs' }).textContent();
    const ms = (text: string | null): number =>
      Number(/([\d,]+)(?: ms\))?$/.exec(text ?? '')?.[1]?.replace(',', ''));
    expect(Math.abs(ms(waited) - ms(recorded))).toBeLessThan(50);
    await details.getByText('the mode keeps no content').waitFor();
    await details.getByRole('button', { name: 'tool shell' }).click();
    await page.getByRole('region', { name: 'Details of tool shell' }).waitFor();
  });

  it('can be taken away: both files are valid', async () => {
    const id = await demo.api.newSession();
    await demo.api.ask(id, 'Read README.md');
    const page = await traced(id, { acceptDownloads: true });
    const chrome = await downloaded(page, 'Chrome trace');
    expect(chrome.name).toMatch(/^trace-.*\.chrome\.json$/);
    const { traceEvents } = JSON.parse(chrome.text) as { traceEvents: { name: string }[] };
    expect(traceEvents.map(({ name }) => name)).toContain('tool read');
    const otlp = await downloaded(page, 'OTLP');
    expect(otlp.name).toMatch(/^trace-.*\.otlp\.jsonl$/);
    const lines = otlp.text.trimEnd().split('\n');
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('resourceSpans');
  });

  it('is a tree for the keyboard, and is left by Escape once more than its details', async () => {
    const id = await demo.api.newSession();
    await demo.api.ask(id, 'run `echo done`');
    const page = await traced(id);
    const focused = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.textContent ?? null);
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    const run = operationOn(page, /^run /);
    await run.focus();
    await expect.poll(() => page.locator('[role="treeitem"][tabindex="0"]').count()).toBe(1);
    await press('ArrowRight');
    await expect.poll(focused).not.toMatch(/^run/);
    await press('ArrowLeft');
    await expect.poll(focused).toMatch(/^run/);
    await press('ArrowLeft');
    await expect.poll(() => run.getAttribute('aria-expanded')).toBe('false');
    await operationOn(page, /^tool shell/).waitFor({ state: 'detached' });
    await press('ArrowRight');
    await expect.poll(() => run.getAttribute('aria-expanded')).toBe('true');
    await press('End');
    await expect.poll(focused).not.toMatch(/^run/);
    const last = await focused();
    await press('Enter');
    await page.getByRole('region', { name: /^Details of / }).waitFor();
    await press('Escape');
    await page.getByRole('region', { name: /^Details of / }).waitFor({ state: 'detached' });
    await expect.poll(focused).toBe(last);
    await press('Home');
    await expect.poll(focused).toMatch(/^run/);
    await press('Escape');
    await page.getByRole('tree').waitFor({ state: 'detached' });
  });

  it('finds by words and outcomes, and looks at one run or at everything', async () => {
    const id = await demo.api.newSession();
    await demo.api.ask(id, 'run `exit 3`');
    await demo.api.ask(id, 'Read README.md');
    const page = await traced(id);
    await operationOn(page, /^tool read ok/).waitFor();
    expect(await operationOn(page, /^tool shell/).count()).toBe(0);
    await page.getByRole('combobox', { name: 'What to look at' }).selectOption('all');
    await operationOn(page, /^tool shell failed/).waitFor();
    await operationOn(page, /^tool shell ok/).waitFor();
    await expect.poll(() => operationOn(page, /^run /).count()).toBe(2);
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('failed');
    await operationOn(page, /^tool shell ok/).waitFor({ state: 'detached' });
    await operationOn(page, /^tool shell failed/).waitFor();
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('any');
    await operationOn(page, /^tool shell ok/).waitFor();
    await page.getByRole('searchbox', { name: 'Find an operation' }).fill('READ');
    await expect.poll(() => operationOn(page, /^tool shell/).count()).toBe(0);
    await operationOn(page, /^tool read/).waitFor();
    await page.getByRole('searchbox').fill('nothing is like this');
    await page.getByText('No operation is like that.').waitFor();
    await page.getByRole('searchbox').fill('');
    await operationOn(page, /^run /).first().click();
    await page.getByRole('button', { name: 'Only this run' }).click();
    await expect.poll(() => operationOn(page, /^run /).count()).toBe(1);
    await operationOn(page, /^tool shell failed/).waitFor();
  });

  it('has room for itself at 390 pixels, and passes for the eye and for readers', async () => {
    const id = await demo.api.newSession();
    await demo.api.ask(id, 'run `echo done`');
    const page = await traced(id, { viewport: { width: 390, height: 844 } });
    await operationOn(page, /^tool shell/).click();
    await page.getByRole('region', { name: /^Details of / }).waitFor();
    await painted(page);
    const widths = await page
      .getByRole('tabpanel')
      .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(widths[0]).toBe(widths[1]);
    expect(await widthOf(page)).toEqual({ content: 390, screen: 390 });
    expect(await findings(page, { within: '.inspector', minor: true })).toEqual([]);
  });
});

async function traced(id: string, options = {}): Promise<Page> {
  const page = await demo.open(id, options);
  await openInspector(page, 'Trace');
  return page;
}

async function downloaded(page: Page, link: string): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: link }).click();
  const download = await coming;
  return {
    name: download.suggestedFilename(),
    text: await readFile(await download.path(), 'utf8'),
  };
}
