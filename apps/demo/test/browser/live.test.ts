import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { apiOf, type Api } from '../support/api.js';
import { testBrowser } from '../support/browser.js';
import { demoInBrowser, ownEnvironment, untilIdle, untilOpen } from '../support/demo-in-browser.js';
import { startDemo, type DemoProcess } from '../support/demo-process.js';
import { shownFor, shownOn } from '../support/shown.js';
import { startProxy, type TcpProxy } from '../support/tcp-proxy.js';

const browser = await testBrowser();

/** About 1,100 deltas: eleven seconds, so that a slow page is still in the middle of them. */
const LONG = 'Explain in detail how events travel';

interface Stage {
  demo: DemoProcess;
  proxy: TcpProxy;
  /** Goes straight to the server. */
  api: Api;
  id: string;
  /** The session's page, through the proxy. */
  at: string;
}

const shared = demoInBrowser(browser, { LOOP_SCRIPT_PACE_MS: '10' });

/** A session of its own, and a piece of network in front of it. */
async function stage(demo = shared.process): Promise<Stage> {
  const proxy = await startProxy(demo.port);
  onTestFinished(proxy.close);
  const api = apiOf(demo.url);
  const id = await api.newSession();
  return { demo, proxy, api, id, at: `${proxy.url}#/sessions/${id}` };
}

/** Waits until the page shows this many letters of the answer, in the middle of a sentence. */
async function untilShown(page: Page, letters: number): Promise<void> {
  await page.waitForFunction(
    (count) =>
      (
        document.querySelector('.message:last-child .markdown, .messages .markdown:last-child')
          ?.textContent ?? ''
      ).length > count,
    letters,
  );
}

/** The run's end, on the page; then both must say the same. */
async function expectSame(page: Page, api: Api, id: string): Promise<void> {
  await untilIdle(page);
  await expect.poll(() => shownOn(page)).toEqual(shownFor(await api.messages(id)));
}

describe.skipIf(!browser.isThere)('a page', () => {
  it('shows exactly what the session holds after reloads, cuts and an outage in mid-sentence', async () => {
    const { proxy, api, id, at } = await stage();
    const page = await browser.open(at);
    await untilOpen(page);
    await page.getByLabel('Your message').fill(LONG);
    await page.keyboard.press('Enter');

    await untilShown(page, 200);
    await page.reload();
    await untilShown(page, 400);
    const other = await page.context().newPage();
    await other.goto(at);

    for (const letters of [700, 1_000, 1_300]) {
      await untilShown(page, letters);
      // That more is shown afterwards proves that it came over another connection.
      proxy.cut();
    }

    await untilShown(page, 1_600);
    proxy.breakOff();
    await page.locator('.connection-wait').waitFor();
    const { snapshot } = await api.session(id);
    await page.getByRole('button', { name: 'Try now' }).click();
    proxy.restore();
    await untilOpen(page);
    expect(snapshot.state.run.status).toBe('running');

    await expectSame(page, api, id);
    await expectSame(other, api, id);
  });

  // The slower the machine starts a server, the longer the client has learnt to wait between attempts.
  it('comes back by itself when the server was stopped and started again', async () => {
    const env = await ownEnvironment({ LOOP_SCRIPT_PACE_MS: '10' });
    const { demo, api, id, at } = await stage(await startDemo(env));
    const page = await browser.open(at);
    page.setDefaultTimeout(60_000);
    await api.prompt(id, LONG);
    await untilShown(page, 300);
    expect((await demo.stop()).code).toBe(0);
    await page.locator('.connection-wait').waitFor();
    const again = await startDemo({ ...env, PORT: String(demo.port) });
    onTestFinished(async () => void (await again.stop()));
    await untilOpen(page);

    await page.getByText('Interrupted:').waitFor();
    await expectSame(page, api, id);
    const [, answer] = await shownOn(page);
    expect(answer?.parts.join('').length).toBeGreaterThan(200);

    await page.getByLabel('Your message').fill('Look around');
    await page.keyboard.press('Enter');
    await page.getByText('What this is').waitFor();
    await expectSame(page, api, id);
  });

  it('says that it is offline, and comes back as soon as there is a network', async () => {
    const { proxy, id, at, api } = await stage();
    const page = await browser.open(at);
    await untilOpen(page);
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
    const { api, id, at } = await stage();
    const page = await browser.open(at);
    await untilOpen(page);
    const loseAnswer = async (route: Route): Promise<void> => {
      // The prompt arrives, and then the line breaks.
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route('**/prompt', loseAnswer, { times: 1 });
    const field = page.getByLabel('Your message');
    await field.fill('Look around');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Not sent').waitFor();
    expect(await field.inputValue()).toBe('Look around');
    await field.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('');
    await expectSame(page, api, id);
    expect((await api.session(id)).snapshot.roundCount).toBe(1);
  });

  it('cancels in mid-sentence, and says so', async () => {
    const { api, id, at } = await stage();
    const page = await browser.open(at);
    await api.prompt(id, LONG);
    await untilShown(page, 200);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled.').waitFor();
    await expectSame(page, api, id);
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  });

  it('queues what is sent while a run is active, and shows it until its turn', async () => {
    const { api, id, at } = await stage();
    const page = await browser.open(at);
    await api.prompt(id, 'run `echo begun; until [ -e go ]; do sleep 0.1; done`');
    await page.locator('.tool[data-status="running"] .output').getByText('begun').waitFor();
    await page.getByLabel('Your message').fill('Read README.md');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Waiting' }).getByText('Read README.md').waitFor();
    const { workspaces } = await api.get<{ workspaces: { path: string }[] }>('/api/workspaces');
    await writeFile(join(workspaces[0]?.path ?? '', 'go'), '');
    await page.locator('.user-text').getByText('Read README.md').waitFor();
    expect(await page.getByRole('list', { name: 'Waiting' }).count()).toBe(0);
    await expectSame(page, api, id);
  });
});
