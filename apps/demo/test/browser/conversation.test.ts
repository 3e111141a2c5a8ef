import { testBrowser } from '@loop/test-browser';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoInBrowser } from '../support/demo-in-browser.js';
import { message, said, type Told } from '../support/made-session.js';
import { untilIdle } from '../support/on-page.js';
import { openOwnSession } from '../support/own-session.js';
import { showcase } from '../support/showcase.js';

const browser = await testBrowser();
const demo = demoInBrowser(browser, {}, { showcase });

const cardOn = (page: Page, id: string): Locator =>
  page.locator(`[data-tool-call="${id}"]`).first();

/** Something of a text that is in colour. */
const coloured = (within: Locator): Locator => within.locator('[class^="hljs-"]');

describe.skipIf(!browser.isThere)('a conversation', () => {
  it('shows code in its colours, in answers, files and changes', async () => {
    const page = await demo.open('showcase');
    await coloured(page.locator('.markdown pre')).first().waitFor();
    await coloured(cardOn(page, 'read-1').locator('.output')).first().waitFor();
    await coloured(cardOn(page, 'write-1').locator('.output')).first().waitFor();
    const change = cardOn(page, 'edit-1').locator('.diff');
    await coloured(change).first().waitFor();
    await expect
      .poll(() => change.locator('[data-kind="removed"]').allTextContents())
      .toEqual(['-const green = brew(180);\n']);
    await expect.poll(() => change.locator('[data-kind="added"]').count()).toBe(2);
    await expect
      .poll(() => cardOn(page, 'edit-1').locator('.tool-counts').textContent())
      .toBe('+2 −1 ');
  });

  it('shows how calls ended, and calls within calls', async () => {
    const page = await demo.open('showcase');
    const fateOf = (id: string): Promise<string | null> =>
      cardOn(page, id).locator('.tool-fate').first().textContent();
    await expect.poll(() => fateOf('shell-1')).toMatch(/^failed · /);
    await expect.poll(() => fateOf('shell-2')).toMatch(/^denied/);
    await expect.poll(() => fateOf('read-1')).toMatch(/^done 0\.1 s$/);
    // What a terminal would make colours of.
    await expect
      .poll(() => cardOn(page, 'shell-1').locator('.output').textContent())
      .toBe('1 test failed\n[exit code 1]');
    const within = cardOn(page, 'batch-1').getByRole('group', { name: 'Calls made by batch' });
    await expect
      .poll(() => within.locator('.tool-name').allTextContents())
      .toEqual(['list', 'read']);
    await expect.poll(() => within.locator('.tool[data-status="error"]').count()).toBe(1);
  });

  it('keeps summaries folded, and says what was shortened', async () => {
    const page = await demo.open('showcase');
    const summary = page.locator('.aside');
    await expect
      .poll(() => summary.locator('summary').textContent())
      .toBe('The model’s context was shortened; it held 12k tokens');
    await summary.locator('strong').waitFor({ state: 'hidden' });
    await summary.locator('summary').click();
    await summary.locator('strong', { hasText: 'everything' }).waitFor();
  });

  it('says that the context could not be shortened, and goes on saying it', async () => {
    const { page, id } = await demo.openNew();
    await demo.api.ask(id, 'hello');
    await demo.api.post(`/api/sessions/${id}/compact`);
    const note = page.getByText('could not be shortened: There is nothing to sum up yet.');
    await note.waitFor();
    await page.reload();
    await note.waitFor();
  });

  it('says how long a prompt took, and how full the context is', async () => {
    const { page, id } = await demo.openNew();
    await demo.api.prompt(id, 'Run `sleep 1.2`');
    await demo.api.post(`/api/sessions/${id}/prompt`, {
      ...{ requestId: 'second', text: 'Read README.md', mode: 'follow-up' },
    });
    const timing = page.locator('.message[data-role="user"] .timing');
    await timing.getByText(/^first word after .* took \d+ s$/).waitFor();
    await timing.getByText(/^waited \d+ s · first word after .* took /).waitFor();
    await untilIdle(page);
    const meter = page.getByRole('meter', { name: 'Context' });
    await expect
      .poll(() => meter.getAttribute('aria-valuetext'))
      .toMatch(/ of \d+k tokens in the model’s context$/);
  });

  it('shows pictures, and nothing that only calls itself one', async () => {
    const page = await demo.open('showcase');
    const pictures = page.getByRole('img', { name: 'Picture that you sent' });
    await pictures.waitFor();
    await expect.poll(() => pictures.getAttribute('src')).toMatch(/^data:image\/gif;base64,/);
  });

  it('shows output as it comes, the end of it', async () => {
    const { page, id } = await demo.openNew();
    await demo.api.prompt(id, 'Run `seq 1 80; sleep 100`');
    const output = page.locator('.tool[data-status="running"] .output');
    await output.getByText('79\n80').waitFor();
    await expect
      .poll(() => output.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight))
      .toBeLessThan(2);
    await demo.api.post(`/api/sessions/${id}/cancel`);
    await untilIdle(page);
  });

  it('says what the agent is at, and what a compaction has saved', async () => {
    const { page, session } = await openOwnSession(demo);
    const tell = (events: Told): void => events.forEach((event) => session.publish(event));
    const activity = page.locator('.activity');

    session.accept({ requestId: 'request', runId: 'run' });
    tell(said('Go on'));
    tell([
      {
        ...{ type: 'auto_retry_start' as const, attempt: 1, maxAttempts: 3, delayMs: 60_000 },
        errorMessage: 'overloaded',
      },
    ]);
    await activity.getByText('The model failed; attempt 1 of 3').waitFor();
    tell([{ type: 'auto_retry_end', success: true, attempt: 1 }]);
    tell([{ type: 'compaction_start', reason: 'threshold' }]);
    await activity.getByText('Shortening what the model remembers').waitFor();
    tell(
      message({ role: 'compactionSummary', summary: 'All.', tokensBefore: 12_000, timestamp: 1 }),
    );
    const result = { tokensBefore: 12_000, tokensAfter: 3_000 };
    tell([{ type: 'compaction_end', reason: 'threshold', result }]);
    await page.getByText('from 12k to 3k tokens, 75 % less').waitFor();
  });
});
