import { testBrowser } from '@loop/test-browser';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoInBrowser } from '../support/demo-in-browser.js';
import { longSession } from '../support/long-session.js';
import { called, said } from '../support/made-session.js';

const browser = await testBrowser();

const LINES = Array.from({ length: 40_000 }, (_, line) => `${line} ${'word '.repeat(9)}`).join(
  '\n',
);
const LINE = 'x'.repeat(2_000_000);

const demo = demoInBrowser(
  browser,
  {},
  {
    long: longSession(200),
    huge: [
      ...said('Show me'),
      ...called(
        { id: 'lines', name: 'shell', args: { command: 'cat lines' }, text: LINES },
        { id: 'line', name: 'shell', args: { command: 'cat line' }, text: LINE },
      ),
    ],
  },
);

/** What is no fluent page any more, in milliseconds. */
const STALL_MS = 1_000;

/** The longest time of an action is below the limit. A busy machine is asked again. */
async function expectFluent(longest: () => Promise<number>): Promise<void> {
  const times: number[] = [];
  do times.push(await longest());
  while (times.length < 3 && Number(times.at(-1)) >= STALL_MS);
  expect(Math.min(...times), `took ${times.join(', ')} ms`).toBeLessThan(STALL_MS);
}

/** Scrolls by `step` in each of so many frames. @returns the longest frame, in milliseconds */
function longestFrame(scroller: Locator, step: number, frames: number): Promise<number> {
  return scroller.evaluate(
    async (box, [by, count]) => {
      let longest = 0;
      let last = performance.now();
      for (let frame = 0; frame < count; frame++) {
        box.scrollTop += by;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
      }
      return longest;
    },
    [step, frames] as const,
  );
}

/** Types letters. @returns the longest time until a letter was there, in milliseconds */
function longestLetter(field: Locator, letters: number): Promise<number> {
  return field.evaluate(async (element: HTMLTextAreaElement, count) => {
    let longest = 0;
    for (let letter = 0; letter < count; letter++) {
      const startedAt = performance.now();
      element.value += 'a';
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      longest = Math.max(longest, performance.now() - startedAt);
    }
    return longest;
  }, letters);
}

async function loadAll(page: Page): Promise<number> {
  const first = page.locator('.message').first();
  const firstIndex = async (): Promise<number> =>
    Number(await first.getAttribute('data-message-index'));
  let pages = 0;
  for (let shown = await firstIndex(); shown > 0; shown = await firstIndex()) {
    await page.getByRole('button', { name: 'Load more' }).evaluate((button) => {
      if (button instanceof HTMLElement) button.click();
    });
    await page.waitForFunction(
      (before) =>
        Number(document.querySelector('.message')?.getAttribute('data-message-index')) < before,
      shown,
    );
    pages++;
  }
  return pages;
}

describe.skipIf(!browser.isThere)('a session of 200 rounds and 5,000 messages', () => {
  it('opens with three rounds, pages back to the first, and stays fluent', async () => {
    const page = await demo.open('long');
    await expect.poll(() => page.locator('.user-text').count()).toBe(3);
    expect(await loadAll(page)).toBe(20);
    await expect.poll(() => page.locator('.user-text').count()).toBe(200);
    expect((await demo.api.session('long')).snapshot.messageCount).toBe(5_000);

    const scroller = page.getByRole('region', { name: 'Conversation' });
    await expectFluent(() => longestFrame(scroller, -400, 120));
    await expectFluent(() => longestFrame(scroller, 400, 60));
    await expectFluent(() => longestLetter(page.getByLabel('Your message'), 20));
    await scroller.evaluate((box) => box.scrollTo(0, 0));
    await page.getByText('Round 1: look at it once more').waitFor();
  });

  it('leaves what the reader looks at where it is, while rounds come in above it', async () => {
    const page = await demo.open('long');
    const scroller = page.getByRole('region', { name: 'Conversation' });
    const jumps = await scroller.evaluate(async (box) => {
      const found: number[] = [];
      const { left, top, width } = box.getBoundingClientRect();
      const rounds = document.querySelectorAll('.user-text').length;
      for (let step = 0; step < 300; step++) {
        const element = document.elementFromPoint(left + width / 2, top + 200)?.closest('.message');
        const before = element?.getBoundingClientRect().top ?? 0;
        const from = box.scrollTop;
        box.scrollTop -= 240;
        const moved = from - box.scrollTop;
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        const after = element?.getBoundingClientRect().top ?? 0;
        if (element && Math.abs(after - before - moved) > 1.5) found.push(after - before - moved);
        if (document.querySelectorAll('.user-text').length > rounds + 10) break;
      }
      return { found, rounds: document.querySelectorAll('.user-text').length };
    });
    expect(jumps).toEqual({ found: [], rounds: 23 });
  });
});

describe.skipIf(!browser.isThere)('two megabytes of output', () => {
  for (const [id, text] of [
    ['lines', LINES],
    ['line', LINE],
  ] as const) {
    it(`are shown in part, and as a whole when somebody asks for that: ${id}`, async () => {
      const page = await demo.open('huge');
      const output = page.locator(`[data-tool-call="${id}"] .output`);
      const shown = (await output.textContent()) ?? '';
      expect(shown.length).toBeLessThan(41_000);
      expect(shown.startsWith(text.slice(0, 100))).toBe(true);
      expect(shown.endsWith(text.slice(-100))).toBe(true);
      await output.getByRole('button', { name: 'Show all' }).click();
      await expect.poll(async () => (await output.textContent())?.length).toBe(text.length);
      await expectFluent(() => longestFrame(output, 500, 60));
    });
  }
});
