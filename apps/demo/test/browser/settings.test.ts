import { testBrowser } from '@loop/test-browser';
import { beforeAll, describe, expect, it } from 'vitest';
import { completionsServer } from '../agent/completions-server.js';
import { builtDemoOfTest, demoInBrowser, ownEnvironment } from '../support/demo-in-browser.js';
import { findings } from '../support/findings.js';
import { say, untilFocused, untilIdle, untilOpen, widthOf } from '../support/on-page.js';

const browser = await testBrowser();

/** Made up. */
const KEY = ['sk', 'made', 'up', 'for', 'the', 'page'].join('-');

describe.skipIf(!browser.isThere)('the settings', () => {
  const demo = demoInBrowser(browser);

  it('with the keyboard: an endpoint is added, tested, used, changed and removed', async () => {
    const { baseUrl, requests } = await completionsServer((response) =>
      response.delta({ content: 'Hello from afar' }).end('stop'),
    );
    const page = await demo.open();
    await page.getByRole('link', { name: 'Settings' }).press('Enter');
    await page.getByRole('button', { name: 'Add an endpoint' }).press('Enter');
    // The first field has the focus.
    await page.keyboard.type('Far away');
    await page.keyboard.press('Tab');
    await page.keyboard.type(baseUrl);
    await page.getByLabel('Key', { exact: true }).selectOption('typed');
    await page.getByLabel('New key').fill(KEY);
    await page.keyboard.press('Enter');
    const card = page.getByRole('article', { name: 'Far away' });
    await card.getByText('It answers, and has 2 models.').waitFor();
    await expect.poll(() => card.textContent()).toContain('kept on the server');
    await card.getByRole('button', { name: 'Use tiny' }).press('Enter');
    await card.getByText('Used: tiny').waitFor();

    await card.getByRole('button', { name: 'Edit' }).press('Enter');
    const form = page.getByRole('form', { name: 'Change Far away' });
    await expect.poll(() => form.getByLabel('Key', { exact: true }).inputValue()).toBe('kept');
    await form.getByLabel('Context of model 1').fill('9000');
    await page.keyboard.press('Enter');
    await card.getByText('9,000 tokens').waitFor();
    expect(await page.content()).not.toContain(KEY);

    await page.getByRole('link', { name: 'New session' }).first().press('Enter');
    await page.getByLabel('Model').getByText('tiny · Far away').waitFor({ state: 'attached' });
    await say(page, 'Hi');
    await page.getByText('Hello from afar').waitFor();
    await untilIdle(page);
    expect(requests[0]?.authorization).toBe(`Bearer ${KEY}`);
    const id = page.url().replace(/.*\//, '');
    await demo.api.post(`/api/sessions/${id}/model`, { model: 'far-away/tiny' });

    await page.getByRole('link', { name: 'Settings' }).press('Enter');
    await card.getByRole('button', { name: 'Remove…' }).press('Enter');
    // Whoever presses Enter too early keeps it.
    await page.keyboard.press('Enter');
    await untilFocused(card.getByRole('heading'));
    await card.getByRole('button', { name: 'Remove…' }).press('Enter');
    await card.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await card.waitFor({ state: 'detached' });
    await untilFocused(page.getByRole('button', { name: 'Add an endpoint' }));
    await page.goto(demo.at(id));
    await page.getByText('The model far-away/tiny is not there any more').waitFor();
    await expect.poll(() => page.getByLabel('Model').inputValue()).toBe('scripted');
  });

  it('say what is wrong, and Escape leaves everything as it was', async () => {
    const before = await demo.api.get('/api/settings');
    const page = await browser.open(`${demo.url}#/settings`);
    const add = page.getByRole('button', { name: 'Add an endpoint' });
    await add.press('Enter');
    await page.getByLabel('Name').fill('Wrong');
    await page.getByLabel('Base URL').fill(`http://me:${KEY}@127.0.0.1/v1`);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('alert').getByText('does not belong into the URL').waitFor();
    await page.getByLabel('Name').press('Escape');
    await add.waitFor();
    await untilFocused(add);
    expect(await demo.api.get('/api/settings')).toEqual(before);
  });
});

describe.skipIf(!browser.isThere)('endpoints of all kinds', () => {
  const name = 'An endpoint with a name that is rather long';
  const model = { LOOP_MODEL_BASE_URL: 'http://127.0.0.1:1/v1', LOOP_MODEL: 'm' };
  const demo = demoInBrowser(browser, model);
  beforeAll(() =>
    demo.api.post('/api/settings/endpoints', {
      ...{ name, baseUrl: `http://models.example/${'a-long-way/'.repeat(8)}v1` },
      models: [{ name: `tiny-${'x'.repeat(80)}` }],
    }),
  );

  it.each([1_300, 360])('everybody can use them in light and dark, %i wide', async (width) => {
    const viewport = { width, height: 800 };
    const page = await browser.open(`${demo.url}#/settings`, { viewport });
    const card = page.getByRole('article', { name });
    await card.getByText('Without https').waitFor();
    const expectGood = async (): Promise<void> => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await findings(page), colorScheme).toEqual([]);
        expect(await widthOf(page)).toEqual({ content: width, screen: width });
      }
    };
    await expectGood();
    await card.getByRole('button', { name: 'Edit' }).press('Enter');
    await page.getByLabel('Key', { exact: true }).selectOption('typed');
    await page.getByLabel('New key').waitFor();
    await expectGood();
  });
});

describe.skipIf(!browser.isThere)('a server that lets others in', () => {
  it('knows a browser that has followed the link, and no other', async () => {
    const env = await ownEnvironment({ LOOP_ALLOWED_HOSTS: 'demo.example' });
    const { output } = (await builtDemoOfTest(browser, env)).process;
    const link = /http:\S+/.exec(output())?.[0] ?? '';
    expect(new URL(link).searchParams.get('token')).toMatch(/^[\w-]{32}$/);
    // From somewhere else, such as a mail: a browser sends no strict cookie along with that.
    const page = await browser.open(`data:text/html,<a href="${link}">Loop</a>`);
    await page.getByRole('link', { name: 'Loop' }).click();
    await page.getByLabel('Your message').waitFor();
    await expect.poll(() => page.url()).toBe(new URL('/', link).href);
    await say(page, 'hello');
    await page.getByText('scripted model').first().waitFor();
    await untilIdle(page);
    await page.reload();
    await untilOpen(page);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    // The address with the token is not in the history either.
    await page.goBack();
    await page.goBack();
    await expect.poll(() => page.url()).toMatch(/^data:/);
    // Known as it is, it comes from elsewhere without its cookie once more.
    await page.setContent(`<a href="${new URL('/', link).href}">Loop</a>`);
    await page.getByRole('link', { name: 'Loop' }).click();
    await page.getByRole('link', { name: 'try again' }).click();
    await page.getByLabel('Your message').waitFor();
    const stranger = await browser.open(new URL('/#/settings', link).href);
    await stranger.getByRole('heading', { name: 'This server wants to know you' }).waitFor();
    expect(output().split('token=')).toHaveLength(2);
  });
});
