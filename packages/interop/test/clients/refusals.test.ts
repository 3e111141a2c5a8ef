import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appNames, startApp, type App } from '../support/apps.js';
import { serveStream } from '../support/stream.js';
import { openReader } from '../support/stream-reader.js';
import { chromium, openPage } from './chromium.js';

/** `EventSource.CLOSED`: it will not come back. */
const CLOSED = 2;

describe.skipIf(!chromium.isThere).each(appNames)('%s refuses an event source', (name) => {
  let app: App;

  beforeAll(async () => {
    app = await startApp(name);
  });
  afterAll(() => app.stop());

  /** What becomes of Chromium's own at the first error. */
  async function stateAfterError(path: string): Promise<number> {
    const page = await openPage(`${app.origin}/page`);
    return page.evaluate((url) => {
      const source = new EventSource(url);
      return new Promise<number>((resolve) => {
        source.addEventListener('error', () => resolve(source.readyState));
      });
    }, path);
  }

  test('that asks for an unknown session, for good', async () => {
    expect(await stateAfterError('/streams/nobody')).toBe(CLOSED);
  });

  test('that is one too many, for good, whatever Retry-After says', async () => {
    const { path } = serveStream(app, {}, { maxConnections: 1 });
    await openReader(app.origin + path);
    expect(await stateAfterError(path)).toBe(CLOSED);
  });
});
