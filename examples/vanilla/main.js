// Shows a page without a build whose EventSource comes back after a cut, and misses nothing.
// node examples/vanilla/main.js
import assert from 'node:assert/strict';
import { SessionEvents } from '@loop/events';
import { launchBrowser } from '@loop/test-browser/chromium';
import { runExample, waitFor } from '../support/example.js';
import { ScriptedAgent } from '../support/scripted-agent.js';
import { startServer } from './server.js';

await runExample(async ({ shows, atEnd }) => {
  const browser = await waitFor('a browser', launchBrowser());
  if (!browser) {
    assert.notEqual(process.env['CI'], 'true', 'There is no Chromium. Set CHROMIUM_PATH.');
    return console.warn('No Chromium was found, so nothing was shown. Set CHROMIUM_PATH.');
  }
  atEnd(() => browser.close());
  const session = new SessionEvents({ sessionId: '42', messageUpdates: 'delta' });
  const agent = new ScriptedAgent();
  const { origin, cut, stop } = await startServer(session);
  atEnd(stop);
  const page = await browser.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));

  await page.goto(origin);
  await shown('idle');
  agent.prompt(session, { requestId: 'request-1', runId: 'run-1', text: 'Count.' });
  agent.say('one ');
  await shown('running', 'Count.', 'one ');
  shows('an answer streams into the page');

  cut();
  agent.say('two ');
  await shown('running', 'Count.', 'one two ');
  assert.equal(session.stats().replays, 1);
  shows('after a cut the browser comes back by itself, with what it missed');

  await page.reload();
  agent.say('three');
  await shown('running', 'Count.', 'one two three');
  agent.finish();
  await shown('idle', 'Count.', 'one two three');
  assert.equal(session.stats().opened, 3);
  assert.deepEqual(errors, []);
  shows('loaded again in the middle of an answer it has all of it');

  /**
   * @param {string} state
   * @param {string[]} rows
   */
  async function shown(state, ...rows) {
    const wanted = JSON.stringify([...rows, state]);
    const isThere = page.waitForFunction((text) => {
      const parts = [...document.querySelectorAll('#messages p, #state')];
      return JSON.stringify(parts.map((part) => part.textContent)) === text;
    }, wanted);
    await waitFor(`the page with ${wanted}`, isThere);
  }
});
