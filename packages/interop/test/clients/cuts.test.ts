import type { SessionFrame } from '@loop/events';
import { connectSession } from '@loop/sse-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { appNames, startApp, type App } from '../support/apps.js';
import { serveStream } from '../support/stream.js';
import { chromium } from './chromium.js';
import { curl } from './curl.js';
import { eventSource } from './event-source.js';
import { fetchParser } from './fetch-parser.js';
import { Received } from './received.js';

const CUT_AFTER = [3, 7, 11];

/** `s:0` … `s:12` */
const EVERY_ID = Array.from({ length: 13 }, (_, n) => `s:${n}`);

describe.each(appNames)('%s, cut after frames 3, 7 and 11', (name) => {
  let app: App;

  beforeAll(async () => {
    app = await startApp(name);
  });
  afterAll(() => app.stop());

  /** Publishes twelve frames; the one behind each cut is published while nobody is there. */
  async function publishAndCut(publish: () => void, until: (n: number) => Promise<void>) {
    await until(0);
    for (let n = 1; n <= 12; n++) {
      publish();
      await until(n);
      if (CUT_AFTER.includes(n)) app.cut();
    }
  }

  const cursorsOf = (path: string): unknown[] =>
    app.requests
      .filter(({ url }) => url?.startsWith(path))
      .map(({ url, headers }) => headers['last-event-id'] ?? /cursor=(.*)$/.exec(url!)?.[1]);

  for (const client of [eventSource, fetchParser, curl, chromium]) {
    test.skipIf(!client.isThere)(
      `${client.name} sees every frame once, and comes back with its last id`,
      async () => {
        const { session, path, publish } = serveStream(app, { retryMs: 5 });
        const frames: SessionFrame[] = [];
        session.subscribe((frame) => frames.push(frame));
        const received = new Received();
        await client.read(app.origin + path, received);
        await publishAndCut(publish, (n) => received.until(`s:${n}`));
        expect(received.ids).toEqual(EVERY_ID);
        expect(received.frames[0]?.type).toBe('session.snapshot');
        expect(received.frames.slice(1)).toEqual(frames);
        expect(cursorsOf(path)).toEqual([undefined, 's:3', 's:7', 's:11']);
      },
    );
  }

  test('our own client agrees with them', async () => {
    // No waiting between attempts: its back-off has tests of its own.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    const { session, path, publish } = serveStream(app);
    const store = connectSession(app.origin + path);
    onTestFinished(() => store.close());
    let wake = (): void => {};
    store.subscribe(() => wake());
    const until = async (n: number): Promise<void> => {
      while (store.stats().cursor !== `s:${n}`) await new Promise<void>((ok) => (wake = ok));
    };
    await publishAndCut(publish, until);
    session.append({ role: 'user', content: 'Grüße, 世界 🌍', timestamp: 0 });
    await until(14);
    expect(store.stats()).toMatchObject({ connections: 4, frames: 15, startedOver: 0 });
    expect(store.getSnapshot().view).toEqual({
      ...session.snapshot(),
      sessionId: session.sessionId,
      streamId: 's',
      seq: 14,
    });
    expect(cursorsOf(path)).toEqual([undefined, 's:3', 's:7', 's:11']);
  });
});
