import { testBrowser } from '@loop/test-browser';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { completionsServer, type Answer } from '../agent/completions-server.js';
import type { Api } from '../support/api.js';
import { demoOfTest, ownEnvironment } from '../support/demo-in-browser.js';
import { say, untilIdle } from '../support/on-page.js';
import { expectSame } from '../support/shown.js';

const browser = await testBrowser();

interface Stage {
  page: Page;
  api: Api;
  id: string;
  ask(text: string): Promise<void>;
}

/** A page on a server whose model is an endpoint that gives these answers. */
async function stage(...answers: Answer[]): Promise<Stage> {
  const { baseUrl } = await completionsServer(...answers);
  const model = {
    LOOP_MODEL_BASE_URL: baseUrl,
    LOOP_MODEL: 'tiny',
    LOOP_MODEL_API_KEY: 'secret-key',
  };
  const demo = await demoOfTest(browser, await ownEnvironment(model));
  const { page, id } = await demo.openNew();
  return { page, api: demo.api, id, ask: (text) => say(page, text) };
}

describe.skipIf(!browser.isThere)('with a model behind an endpoint', () => {
  it('the page shows tools, an error status, and an answer that broke and was asked for again', async () => {
    const { page, api, id, ask } = await stage(
      (answer) =>
        answer.toolCall('call_1', 'read', '{"path":', '"package.json"}').end('tool_calls'),
      (answer) => answer.delta({ content: 'It is a **kettle**.' }).end('stop'),
      (answer) => answer.fail(401, 'no such key'),
      (answer) => answer.delta({ content: 'This will bre' }).breakOff(),
      (answer) => answer.delta({ content: 'Whole.' }).end('stop'),
    );
    await ask('What is this?');
    await page.locator('.markdown strong', { hasText: 'kettle' }).waitFor();
    const card = page.locator('[data-tool-call="call_1"]');
    await expect.poll(() => card.getAttribute('data-status')).toBe('complete');
    await expect.poll(() => card.textContent()).toContain('package.json');
    await expect.poll(() => card.locator('.output').textContent()).toContain('"name": "kettle"');

    await ask('And now?');
    await page.getByText('The model failed: 401').waitFor();
    await ask('Once more');
    await page.locator('.markdown', { hasText: 'Whole.' }).waitFor();
    const broken = page.locator('.message[data-superseded]');
    await expect.poll(() => broken.textContent()).toContain('This will bre');
    await expect.poll(() => broken.textContent()).toContain('asked again below');
    await expectSame(page, api, id);
    expect(await page.content()).not.toContain('secret-key');
  });

  it('nothing that it says gets into the page as markup', async () => {
    const hostile = [
      '<img src=x onerror="window.harmed=1"> <script>window.harmed=1</script>',
      '<svg/onload=window.harmed=1> <iframe srcdoc="<script>parent.harmed=1</script>"></iframe>',
      '[one](javascript:window.harmed=1) [two](JaVaScRiPt:window.harmed=1) [three](data:text/html,x)',
      '[four](https://example.com/?q=%22onmouseover=harm "title\\"onmouseover=harm") <https://example.org/>',
      '![remote](https://example.com/track.png) ![vector](data:image/svg+xml;base64,PHN2Zy8+)',
      '![dot](data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==)',
      '<a href="https://example.com" style="position:fixed;inset:0">cover</a> <form action="/x"><input name="body"></form>',
    ].join('\n\n');
    const { page, ask } = await stage(
      (answer) =>
        answer
          .toolCall(
            'call_<b>1',
            'shell',
            JSON.stringify({ command: `echo '<img src=x onerror=window.harmed=1>'` }),
          )
          .end('tool_calls'),
      (answer) => answer.delta({ content: hostile }).end('stop'),
    );
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await ask('<img src=x onerror="window.harmed=1">');
    await page.locator('.markdown img').waitFor();
    await untilIdle(page);

    const found = await page.evaluate(() => ({
      harmed: Reflect.get(window, 'harmed') as unknown,
      elements: [
        ...document.querySelectorAll(
          '.messages :is(script, iframe, svg[onload], form, input, [style], [onerror], [onmouseover])',
        ),
      ].map((element) => element.outerHTML),
      images: [...document.querySelectorAll('.messages img')].map((image) =>
        image.getAttribute('src')?.slice(0, 15),
      ),
      links: [...document.querySelectorAll('.messages a')].map((link) => [
        link.getAttribute('href'),
        link.getAttribute('target'),
        link.getAttribute('rel'),
      ]),
    }));
    const safe = ['_blank', 'noopener noreferrer nofollow'];
    expect(found).toEqual({
      harmed: undefined,
      elements: [],
      images: ['data:image/gif;'],
      links: [
        ['https://example.com/?q=%22onmouseover=harm', ...safe],
        ['https://example.org/', ...safe],
        ['https://example.com/track.png', ...safe],
      ],
    });
    const shown = (await page.locator('.messages').textContent()) ?? '';
    for (const text of ['<script>', '<iframe', 'onerror="window.harmed=1"', 'one two three']) {
      expect(shown).toContain(text);
    }
    expect(requests.filter((url) => url.includes('example'))).toEqual([]);
  });
});
