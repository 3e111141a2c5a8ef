import { testBrowser } from '@loop/test-browser';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoInBrowser } from '../support/demo-in-browser.js';
import { answered, said, type Told } from '../support/made-session.js';
import { painted } from '../support/on-page.js';
import { shownFor, shownOn } from '../support/shown.js';

const browser = await testBrowser();

/** Rounds that are tall enough to be scrolled. */
function rounds(count: number): Told {
  const answer = 'A paragraph of its own.\n\n'.repeat(20);
  return Array.from({ length: count }, (_, round) => [
    ...said(`Round ${round + 1}`),
    ...answered(answer),
  ]).flat();
}

const demo = demoInBrowser(browser, {}, { one: rounds(1), three: rounds(3), many: rounds(18) });

describe.skipIf(!browser.isThere)('a conversation that is scrolled', () => {
  it('loads earlier rounds where the reader is, without a jump', async () => {
    const id = 'many';
    const page = await demo.open(id);
    const scroller = page.getByRole('region', { name: 'Conversation' });
    const round = (number: number): Locator =>
      page.locator('.user-text', { hasText: new RegExp(`Round ${number}$`) });
    await round(16).waitFor();
    expect(await round(15).count()).toBe(0);
    const more = page.getByRole('button', { name: 'Load more (15 earlier rounds)' });
    await more.scrollIntoViewIfNeeded();
    // Going up asks by itself; the button is there for those who cannot scroll, or need not.
    await round(6).waitFor({ state: 'attached' });
    await scroller.focus();
    await page.getByRole('button', { name: 'Load more (5 earlier rounds)' }).focus();
    await painted(page);
    const before = await round(6).boundingBox();
    await page.keyboard.press('Enter');
    await round(1).waitFor({ state: 'attached' });
    await painted(page);
    const after = await round(6).boundingBox();
    expect(before).not.toBeNull();
    expect(after?.y).toBeCloseTo(before?.y ?? 0, 0);
    await page.getByRole('button', { name: /Load more/ }).waitFor({ state: 'detached' });
    await expect.poll(() => shownOn(page)).toEqual(shownFor(await demo.api.messages(id)));
  });

  it('leaves alone what does not change while text streams', async () => {
    const id = 'one';
    const page = await demo.open(id);
    await demo.api.prompt(id, 'Explain in detail how events travel');
    await page.getByText('What you see').waitFor();
    const marked = await page.evaluate(() => {
      const elements = [...document.querySelectorAll('.message, .block')].slice(0, -2);
      for (const element of elements) Reflect.set(element, 'isMarked', true);
      // What a reader has selected stays selected.
      getSelection()?.selectAllChildren(elements.at(-1) ?? document.body);
      return { count: elements.length, text: String(getSelection()) };
    });
    await page.getByText('Why a snapshot and a replay').waitFor();
    const left = await page.evaluate(() => ({
      count: [...document.querySelectorAll('.message, .block')].filter((element) =>
        Reflect.get(element, 'isMarked'),
      ).length,
      text: String(getSelection()),
    }));
    expect(marked.count).toBeGreaterThan(5);
    expect(left).toEqual(marked);
    await demo.api.post(`/api/sessions/${id}/cancel`);
  });

  it('follows at the end, and stays where the reader has gone', async () => {
    const id = 'three';
    const page = await demo.open(id);
    await page.getByText('Round 3').waitFor();
    const toGo = (): Promise<number> =>
      page
        .locator('.scroller')
        .evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
    await expect.poll(toGo).toBeLessThan(2);
    await demo.api.prompt(id, 'Explain in detail how events travel');
    await page.getByText('What you see').waitFor();
    await expect.poll(toGo).toBeLessThan(2);

    await page.locator('.scroller').hover();
    await page.mouse.wheel(0, -12);
    await page.getByRole('button', { name: 'To the end' }).waitFor();
    await page.mouse.wheel(0, -300);
    await expect.poll(toGo).toBeGreaterThan(250);
    await painted(page);
    const place = await page.getByText('What you see').boundingBox();
    expect(place).not.toBeNull();
    await page.getByText('Why a snapshot and a replay').waitFor({ state: 'attached' });
    await painted(page);
    expect((await page.getByText('What you see').boundingBox())?.y).toBe(place?.y);
    await demo.api.post(`/api/sessions/${id}/cancel`);
    await page.getByRole('button', { name: 'To the end' }).click();
    await expect.poll(toGo).toBeLessThan(2);
  });
});
