import { testBrowser } from '@loop/test-browser';
import { describe, expect, it } from 'vitest';
import { builtDemoOfTest, demoOfTest, ownEnvironment } from '../support/demo-in-browser.js';
import { openInspector, operationOn } from '../support/on-page.js';

const browser = await testBrowser();

describe.skipIf(!browser.isThere)('a trace', () => {
  it('of a server that was killed shows what has no end, and why', async () => {
    const environment = await ownEnvironment();
    const { api, process } = await builtDemoOfTest(browser, environment);
    const id = await api.newSession({ permission: 'ask' });
    await api.prompt(id, 'run `echo done`');
    await expect
      .poll(async () => {
        const trace = await api.get<object>(`/api/sessions/${id}/trace`);
        return JSON.stringify(trace);
      })
      .toContain('"approval shell"');
    await process.stop('SIGKILL');
    const page = await (await demoOfTest(browser, environment)).open(id);
    await openInspector(page, 'Trace');
    await operationOn(page, /^run crashed no end$/).waitFor();
    await operationOn(page, /^approval shell crashed no end$/).click();
    await page.getByText('because the server died before it ended').waitFor();
    expect(await page.getByText(/so far$/).count()).toBe(0);
  });

  it('that is off says so, and how to have one', async () => {
    const demo = await demoOfTest(browser, await ownEnvironment({ LOOP_TRACE: 'off' }));
    const { page } = await demo.openNew();
    await openInspector(page, 'Trace');
    await page.getByText('Nothing is recorded: this server records no sessions.').waitFor();
    await page.getByText('LOOP_TRACE=off|metadata|content|stream').waitFor();
    expect(await page.getByRole('link', { name: 'OTLP' }).count()).toBe(0);
  });

  it('with hostile content is text', async () => {
    const demo = await demoOfTest(browser, await ownEnvironment({ LOOP_TRACE: 'content' }));
    const { page, id } = await demo.openNew();
    await demo.api.ask(id, 'Read \u202E<img src=x onerror=alert(1)>.md');
    await openInspector(page, 'Trace');
    await operationOn(page, /^run /).click();
    const details = page.getByRole('region', { name: 'Details of run' });
    for (const name of [/message\.completed: /, /^message: /, /^content: /, /^0: /]) {
      await details.locator('summary', { hasText: name }).first().click();
    }
    await details.getByText('<img src=x onerror=alert(1)>').first().waitFor();
    expect(await details.textContent()).not.toContain('\u202E');
    expect(await page.locator('.inspector img').count()).toBe(0);
  });
});
