// Makes the README's pictures from the built page, in both colour schemes:
//
//     npm run picture             # builds first
//     node scripts/picture.mjs    # takes what is built
//
// It starts the demo on a fresh folder and takes its tour until a change waits for approval. From
// run to run times and ids differ; nothing else does.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openBrowser } from './picture/open-browser.mjs';
import { smallPng } from './picture/small-png.mjs';
import { startDemo } from './picture/start-demo.mjs';

const root = join(import.meta.dirname, '..');
const VIEW = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 };

const folder = await mkdtemp(join(tmpdir(), 'loop-picture-'));
// A browser ends with this process, whatever happens; the server would not.
const browser = await openBrowser(root, folder);
const demo = await startDemo(root, join(folder, 'data'));
try {
  const page = await browser.newPage(VIEW);
  page.setDefaultTimeout(60_000);
  await page.goto(demo.url);
  await fillTheList(page);
  await takeTheTour(page);
  const light = await page.screenshot();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await page.screenshot();
  await save(page, 'docs/demo-light.png', light);
  await save(page, 'docs/demo-dark.png', dark);
} finally {
  await browser.close();
  await demo.stop();
  await rm(folder, { recursive: true, force: true });
}

async function save(page, file, screenshot) {
  const png = await smallPng(page, screenshot);
  await mkdir(join(root, dirname(file)), { recursive: true });
  await writeFile(join(root, file), png);
  console.log(`${file}: ${Math.ceil(png.length / 1024)} KiB`);
}

/** Sessions beside the tour: one that waits, one with news. */
async function fillTheList(page) {
  for (const [prompt, mark] of [
    ['Run `npm test`', '.mark.waits'],
    ['Search for "TODO"', '.mark.unread'],
  ]) {
    await page.getByRole('link', { name: 'New session' }).click();
    await page.getByLabel('Your message').fill(prompt);
    await page.keyboard.press('Enter');
    await page.locator('[data-connection="open"]').waitFor();
    await page.getByRole('link', { name: 'New session' }).click();
    await page.locator(mark).waitFor();
  }
}

/** To the change that it wants to make, with the inspector open at the trace. */
async function takeTheTour(page) {
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await page.locator('[data-connection="open"]').waitFor();
  await page.keyboard.press('Alt+I');
  await page.getByRole('tab', { name: 'Trace' }).click();
  await waited(page, 'shell');
  await page.keyboard.press('Alt+J');
  await page.keyboard.press('A');
  await waited(page, 'edit');
  await page.getByRole('treeitem', { name: /^tool shell/ }).evaluate(toTop);
  await page.mouse.move(0, 0);
  await page.getByLabel('Your message').focus();
}

/** Until a call has waited for some seconds, to be seen among what only takes milliseconds. */
function waited(page, tool) {
  return page.getByText(new RegExp(`${tool} waits, (\\d\\d|[3-9]\\.\\d) s`)).waitFor();
}

/** Runs in the page: scrolls a row of the waterfall to its top. */
function toTop(row) {
  const tree = row.closest('[role="tree"]');
  const { top } = tree.getBoundingClientRect();
  tree.scrollTop += row.getBoundingClientRect().top - top;
}
