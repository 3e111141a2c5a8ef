import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appNames, startApp, type App } from '../support/apps.js';
import { serveStream } from '../support/stream.js';
import { chromium, openPage, readInPage } from './chromium.js';
import { Received } from './received.js';

/** Another port is another origin: the page comes from here, its streams from elsewhere. */
let pageApp: App;

beforeAll(async () => {
  pageApp = await startApp('Hono');
});
afterAll(() => pageApp.stop());

describe.skipIf(!chromium.isThere).each(appNames)('%s, with CORS as its README says', (name) => {
  let app: App;

  beforeAll(async () => {
    app = await startApp(name, { pageOrigin: pageApp.origin });
  });
  afterAll(() => app.stop());

  test('a page of another origin comes back after a cut', async () => {
    const { path, publish } = serveStream(app, { retryMs: 5 });
    const received = new Received();
    const pageUrl = `${pageApp.origin}/page`;
    await readInPage(pageUrl, app.origin + path, received, { withCredentials: true });
    await received.until('s:0');
    for (let n = 1; n <= 4; n++) {
      publish();
      await received.until(`s:${n}`);
      if (n === 2) app.cut();
    }
    expect(received.ids).toEqual(['s:0', 's:1', 's:2', 's:3', 's:4']);
    const asked = app.requests.filter(({ url }) => url === path);
    expect(asked.map(({ headers }) => headers.origin)).toEqual(asked.map(() => pageApp.origin));
    // Without a preflight, the second time too: SECURITY.md says so.
    expect(asked.map(({ method, headers }) => [method, headers['last-event-id']])).toEqual([
      ['GET', undefined],
      ['GET', 's:2'],
    ]);
  });

  // Chromium asks first only for what a script sends, not for the header of its own event source;
  // web platform tests want that too. Either way the recipe is the same.
  test.each([
    ['in the header is let through by the preflight', '', { 'Last-Event-ID': 's:2' }, 'OPTIONS'],
    ['in the query needs no preflight', '?cursor=s:2', {}, undefined],
  ])("a page's fetch with a cursor %s", async (_, query, headers, preflight) => {
    const { session, path, publish } = serveStream(app);
    for (let n = 1; n <= 4; n++) publish();
    const page = await openPage(`${pageApp.origin}/page`);
    const firstId = page.evaluate(
      async ([url, sent]) => {
        // As our own client asks.
        const response = await fetch(url, {
          headers: { ...sent, accept: 'text/event-stream' },
          credentials: 'include',
          cache: 'no-store',
        });
        const { value } = await response
          .body!.pipeThrough(new TextDecoderStream())
          .getReader()
          .read();
        return value!.split('\n', 1)[0];
      },
      [app.origin + path + query, headers as Record<string, string>] as const,
    );
    expect(await firstId).toBe('id: s:3');
    const asked = app.requests.filter(({ url }) => url === path + query);
    expect(asked.map(({ method }) => method)).toEqual(
      [preflight, 'GET'].filter((method) => method !== undefined),
    );
    expect(session.stats().opened).toBe(1);
  });

  test('a page reads how long to wait when a stream is full', async () => {
    const { path } = serveStream(app, {}, { maxConnections: 1 });
    const page = await openPage(`${pageApp.origin}/page`);
    const answers = await page.evaluate(async (url) => {
      const [, full] = [await fetch(url), await fetch(url)];
      return [full.status, full.headers.get('Retry-After')];
    }, app.origin + path);
    expect(answers).toEqual([503, '5']);
  });
});
