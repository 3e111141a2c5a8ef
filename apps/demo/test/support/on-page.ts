import type { Locator, Page } from 'playwright-core';

/** Waits until a page has its session's stream. */
export async function untilOpen(page: Page): Promise<void> {
  await page.locator('[data-connection="open"]').waitFor();
}

/** Waits until nothing runs any more, as the page says it. */
export async function untilIdle(page: Page): Promise<void> {
  await page.locator('.activity[data-active="false"]').waitFor();
}

/** Waits until the page shows this many letters of the answer, in the middle of a sentence. */
export async function untilWritten(page: Page, letters: number): Promise<void> {
  await page.waitForFunction(
    (count) =>
      ([...document.querySelectorAll('.markdown')].at(-1)?.textContent ?? '').length > count,
    letters,
  );
}

/** Writes a prompt and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your message').fill(text);
  await page.keyboard.press('Enter');
}

/** Opens the inspector on one of its tabs. */
export async function openInspector(page: Page, tab = 'State'): Promise<void> {
  await page.getByRole('button', { name: 'Inspector' }).click();
  await page.getByRole('tab', { name: tab }).click();
}

/** A row of the waterfall. */
export function operationOn(page: Page, name: RegExp): Locator {
  return page.getByRole('treeitem', { name });
}

/** Whether this has the focus. */
export function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}

/** How wide a page is, and the screen that it is on. */
export async function widthOf(page: Page): Promise<{ content: number; screen: number }> {
  return page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }));
}
