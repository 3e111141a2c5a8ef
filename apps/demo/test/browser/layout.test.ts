import { testBrowser } from '@loop/test-browser';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LONG_ANSWER } from '../../server/agent/scripts/long-answer.js';
import { demoInBrowser } from '../support/demo-in-browser.js';
import { answered, called, said } from '../support/made-session.js';
import { painted, say, untilFocused, untilIdle, widthOf } from '../support/on-page.js';

const browser = await testBrowser();

const long = [...said('Explain in detail how events travel'), ...answered(LONG_ANSWER)];

const WIDE = `${'wide '.repeat(200)}\n${'x'.repeat(900)}\n${'y'.repeat(300)}\n`;
const command = `cat x*/wide.txt; echo ${'y'.repeat(300)}`;

const wide = [
  ...said(`Run \`${command}\``),
  ...called({ id: 'wide-1', name: 'shell', args: { command }, text: WIDE }),
  ...answered(`This is what it says:\n\n\`\`\`\n${WIDE}\`\`\``),
];

const demo = demoInBrowser(browser, {}, { long, wide: [...wide, ...long] });

/** How much of the page has moved so far that nobody has moved, as browsers score it. */
async function movedSoFar(page: Page): Promise<number> {
  await painted(page);
  return page.evaluate(() => (Reflect.get(window, 'movedSoFar') as () => number)());
}

async function watchMoves(page: Page): Promise<void> {
  await page.evaluate(() => {
    let moved = 0;
    const add = (entries: PerformanceEntryList): void =>
      entries.forEach((entry) => (moved += Number(Reflect.get(entry, 'value'))));
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    Reflect.set(window, 'movedSoFar', () => {
      // Observers are told late.
      add(observer.takeRecords());
      return moved;
    });
  });
}

describe.skipIf(!browser.isThere)('the page', () => {
  it('does not move around a run and an approval', async () => {
    const id = 'long';
    const page = await demo.open(id);
    await page.getByText('no waiting in the one place').waitFor();
    await watchMoves(page);
    await demo.api.prompt(id, 'Run `echo one`');
    await page.getByRole('button', { name: 'Allow once' }).waitFor();
    await demo.api.allow(id);
    await page.getByText(/^Allowed by user/).waitFor();
    await demo.api.settled(id);
    await untilIdle(page);
    expect(await movedSoFar(page)).toBeLessThan(0.01);
  });

  it('has room for the model’s name on a phone, also while something runs', async () => {
    const viewport = { width: 390, height: 780 };
    const { page } = await demo.openNew({}, { viewport, isMobile: true });
    await say(page, 'Run `sleep 100`');
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await page.getByLabel('When it is read').waitFor();
    await expect
      .poll(async () => (await page.getByLabel('Model').boundingBox())?.width)
      .toBeGreaterThan(100);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it.each([768, 1_300])(
    'has messages and the message field in one column, %i wide',
    async (width) => {
      const id = await demo.api.newSession();
      await demo.api.ask(id, 'Read README.md');
      const page = await demo.open(id, { viewport: { width, height: 700 } });
      await painted(page);
      const card = await page.locator('.tool').first().boundingBox();
      const field = await page.locator('.composer-box').boundingBox();
      expect([card?.x, card?.width]).toEqual([field?.x, field?.width]);
    },
  );

  it('fits a phone, wide content and all', async () => {
    const page = await demo.open('wide', {
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

  it('shows what can be done with a session in one line', async () => {
    await demo.api.newSession();
    const page = await demo.open();
    await page.getByRole('button', { name: 'Actions for Untitled session' }).first().press('Enter');
    const actions = page.getByRole('group', { name: 'Actions for Untitled session' });
    await actions.waitFor();
    const tops = await actions
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size).toBe(1);
  });
});

describe.skipIf(!browser.isThere)('the inspector', () => {
  it.each([
    ['beside', { width: 1_300, height: 700 }, 'ArrowLeft'],
    ['below', { width: 390, height: 780 }, 'ArrowUp'],
  ] as const)(
    'stands %s the conversation, as large as it is wanted',
    async (at, viewport, larger) => {
      const { page } = await demo.openNew({}, { viewport });
      const pane = page.getByRole('complementary', { name: 'Inspector' });
      const boxes = async () => ({
        pane: (await pane.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 },
        main: (await page.getByRole('main').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 },
      });
      expect(await pane.count()).toBe(0);
      await page.keyboard.press('Alt+I');
      await pane.waitFor();
      await painted(page);
      const before = await boxes();
      if (at === 'beside') expect(before.pane.x).toBe(before.main.x + before.main.width);
      else expect(before.pane.y).toBe(before.main.y + before.main.height);

      await page.getByRole('separator', { name: 'Size of the inspector' }).press(larger);
      const size = at === 'beside' ? 'width' : 'height';
      const sizeNow = async (): Promise<number> => (await boxes()).pane[size];
      await expect.poll(sizeNow).toBeGreaterThan(before.pane[size]);
      const after = await sizeNow();
      await page.reload();
      await pane.waitFor();
      await expect.poll(sizeNow).toBe(after);

      await page.getByRole('separator', { name: 'Size of the inspector' }).press('Escape');
      await pane.waitFor({ state: 'detached' });
      const button = page.getByRole('button', { name: 'Inspector' });
      await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
      await untilFocused(button);
    },
  );
});
