import type { AssistantContent } from '@loop/events';
import { testBrowser } from '@loop/test-browser';
import { describe, expect, it } from 'vitest';
import { demoInBrowser } from '../support/demo-in-browser.js';
import { answered, called, message, said } from '../support/made-session.js';

const browser = await testBrowser();

const SCRIPT = '<script>window.harmed=1</script><img src=x onerror="window.harmed=1">';
const TURNED = 'user\u202e gnp.exe\u202c\u2066x\u2069';
const TERMINAL =
  '\u001b]0;title\u0007\u001b[2J\u001b[31mred\u001b[0m\u001b]8;;javascript:harm\u001b\\link\u001b]8;;\u001b\\ 10%\r100%\u0000';

const hostile = [
  ...said(`${SCRIPT} ${TURNED}`),
  ...answered(
    { type: 'thinking', thinking: SCRIPT },
    `[a](javascript:window.harmed=1) [b](data:text/html,<script>window.harmed=1</script>) \`${TURNED}\``,
    `\`\`\`html\n${SCRIPT}\n\`\`\`\n\n\`\`\`js" onload="window.harmed=1\n${TURNED}\n\`\`\`\n\n\`\`\`__proto__\nx\n\`\`\``,
  ),
  ...called(
    { id: 'out', name: SCRIPT, args: { path: SCRIPT, other: TURNED }, text: TERMINAL },
    { id: 'turned', name: 'read', args: { path: `${TURNED}.js` }, text: `${SCRIPT}\n${TURNED}` },
    {
      ...{ id: 'edit', name: 'edit', text: SCRIPT },
      args: { path: 'a.html', oldText: SCRIPT, newText: `${SCRIPT}\n${TURNED}` },
    },
    { id: 'wide', name: 'read', args: { path: 'wide.js' }, text: 'x = 1;'.repeat(20_000) },
  ),
  ...message({ role: 'compactionSummary', summary: SCRIPT }),
  ...message({ role: 'custom', customType: SCRIPT, content: SCRIPT }),
  ...answered(`${'word'.repeat(20_000)}`),
];

/** What takes a page long, or more than it has, to make out. */
const heavy = [
  ...said('Show me'),
  ...answered('*a_'.repeat(10_000)),
  ...answered(`${'> '.repeat(5_000)}deep quote`),
  ...answered(`${'1. '.repeat(5_000)}deep list`),
  ...answered(`${'x'.repeat(4_000_000)}`),
  ...answered(`# The beginning\n\n${`${'Some *words*. '.repeat(8)}\n\n`.repeat(1_000)}# The end`),
  // Of an agent that keeps to no types.
  ...answered({ type: 'text', text: { no: 'text' } } as unknown as AssistantContent),
  ...answered('And *that* is all.'),
];

const demo = demoInBrowser(browser, {}, { hostile, heavy });

/** What nobody would call a page that works, on however busy a machine, in milliseconds. */
const STALL_MS = 5_000;

describe.skipIf(!browser.isThere)('what a session holds', () => {
  it('never runs, and never looks like something else', async () => {
    const page = await demo.open('hostile');
    await page.locator('.markdown pre [class^="hljs-"]').first().waitFor();
    await page.locator('[data-tool-call="edit"] .diff [class^="hljs-"]').first().waitFor();
    for (const summary of await page.locator('details').all()) {
      await summary.evaluate((element) => element.setAttribute('open', ''));
    }

    const found = await page.evaluate(() => ({
      harmed: Reflect.get(window, 'harmed') as unknown,
      elements: document.querySelectorAll(
        '.messages :is(script, img, iframe, [onerror], [onload], a[href])',
      ).length,
      title: document.title,
      width: document.documentElement.scrollWidth,
    }));
    const width = 1_100;
    expect(found).toEqual({ harmed: undefined, elements: 0, title: 'hostile · Loop', width });

    const textOf = (selector: string): Promise<string> =>
      page.locator(selector).first().innerText();
    expect(await textOf('[data-tool-call="out"] .output')).toBe('redlink 10%\n100%\\u{0}');
    const written = 'user\\u{202e} gnp.exe\\u{202c}\\u{2066}x\\u{2069}';
    expect(await textOf('[data-tool-call="turned"] .output')).toBe(`${SCRIPT}\n${written}`);
    expect(await textOf('[data-tool-call="turned"] .tool-headline')).toBe(`${written}.js`);
    expect(await textOf('.markdown p code')).toBe(written);
    expect(await textOf('[data-tool-call="edit"] .diff')).toContain(`+${written}`);
    expect(await textOf('[data-tool-call="out"] .tool-arguments')).toContain(written);
    // What people write stays theirs, and turns nothing around but itself.
    const isolation = await page
      .locator('.user-text')
      .evaluate((element) => getComputedStyle(element).unicodeBidi);
    expect(isolation).toMatch(/isolate|plaintext/);
  });

  it('keeps nobody waiting, and takes nothing with it', async () => {
    const page = await demo.open('heavy');
    await page.locator('.markdown em', { hasText: 'that' }).waitFor();
    const slowest = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          // Those before it come all at once, and making this out is one of them.
          new PerformanceObserver((list) => {
            resolve(Math.max(...list.getEntries().map(({ duration }) => duration)));
          }).observe({ type: 'longtask', buffered: true });
        }),
    );
    expect(slowest).toBeLessThan(STALL_MS);
    const texts = await page.locator('.message[data-role="assistant"]').allInnerTexts();
    expect(texts).toHaveLength(6);
    expect(texts[0]).toBe('*a_'.repeat(10_000));
    expect(texts[1]).toContain('deep quote');
    expect(texts[2]).toContain('deep list');
    expect(texts[3]).toContain('characters are not shown here');
    // Its beginning is formatted, and its end is there.
    expect(texts[4]).toMatch(/^The beginning\n[^*]+\*[^]*# The end$/);
    await page.getByText('This message cannot be shown.').waitFor();
    expect(texts[5]).toBe('And that is all.');
  });
});
