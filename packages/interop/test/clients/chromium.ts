import { testBrowser } from '@loop/test-browser';
import type { Client, Received } from './received.js';

const browser = await testBrowser();

/** What is there for the page's script, see {@link readInPage}. */
declare global {
  var received: (id: string, data: string) => void;
}

/** A browser's own event source, on a page of the same origin. */
export const chromium: Client = {
  name: "Chromium's EventSource",
  isThere: browser.isThere,
  read: (url, received) => readInPage(new URL('/page', url).href, url, received),
};

/** A page of its own, which closes with the test. */
export const openPage = browser.open;

/** Opens a page and lets its own event source read `url`. */
export async function readInPage(
  pageUrl: string,
  url: string,
  received: Received,
  init: EventSourceInit = {},
): Promise<void> {
  const page = await browser.open(pageUrl);
  await page.exposeFunction('received', received.add);
  await page.evaluate(
    ([streamUrl, sourceInit]) => {
      const source = new EventSource(streamUrl, sourceInit);
      source.addEventListener('message', ({ lastEventId, data }) => {
        globalThis.received(lastEventId, data as string);
      });
    },
    [url, init] as const,
  );
}
