import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { apiOf } from '../support/api.js';
import { testBrowser } from '../support/browser.js';
import {
  onBothServers,
  ownEnvironment,
  untilIdle,
  untilOpen,
  type DemoInBrowser,
} from '../support/demo-in-browser.js';
import { startDemo } from '../support/demo-process.js';
import { serverKinds, usualServer } from '../support/server-kinds.js';

const browser = await testBrowser();

const demos = onBothServers(browser);

describe.skipIf(!browser.isThere).each(serverKinds)('with %s, the trace', (server) => {
  const demo = demos[server];

  it('shows a command that waits, and afterwards how long it has waited', async () => {
    const id = await demo.api.newSession({ permission: 'ask' });
    const page = await traced(demo, id);
    await page.getByText('No run of this session is recorded.').waitFor();
    await demo.api.prompt(id, 'run `echo done`');
    await page.getByText(/^shell waits, .* so far$/).waitFor();
    await row(page, /^approval shell still open waits, .* so far$/).waitFor();
    await page.locator('.approval').first().waitFor();
    await page.keyboard.press('Alt+J');
    await page.keyboard.press('a');
    await untilIdle(page);
    await page.getByText(/^shell waited .*: allowed by user$/).waitFor();
    await row(page, /^tool shell ok /).waitFor();
    await row(page, /^approval shell ok waited /).click();
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
    const page = await traced(demo, id, { acceptDownloads: true });
    const chrome = await downloaded(page, 'Chrome trace');
    expect(chrome.name).toMatch(/^trace-.*\.chrome\.json$/);
    const { traceEvents } = JSON.parse(chrome.text) as { traceEvents: { name: string }[] };
    expect(traceEvents.map(({ name }) => name)).toContain('tool read');
    const otlp = await downloaded(page, 'OTLP');
    expect(otlp.name).toMatch(/^trace-.*\.otlp\.jsonl$/);
    const lines = otlp.text.trimEnd().split('\n');
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('resourceSpans');
  });
});

describe.skipIf(!browser.isThere)('the trace', () => {
  const demo = demos[usualServer];

  it('is a tree for the keyboard, and is left by Escape once more than its details', async () => {
    const id = await demo.api.newSession();
    await demo.api.ask(id, 'run `echo done`');
    const page = await traced(demo, id);
    const focused = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.textContent ?? null);
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    const run = row(page, /^run /);
    await run.focus();
    expect(await page.locator('[role="treeitem"][tabindex="0"]').count()).toBe(1);
    await press('ArrowRight');
    expect(await focused()).not.toMatch(/^run/);
    await press('ArrowLeft');
    expect(await focused()).toMatch(/^run/);
    await press('ArrowLeft');
    expect(await run.getAttribute('aria-expanded')).toBe('false');
    expect(await row(page, /^tool shell/).count()).toBe(0);
    await press('ArrowRight', 'End', 'Enter');
    const last = await focused();
    expect(last).not.toMatch(/^run/);
    await page.getByRole('region', { name: /^Details of / }).waitFor();
    await press('Escape');
    expect(await page.getByRole('region', { name: /^Details of / }).count()).toBe(0);
    expect(await focused()).toBe(last);
    await press('Home');
    expect(await focused()).toMatch(/^run/);
    await press('Escape');
    await page.getByRole('tree').waitFor({ state: 'detached' });
  });

  it('finds by words and outcomes, and looks at one run or at everything', async () => {
    const id = await demo.api.newSession();
    await demo.api.ask(id, 'run `exit 3`');
    await demo.api.ask(id, 'Read README.md');
    const page = await traced(demo, id);
    await row(page, /^tool read ok/).waitFor();
    expect(await row(page, /^tool shell/).count()).toBe(0);
    await page.getByRole('combobox', { name: 'What to look at' }).selectOption('all');
    await row(page, /^tool shell failed/).waitFor();
    expect(await row(page, /^run /).count()).toBe(2);
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('failed');
    await row(page, /^tool shell failed/).waitFor();
    expect(await row(page, /^tool shell ok/).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('any');
    await page.getByRole('searchbox', { name: 'Find an operation' }).fill('READ');
    await row(page, /^tool read/).waitFor();
    expect(await row(page, /^tool shell/).count()).toBe(0);
    await page.getByRole('searchbox').fill('nothing is like this');
    await page.getByText('No operation is like that.').waitFor();
    await page.getByRole('searchbox').fill('');
    await row(page, /^run /).first().click();
    await page.getByRole('button', { name: 'Only this run' }).click();
    await expect.poll(() => row(page, /^run /).count()).toBe(1);
    await row(page, /^tool shell failed/).waitFor();
  });

  it('has room for itself at 390 pixels, and passes for the eye and for readers', async () => {
    const id = await demo.api.newSession();
    await demo.api.ask(id, 'run `echo done`');
    const page = await traced(demo, id, { viewport: { width: 390, height: 844 } });
    await row(page, /^tool shell/).click();
    await page.getByRole('region', { name: /^Details of / }).waitFor();
    const widths = await page
      .getByRole('tabpanel')
      .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(widths[0]).toBe(widths[1]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const { default: axe } = await import('axe-core');
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async () => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        document.querySelector('.inspector') ?? document,
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
    expect(violations).toEqual([]);
  });
});

describe.skipIf(!browser.isThere)('a trace', () => {
  it('of a server that was killed shows what has no end, and why', async () => {
    const environment = await ownEnvironment();
    const first = await startDemo(environment);
    const api = apiOf(first.url);
    const id = await api.newSession({ permission: 'ask' });
    await api.prompt(id, 'run `echo done`');
    await expect
      .poll(async () => {
        const trace = await api.get<object>(`/api/sessions/${id}/trace`);
        return JSON.stringify(trace);
      })
      .toContain('"approval shell"');
    await first.stop('SIGKILL');
    const second = await startDemo(environment);
    onTestFinished(async () => void (await second.stop()));
    const page = await browser.open(`${second.url}#/sessions/${id}`);
    await untilOpen(page);
    await openTrace(page);
    await row(page, /^run crashed no end$/).waitFor();
    await row(page, /^approval shell crashed no end$/).click();
    await page.getByText('because the server died before it ended').waitFor();
    expect(await page.getByText(/so far$/).count()).toBe(0);
  });

  it('that is off says so, and how to have one', async () => {
    const server = await startDemo(await ownEnvironment({ LOOP_TRACE: 'off' }));
    onTestFinished(async () => void (await server.stop()));
    const id = await apiOf(server.url).newSession();
    const page = await browser.open(`${server.url}#/sessions/${id}`);
    await untilOpen(page);
    await openTrace(page);
    await page.getByText('Nothing is recorded: this server records no sessions.').waitFor();
    await page.getByText('LOOP_TRACE=off|metadata|content|stream').waitFor();
    expect(await page.getByRole('link', { name: 'OTLP' }).count()).toBe(0);
  });

  it('with hostile content is text', async () => {
    const server = await startDemo(await ownEnvironment({ LOOP_TRACE: 'content' }));
    onTestFinished(async () => void (await server.stop()));
    const api = apiOf(server.url);
    const id = await api.newSession();
    await api.ask(id, 'Read \u202E<img src=x onerror=alert(1)>.md');
    const page = await browser.open(`${server.url}#/sessions/${id}`);
    await untilOpen(page);
    await openTrace(page);
    await row(page, /^run /).click();
    const details = page.getByRole('region', { name: 'Details of run' });
    for (const name of [/message\.completed: /, /^message: /, /^content: /, /^0: /]) {
      await details.locator('summary', { hasText: name }).first().click();
    }
    await details.getByText('<img src=x onerror=alert(1)>').first().waitFor();
    expect(await details.textContent()).not.toContain('\u202E');
    expect(await page.locator('.inspector img').count()).toBe(0);
  });
});

async function traced(demo: DemoInBrowser, id: string, options = {}): Promise<Page> {
  const page = await demo.open(id, options);
  await openTrace(page);
  return page;
}

async function openTrace(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Inspector' }).click();
  await page.getByRole('tab', { name: 'Trace' }).click();
}

function row(page: Page, name: RegExp) {
  return page.getByRole('treeitem', { name });
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
