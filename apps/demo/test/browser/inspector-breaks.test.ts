import type { StreamStats } from '@loop/events';
import { testBrowser } from '@loop/test-browser';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demoInBrowser } from '../support/demo-in-browser.js';
import { answered, said } from '../support/made-session.js';
import { openInspector, untilIdle, untilOpen, untilWritten } from '../support/on-page.js';
import { expectSame, shownFor, shownOn } from '../support/shown.js';
import { startProxy } from '../support/tcp-proxy.js';

const browser = await testBrowser();

/** About 1,100 deltas: 20 seconds, of which a test on an idle machine needs two. */
const LONG = 'Explain in detail how events travel';

/** Each state of it is a large frame; a larger prompt would be compacted. */
const large = [...said(`Look at this: ${'x'.repeat(90_000)}`), ...answered('I have looked at it.')];

const demo = demoInBrowser(browser, { LOOP_SCRIPT_PACE_MS: '18' }, { large });

describe.skipIf(!browser.isThere)('a page that is broken', () => {
  it('by drops, by being offline and by an empty buffer comes back, and says with what', async () => {
    const { page, id } = await inMidSentence();
    const lastOpening = (): Promise<string | null> => fact(page, 'Last opening');
    await press(page, 'Evict the buffer');
    await press(page, 'Drop the connection');
    await expect.poll(lastOpening).toMatch(/^replay( of \d+)?, from \d+ on$/);

    await press(page, 'Go offline');
    await expect.poll(() => fact(page, 'Connection')).toMatch(/^waiting/);
    await expect.poll(async () => (await statsOf(id)).connections).toBe(0);
    await untilFurther(id, 20);
    await press(page, 'Come back online');
    await expect.poll(lastOpening).toMatch(/^replay of \d{2,}/);

    await press(page, 'Go offline');
    await untilFurther(id, 20);
    await press(page, 'Evict the buffer');
    await expect.poll(async () => (await statsOf(id)).bufferedFrames).toBeLessThan(20);
    await press(page, 'Come back online');
    await expect
      .poll(lastOpening)
      .toMatch(/^snapshot at \d+, because .* is not retained any more$/);
    expect((await demo.api.session(id)).isRunning).toBe(true);

    await demo.api.post(`/api/sessions/${id}/cancel`);
    await expectSame(page, demo.api, id);
    await expect.poll(() => fact(page, 'Reconnects')).toBe('3');
    expect(await statsOf(id)).toMatchObject({ replays: 2, snapshots: { evicted: 1 } });
  });

  it('by a stall that outgrows the network is cut by the server, and recovers', async () => {
    const id = 'large';
    const proxy = await startProxy(demo.url);
    onTestFinished(proxy.close);
    const page = await browser.open(`${proxy.url}#/sessions/${id}`);
    await untilOpen(page);
    await begin(page, id);
    await press(page, 'Stop reading');
    // A loopback holds tens of megabytes; this network does not.
    proxy.hold();
    for (let left = 20; left > 0 && (await statsOf(id)).closes.lagging === 0; left--) {
      const choose = (_: unknown, n: number): Promise<unknown> =>
        demo.api.post(`/api/sessions/${id}/permission`, { preset: n % 2 === 0 ? 'ask' : 'full' });
      await Promise.all(Array.from({ length: 20 }, choose));
    }
    await expect.poll(async () => (await statsOf(id)).closes.lagging).toBe(1);
    proxy.flow();
    await press(page, 'Read on');
    await expect.poll(() => fact(page, 'Reconnects')).toBe('1');
    await demo.api.post(`/api/sessions/${id}/cancel`);
    await demo.api.settled(id);
    // Of a large message a page shows a part.
    const expected = shownFor(await demo.api.messages(id));
    await expect
      .poll(async () => {
        const shown = await shownOn(page);
        return { count: shown.length, last: shown.at(-1) };
      })
      .toEqual({ count: expected.length, last: expected.at(-1) });
    await untilOpen(page);
    await untilIdle(page);
  });

  it('by a restart goes on with another stream, and shows the run as interrupted', async () => {
    const { page, id } = await inMidSentence();
    const cursor = await fact(page, 'Cursor');
    await press(page, 'Restart the stream');
    await page.getByText('Interrupted:').waitFor();
    await expectSame(page, demo.api, id);
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
    await expectSame(page, demo.api, id);
  });

  it('by a stall shows what came meanwhile when it reads on', async () => {
    const { page, id } = await inMidSentence();
    await press(page, 'Stop reading');
    await untilFurther(id, 50);
    const { seq } = await demo.api.session(id);
    expect(await seqShown(page)).toBeLessThan(seq - 30);
    await press(page, 'Read on');
    await demo.api.post(`/api/sessions/${id}/cancel`);
    await expectSame(page, demo.api, id);
    await expect.poll(() => fact(page, 'Reconnects')).toBe('0');
  });
});

/** A page with the stream's tab open, in the middle of a sentence. */
async function inMidSentence(): Promise<{ page: Page; id: string }> {
  const opened = await demo.openNew();
  await begin(opened.page, opened.id);
  return opened;
}

async function begin(page: Page, id: string): Promise<void> {
  await openInspector(page, 'Stream');
  await demo.api.prompt(id, LONG);
  await untilWritten(page, 200);
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
}

/** Waits until the server is this many frames further than now. */
async function untilFurther(id: string, frames: number): Promise<void> {
  const { seq } = await demo.api.session(id);
  await expect.poll(async () => (await demo.api.session(id)).seq).toBeGreaterThan(seq + frames);
}

async function statsOf(id: string): Promise<StreamStats> {
  return (await demo.api.get<{ stats: StreamStats }>(`/api/sessions/${id}/inspect`)).stats;
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
