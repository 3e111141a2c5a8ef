import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractSuite } from '@loop/events/testing';
import { testBrowser } from '@loop/test-browser';
import { createServer, type ProxyOptions, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { appNames, startApp, type App, type AppName } from '../support/apps.js';
import { contractBehind } from '../support/contract-behind.js';
import { serveStream } from '../support/stream.js';
import { openReader, soon } from '../support/stream-reader.js';

/** A page with a stream of each app, reloaded as soon as both have opened. */
const PAGE = `<!doctype html>
<title>Page</title>
<link rel="icon" href="data:," />
<script>
  const opened = location.hash.slice(1).split(',').map((url) => {
    const source = new EventSource(url);
    return new Promise((resolve) => (source.onmessage = resolve));
  });
  Promise.all(opened).then(() => {
    const reloads = Number(sessionStorage.getItem('reloads'));
    sessionStorage.setItem('reloads', reloads + 1);
    if (reloads < 20) location.reload();
    else document.title = 'Reloaded';
  });
</script>
`;

const browser = await testBrowser();

/**
 * As OPERATIONS.md says. Vite's proxy ends a response when the server ends its own, but
 * keeps it open for ever when the server breaks off: no event source would come back.
 */
const passBreaksOn: NonNullable<ProxyOptions['configure']> = (proxy) => {
  proxy.on('proxyRes', (fromServer, _request, toBrowser) => {
    fromServer.once('close', () => {
      if (!fromServer.complete) toBrowser.destroy();
    });
  });
};

const apps = {} as Record<AppName, App>;
let vite: ViteDevServer;
let root: string;

beforeAll(async () => {
  const proxy: Record<string, ProxyOptions> = {};
  for (const name of appNames) {
    apps[name] = await startApp(name);
    const rewrite = (path: string): string => path.slice(`/${name}`.length);
    proxy[`/${name}/`] = { target: apps[name].origin, rewrite, configure: passBreaksOn };
  }
  // node-server prints the error by which a body drops its socket; here readers are cut on purpose.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  root = await mkdtemp(join(tmpdir(), 'loop-vite-'));
  // What is public is served as it is, so that a reload costs one request and its stream.
  await mkdir(join(root, 'public'));
  await writeFile(join(root, 'public', 'page.html'), PAGE);
  vite = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    // Its own reloading is not what is tried here.
    server: { host: '127.0.0.1', port: 0, hmr: false, proxy },
  });
  await vite.listen();
});

afterAll(async () => {
  await vite.close();
  await rm(root, { recursive: true });
  for (const name of appNames) await apps[name].stop();
});

function origin(): string {
  return `http://127.0.0.1:${(vite.httpServer!.address() as AddressInfo).port}`;
}

describe.each(appNames)("%s behind Vite's dev server", (name) => {
  test('frames and heartbeats arrive one by one', async () => {
    const { path, publish } = serveStream(apps[name], { heartbeatMs: 200 });
    const { response, next } = await openReader(`${origin()}/${name}${path}`, {
      'Accept-Encoding': 'gzip, br',
    });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect((await next()).id).toBe('s:0');
    for (let n = 1; n <= 5; n++) {
      publish();
      let { id, event } = await next();
      while (event === 'heartbeat') ({ id, event } = await next());
      expect(id).toBe(`s:${n}`);
    }
    expect((await next()).event).toBe('heartbeat');
  });

  test('a reader that leaves is noticed', async () => {
    const { path, closed } = serveStream(apps[name]);
    const reader = await openReader(`${origin()}/${name}${path}`);
    await reader.next();
    reader.leave();
    expect(await soon(closed(), 'the close')).toEqual(['client']);
  });
});

// With one app, which is enough: to the proxy both are servers of HTTP/1.1, and what each makes of
// that its own package tests by the same suite.
describe("the contract behind Vite's dev server", () => {
  const [name] = appNames as [AppName];
  contractSuite(
    contractBehind(
      () => apps[name],
      () => `${origin()}/${name}`,
    ),
    test,
  );
});

test.skipIf(!browser.isThere)('twenty reloads of a page leave one connection', async () => {
  const streams = appNames.map((name) => ({ name, ...serveStream(apps[name]) }));
  const urls = streams.map(({ name, path }) => `/${name}${path}`);
  const page = await browser.open(`${origin()}/page.html#${urls.join(',')}`);
  await page.waitForFunction(() => document.title === 'Reloaded');
  for (const { session, closed } of streams) {
    await soon(closed(20), 'the close of what was left');
    expect(session.stats()).toMatchObject({ opened: 21, connections: 1 });
  }
});
