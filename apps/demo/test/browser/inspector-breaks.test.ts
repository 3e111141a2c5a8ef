import type { StreamStats } from '@loop/events';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testBrowser } from '../support/browser.js';
import {
  onBothServers,
  untilIdle,
  untilOpen,
  type DemoInBrowser,
} from '../support/demo-in-browser.js';
import { serverKinds, usualServer } from '../support/server-kinds.js';
import { shownFor, shownOn } from '../support/shown.js';
import { startProxy } from '../support/tcp-proxy.js';

const browser = await testBrowser();

/** About 1,100 deltas: 20 seconds, of which a test on an idle machine needs two. */
const LONG = 'Explain in detail how events travel';

const demos = onBothServers(browser, { LOOP_SCRIPT_PACE_MS: '18' });

describe.skipIf(!browser.isThere).each(serverKinds)('with %s, a page that is broken', (server) => {
  const demo = demos[server];

  it('by drops, by being offline and by an empty buffer comes back, and says with what', async () => {
    const { page, id } = await inMidSentence(demo);
    const lastOpening = (): Promise<string | null> => fact(page, 'Last opening');
    await press(page, 'Evict the buffer');
    await press(page, 'Drop the connection');
    await expect.poll(lastOpening).toMatch(/^replay( of \d+)?, from \d+ on$/);

    await press(page, 'Go offline');
    await expect.poll(() => fact(page, 'Connection')).toMatch(/^waiting/);
    await expect.poll(async () => (await statsOf(demo, id)).connections).toBe(0);
    await untilFurther(demo, id, 20);
    await press(page, 'Come back online');
    await expect.poll(lastOpening).toMatch(/^replay of \d{2,}/);

    await press(page, 'Go offline');
    await untilFurther(demo, id, 20);
    await press(page, 'Evict the buffer');
    await expect.poll(async () => (await statsOf(demo, id)).bufferedFrames).toBeLessThan(20);
    await press(page, 'Come back online');
    await expect
      .poll(lastOpening)
      .toMatch(/^snapshot at \d+, because .* is not retained any more$/);
    expect((await demo.api.session(id)).isRunning).toBe(true);

    await demo.api.post(`/api/sessions/${id}/cancel`);
    await expectSame(demo, page, id);
    expect(await fact(page, 'Reconnects')).toBe('3');
    expect(await statsOf(demo, id)).toMatchObject({ replays: 2, snapshots: { evicted: 1 } });
  });

  it('by a stall that outgrows the network is cut by the server, and recovers', async () => {
    const id = await demo.api.newSession();
    // From here on each state is a large frame; a larger prompt would be compacted.
    await demo.api.ask(id, `Read README.md ${'x'.repeat(90_000)}`);
    const proxy = await startProxy(demo.process.port);
    onTestFinished(proxy.close);
    const page = await browser.open(`${proxy.url}#/sessions/${id}`);
    await begin(demo, page, id);
    await press(page, 'Stop reading');
    // A loopback holds tens of megabytes; this network does not.
    proxy.hold();
    for (let left = 20; left > 0 && (await statsOf(demo, id)).closes.lagging === 0; left--) {
      const choose = (_: unknown, n: number): Promise<unknown> =>
        demo.api.post(`/api/sessions/${id}/permission`, { preset: n % 2 === 0 ? 'ask' : 'full' });
      await Promise.all(Array.from({ length: 20 }, choose));
    }
    expect((await statsOf(demo, id)).closes.lagging).toBe(1);
    proxy.flow();
    await press(page, 'Read on');
    await expect.poll(() => fact(page, 'Reconnects')).toBe('1');
    await untilOpen(page);
    await demo.api.post(`/api/sessions/${id}/cancel`);
    await untilIdle(page);
    const expected = shownFor(await demo.api.messages(id));
    await expect.poll(async () => (await shownOn(page)).at(-1)).toEqual(expected.at(-1));
    expect((await shownOn(page)).length).toBe(expected.length);
  });
});

describe.skipIf(!browser.isThere)('a page that is broken', () => {
  const demo = demos[usualServer];

  it('by a restart goes on with another stream, and shows the run as interrupted', async () => {
    const { page, id } = await inMidSentence(demo);
    const cursor = await fact(page, 'Cursor');
    await press(page, 'Restart the stream');
    await page.getByText('Interrupted:').waitFor();
    await expectSame(demo, page, id);
    const { streamId } = await demo.api.session(id);
    expect(cursor).not.toContain(streamId);
    await expect.poll(() => fact(page, 'Cursor')).toContain(streamId);
    // The reason is the server's, and is asked for afterwards.
    await expect
      .poll(() => fact(page, 'Last opening'))
      .toContain('because the position was one of another');
    const [, answer] = await shownOn(page);
    expect(answer?.parts.join('').length).toBeGreaterThan(150);
    await demo.api.prompt(id, 'Read README.md');
    await page.getByText('It begins like this').waitFor();
    await expectSame(demo, page, id);
  });

  it('by a stall shows what came meanwhile when it reads on', async () => {
    const { page, id } = await inMidSentence(demo);
    await press(page, 'Stop reading');
    await untilFurther(demo, id, 50);
    const { seq } = await demo.api.session(id);
    expect(await seqShown(page)).toBeLessThan(seq - 30);
    await press(page, 'Read on');
    await demo.api.post(`/api/sessions/${id}/cancel`);
    await expectSame(demo, page, id);
    expect(await fact(page, 'Reconnects')).toBe('0');
  });
});

/** A page with the stream's tab open, in the middle of a sentence. */
async function inMidSentence(demo: DemoInBrowser): Promise<{ page: Page; id: string }> {
  const id = await demo.api.newSession();
  const page = await demo.open(id);
  await begin(demo, page, id);
  return { page, id };
}

async function begin(demo: DemoInBrowser, page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Inspector' }).click();
  await page.getByRole('tab', { name: 'Stream' }).click();
  await demo.api.prompt(id, LONG);
  await untilWritten(page, 200);
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
}

/** Waits until the server is this many frames further than now. */
async function untilFurther(demo: DemoInBrowser, id: string, frames: number): Promise<void> {
  const { seq } = await demo.api.session(id);
  await expect.poll(async () => (await demo.api.session(id)).seq).toBeGreaterThan(seq + frames);
}

async function statsOf(demo: DemoInBrowser, id: string): Promise<StreamStats> {
  return (await demo.api.get<{ stats: StreamStats }>(`/api/sessions/${id}/inspect`)).stats;
}

/** The end of the run, on the page; then both must say the same. */
async function expectSame(demo: DemoInBrowser, page: Page, id: string): Promise<void> {
  await untilOpen(page);
  await untilIdle(page);
  await expect.poll(() => shownOn(page)).toEqual(shownFor(await demo.api.messages(id)));
}

/** What the inspector says under a name. */
async function fact(page: Page, name: string): Promise<string | null> {
  const term = page.locator('dt', { hasText: new RegExp(`^${name}$`) });
  return page.locator('.facts dl > div', { has: term }).locator('dd').textContent();
}

/** How far the page has got. */
async function seqShown(page: Page): Promise<number> {
  return Number((await fact(page, 'Cursor'))?.split(':').at(-1));
}

/** Waits until the page shows this many letters of the answer. */
async function untilWritten(page: Page, letters: number): Promise<void> {
  await page.waitForFunction(
    (count) =>
      ([...document.querySelectorAll('.markdown')].at(-1)?.textContent ?? '').length > count,
    letters,
  );
}
