import axe, { type run } from 'axe-core';
import type { Page } from 'playwright-core';

/** Where to look, and for how much. */
export interface Look {
  /** @default the whole page */
  within?: string;
  /** Also what is only a nuisance. @default false */
  minor?: boolean;
}

/** What axe finds that keeps people from using a page, each with the elements that do. */
export async function findings(
  page: Page,
  { within = 'html', minor = false }: Look = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: { run: typeof run } };
    const looked = document.querySelector(selector) ?? document;
    return (await axe.run(looked, { resultTypes: ['violations'] })).violations;
  }, within);
  return violations
    .filter(({ impact }) => minor || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
