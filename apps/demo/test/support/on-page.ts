import type { Locator, Page } from 'playwright-core';

/** Waits until a page has its session's stream, and shows what the session holds. */
export async function untilOpen(page: Page): Promise<void> {
  const shown = 'main:has([data-connection="open"]) .scroller[aria-busy="false"]';
  await page.locator(shown).waitFor({ state: 'attached' });
}

/**
 * Waits until a page that was just opened can be written on. It puts the focus there, unless a
 * keyboard would come up: what is pressed before that goes somewhere else.
 */
export async function untilWritable(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const field = document.querySelector('.composer textarea');
    const takesFocus = matchMedia('(pointer: fine)').matches;
    return field !== null && (!takesFocus || field === document.activeElement);
  });
}

/** What a reader sees: between two frames the page may be in the middle of putting things right. */
export function painted(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
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
  await chooseTab(page, tab);
}

/** Goes to a tab of the inspector. @returns what it shows */
export async function chooseTab(page: Page, tab: string): Promise<Locator> {
  await page.getByRole('tab', { name: tab }).click();
  const panel = page.getByRole('tabpanel', { name: tab });
  await panel.waitFor();
  return panel;
}

/** A row of the waterfall. */
export function operationOn(page: Page, name: RegExp): Locator {
  return page.getByRole('treeitem', { name });
}

/** Waits until this has the focus. */
export async function untilFocused(locator: Locator): Promise<void> {
  await locator.and(locator.page().locator(':focus')).waitFor();
}

/** How wide a page is, and the screen that it is on. */
export async function widthOf(page: Page): Promise<{ content: number; screen: number }> {
  return page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }));
}
