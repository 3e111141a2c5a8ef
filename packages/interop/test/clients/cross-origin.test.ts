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
    const gets = asked.filter(({ method }) => method === 'GET');
    expect(gets.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 's:2']);
  });

  // Chromium asks first only for what a script sends, not for the header of its own event source;
  // web platform tests want that too. Either way the recipe is the same.
  test("a page's fetch with a cursor in the header is let through by the preflight", async () => {
    const { session, path, publish } = serveStream(app);
    for (let n = 1; n <= 4; n++) publish();
    const page = await openPage(`${pageApp.origin}/page`);
    const firstId = page.evaluate(async (url) => {
      const response = await fetch(url, { headers: { 'Last-Event-ID': 's:2' } });
      const { value } = await response
        .body!.pipeThrough(new TextDecoderStream())
        .getReader()
        .read();
      return value!.split('\n', 1)[0];
    }, app.origin + path);
    expect(await firstId).toBe('id: s:3');
    const methods = app.requests.filter(({ url }) => url === path).map(({ method }) => method);
    expect(methods).toEqual(['OPTIONS', 'GET']);
    expect(session.stats().opened).toBe(1);
  });
});
