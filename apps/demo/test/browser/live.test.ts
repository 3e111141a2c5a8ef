import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testBrowser } from '@loop/test-browser';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Api } from '../support/api.js';
import { builtDemoOfTest, demoInBrowser, ownEnvironment } from '../support/demo-in-browser.js';
import { say, untilOpen, untilWritten } from '../support/on-page.js';
import { expectSame, shownOn } from '../support/shown.js';
import { startProxy, type TcpProxy } from '../support/tcp-proxy.js';

const browser = await testBrowser();

/** About 1,100 deltas: eleven seconds, so that a slow page is still in the middle of them. */
const LONG = 'Explain in detail how events travel';
const PACE = { LOOP_SCRIPT_PACE_MS: '10' };

interface Stage {
  proxy: TcpProxy;
  /** Goes straight to the server. */
  api: Api;
  id: string;
  /** On the session, through the proxy. */
  page: Page;
}

const slow = demoInBrowser(browser, PACE);
const fast = demoInBrowser(browser);

/** A session of its own on a page, and a piece of network in front of it. */
async function stage(demo = fast): Promise<Stage> {
  const proxy = await startProxy(demo.url);
  onTestFinished(proxy.close);
  const { api } = demo;
  const id = await api.newSession();
  const page = await browser.open(`${proxy.url}#/sessions/${id}`);
  await untilOpen(page);
  return { proxy, api, id, page };
}

describe.skipIf(!browser.isThere)('a page', () => {
  it('shows exactly what the session holds after reloads, cuts and an outage in mid-sentence', async () => {
    const { proxy, api, id, page } = await stage(slow);
    await say(page, LONG);

    await untilWritten(page, 200);
    await page.reload();
    await untilWritten(page, 400);
    const other = await page.context().newPage();
    await other.goto(page.url());

    for (const letters of [700, 1_000, 1_300]) {
      await untilWritten(page, letters);
      // That more is shown afterwards proves that it came over another connection.
      proxy.cut();
    }

    await untilWritten(page, 1_600);
    proxy.breakOff();
    await page.locator('.connection-wait').waitFor();
    const { snapshot } = await api.session(id);
    await page.getByRole('button', { name: 'Try now' }).click();
    proxy.restore();
    await untilOpen(page);
    expect(snapshot.state.run.status).toBe('running');

    await untilWritten(page, 2_000);
    await api.post(`/api/sessions/${id}/cancel`);
    await expectSame(page, api, id);
    await expectSame(other, api, id);
  });

  // The slower the machine starts a server, the longer the client has learnt to wait between attempts.
  it('comes back by itself when the server was stopped and started again', async () => {
    const env = await ownEnvironment(PACE);
    const demo = await builtDemoOfTest(browser, env);
    const { api } = demo;
    const { page, id } = await demo.openNew();
    page.setDefaultTimeout(60_000);
    await api.prompt(id, LONG);
    await untilWritten(page, 300);
    expect((await demo.process.stop()).code).toBe(0);
    await page.locator('.connection-wait').waitFor();
    // Nobody waits for what is said next.
    const next = { ...env, LOOP_SCRIPT_PACE_MS: '1', PORT: String(demo.process.port) };
    await builtDemoOfTest(browser, next);
    await untilOpen(page);

    await page.getByText('Interrupted:').waitFor();
    await expectSame(page, api, id);
    const [, answer] = await shownOn(page);
    expect(answer?.parts.join('').length).toBeGreaterThan(200);

    await say(page, 'Look around');
    await page.getByText('What this is').waitFor();
    await expectSame(page, api, id);
  });

  it('says that it is offline, and comes back as soon as there is a network', async () => {
    const { proxy, id, page, api } = await stage();
    await page.context().setOffline(true);
    proxy.breakOff();
    await page.getByText('Offline, trying again').waitFor();
    await api.ask(id, 'Read README.md');
    proxy.restore();
    await page.context().setOffline(false);
    await untilOpen(page);
    await expectSame(page, api, id);
  });

  it('sends a prompt once, also when its answer is lost on the way', async () => {
    const { api, id, page } = await stage();
    const loseAnswer = async (route: Route): Promise<void> => {
      // The prompt arrives, and then the line breaks.
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route('**/prompt', loseAnswer, { times: 1 });
    const field = page.getByLabel('Your message');
    await say(page, 'Look around');
    await page.getByRole('alert').getByText('Not sent').waitFor();
    await expect.poll(() => field.inputValue()).toBe('Look around');
    await field.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('');
    await expectSame(page, api, id);
    expect((await api.session(id)).snapshot.roundCount).toBe(1);
  });

  it('cancels in mid-sentence, and says so', async () => {
    const { api, id, page } = await stage(slow);
    await api.prompt(id, LONG);
    await untilWritten(page, 200);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled.').waitFor();
    await expectSame(page, api, id);
    await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
  });

  it('queues what is sent while a run is active, and shows it until its turn', async () => {
    const { api, id, page } = await stage();
    await api.prompt(id, 'run `echo begun; until [ -e go ]; do sleep 0.1; done`');
    await page.locator('.tool[data-status="running"] .output').getByText('begun').waitFor();
    await say(page, 'Read README.md');
    await page.getByRole('list', { name: 'Waiting' }).getByText('Read README.md').waitFor();
    const { workspaces } = await api.get<{ workspaces: { path: string }[] }>('/api/workspaces');
    await writeFile(join(workspaces[0]?.path ?? '', 'go'), '');
    await page.locator('.user-text').getByText('Read README.md').waitFor();
    await page.getByRole('list', { name: 'Waiting' }).waitFor({ state: 'detached' });
    await expectSame(page, api, id);
  });
});
