import { testBrowser } from '@loop/test-browser';
import { describe, expect, it } from 'vitest';
import { demoInBrowser } from '../support/demo-in-browser.js';
import { findings } from '../support/findings.js';
import { chooseTab, openInspector, say } from '../support/on-page.js';
import { showcase } from '../support/showcase.js';

const browser = await testBrowser();
const demo = demoInBrowser(browser, {}, { showcase });

describe.skipIf(!browser.isThere)('in light and in dark', () => {
  it.each([
    ['wide', { width: 1_300, height: 800 }],
    ['on a phone', { width: 390, height: 780 }],
  ] as const)('everybody can use the page %s, whatever it shows', async (name, viewport) => {
    const page = await demo.open('showcase', { viewport });
    const seen: Record<string, string[]> = {};
    const look = async (state: string): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        seen[`${state}, ${colorScheme}`] = await findings(page);
      }
    };
    const visit = async (hash: string): Promise<void> =>
      page.evaluate((to) => void (location.hash = to), hash);

    await page.locator('.markdown pre [class^="hljs-"]').first().waitFor();
    await page.locator('.tool .diff [class^="hljs-"]').first().waitFor();
    await look('conversation');
    await openInspector(page);
    await look('inspector');
    const stream = await chooseTab(page, 'Stream');
    await stream.getByRole('heading', { name: 'The server' }).waitFor();
    await look('stream');
    await page.keyboard.press('Alt+I');

    const asking = await demo.api.newSession({ permission: 'ask' });
    await visit(`#/sessions/${asking}`);
    await page.getByText('Nothing has been said yet.').waitFor();
    await look('empty');
    await say(page, 'Run `echo one`');
    await page.getByRole('group', { name: 'Run a command' }).waitFor();
    await look('approval');
    await demo.api.post(`/api/sessions/${asking}/cancel`);

    if (name === 'on a phone') {
      await page.getByRole('button', { name: 'Sessions', exact: true }).click();
      await page.getByRole('link', { name: 'New session' }).first().waitFor();
      await look('lists');
    }
    await page.locator('.row:has([aria-current="page"]) .more').press('Enter');
    await page.getByRole('button', { name: 'Delete…' }).waitFor();
    await look('menu');
    await page.getByRole('button', { name: 'Delete…' }).press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await look('question');
    await page.keyboard.press('Escape');
    await visit('#');
    await page.getByRole('heading', { name: /What should be done/ }).waitFor();
    await look('start');

    expect(Object.entries(seen).filter(([, found]) => found.length > 0)).toEqual([]);
    expect(Object.keys(seen).length).toBeGreaterThanOrEqual(16);
  });
});
