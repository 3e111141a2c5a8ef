import { randomBytes } from 'node:crypto';
import { contractSuite } from '@loop/events/testing';
import { EventSource } from 'eventsource';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { appNames, startApp, type App, type AppName } from '../support/apps.js';
import { createIdentity } from '../support/certificate.js';
import { contractBehind } from '../support/contract-behind.js';
import { http2Client, type Http2Client } from '../support/http2-fetch.js';
import { startNginx, type Nginx } from '../support/nginx.js';
import { findProgram } from '../support/program.js';
import { serveStream } from '../support/stream.js';
import { openReader, soon, type StreamReader } from '../support/stream-reader.js';

/** What stands in the block of each location beside the server it leads to. */
const SETTINGS = {
  default: '',
  gzip: 'gzip on; gzip_types *; gzip_proxied any; gzip_min_length 0;',
  'keep-alive': 'proxy_http_version 1.1; proxy_set_header Connection "";',
  impatient: 'proxy_read_timeout 1s;',
  // As Debian has it. The header is for nginx, which keeps it; the contract looks for it.
  contract: 'gzip on; proxy_pass_header X-Accel-Buffering;',
};

/** Setting, protocol towards the client. */
const ways = [
  ['default', 'HTTP/1.1'],
  ['gzip', 'HTTP/1.1'],
  ['keep-alive', 'HTTP/1.1'],
  ['default', 'HTTP/2'],
] as const;

type Protocol = (typeof ways)[number][1];

/** More than the buffers of four sockets and a proxy hold, and not to be compressed. */
const CHUNKS = Array.from({ length: 96 }, () => randomBytes(196_608).toString('base64'));

const program = findProgram('nginx');
const identity = createIdentity();
const apps = {} as Record<AppName, App>;
let nginx: Nginx;
let client: Http2Client;

beforeAll(async () => {
  if (program === undefined) return;
  // node-server prints the error by which a body drops its socket; here readers are cut on purpose.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const locations: Record<string, string> = {};
  for (const name of appNames) {
    apps[name] = await startApp(name);
    for (const [setting, block] of Object.entries(SETTINGS)) {
      locations[`/${name}/${setting}/`] = `${block} proxy_pass ${apps[name].origin}/;`;
    }
  }
  nginx = await startNginx(program, locations, identity);
  client = http2Client(nginx.secureOrigin, identity.cert);
});

afterAll(async () => {
  if (program === undefined) return;
  client.close();
  await nginx.stop();
  for (const name of appNames) await apps[name].stop();
});

function urlOf(name: AppName, setting: keyof typeof SETTINGS, protocol: Protocol, path: string) {
  const origin = protocol === 'HTTP/2' ? nginx.secureOrigin : nginx.origin;
  return `${origin}/${name}/${setting}${path}`;
}

describe.skipIf(program === undefined).each(appNames)('%s behind nginx', (name) => {
  describe.each(ways)('with its setting %s, %s to the client', (setting, protocol) => {
    const open = (path: string): Promise<StreamReader> => {
      const url = urlOf(name, setting, protocol, path);
      return protocol === 'HTTP/2' ? openReader(url, {}, client.fetch) : openReader(url);
    };

    test('frames and heartbeats arrive one by one', async () => {
      const { session, path, publish } = serveStream(apps[name], { heartbeatMs: 200 });
      const { response, next } = await open(path);
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(response.headers.get('content-encoding')).toBe(setting === 'gzip' ? 'gzip' : null);
      const frame = async (): Promise<string | undefined> => {
        for (;;) {
          const { event, id } = await next();
          if (event === undefined) return id;
        }
      };
      expect(await frame()).toBe('s:0');
      for (let n = 1; n <= 5; n++) {
        publish();
        expect(await frame()).toBe(`s:${n}`);
      }
      expect(await next()).toEqual({ event: 'heartbeat', data: '{}', id: undefined });
      expect(session.stats().connections).toBe(1);
    });

    test('a reader that leaves is noticed', async () => {
      const { session, path, closed } = serveStream(apps[name]);
      const reader = await open(path);
      await reader.next();
      reader.leave();
      expect(await soon(closed(), 'the close')).toEqual(['client']);
      expect(session.stats().connections).toBe(0);
    });

    test('a reader that stops reading is cut', async () => {
      const { session, path, publish, closed } = serveStream(apps[name], { heartbeatMs: 200 });
      await open(path);
      for (const chunk of CHUNKS) publish(chunk);
      expect(await soon(closed(), 'the close')).toEqual(['stalled']);
      expect(session.stats().connections).toBe(0);
    });

    test('cut on the way three times, an event source resumes and misses nothing', async () => {
      const app = apps[name];
      const { path, publish } = serveStream(app, { retryMs: 5 });
      const url = urlOf(name, setting, protocol, path);
      const source = new EventSource(
        url,
        protocol === 'HTTP/2' ? { fetch: (_, init) => client.fetch(url, init) } : {},
      );
      onTestFinished(() => source.close());
      const seen: string[] = [];
      let wake = (): void => {};
      source.addEventListener('message', ({ lastEventId }) => {
        seen.push(lastEventId);
        wake();
      });
      for (let n = 0; n <= 12; n++) {
        if (n > 0) publish();
        while (seen.at(-1) !== `s:${n}`) await new Promise<void>((resolve) => (wake = resolve));
        if ([3, 7, 11].includes(n)) app.cut();
      }
      expect(seen).toEqual(Array.from({ length: 13 }, (_, n) => `s:${n}`));
      const cursors = app.requests
        .filter((request) => request.url === path)
        .map(({ headers }) => headers['last-event-id']);
      expect(cursors).toEqual([undefined, 's:3', 's:7', 's:11']);
    });
  });

  test('heartbeats keep a quiet stream open beyond the read time-out of nginx', async () => {
    const { session, path } = serveStream(apps[name], { heartbeatMs: 250 });
    const { next } = await openReader(urlOf(name, 'impatient', 'HTTP/1.1', path));
    await next();
    for (let n = 0; n < 6; n++) expect((await next()).event).toBe('heartbeat');
    expect(session.stats().opened).toBe(1);
  });

  describe('the contract, with default buffering and gzip on', () => {
    const origin = (): string => `${nginx.origin}/${name}/contract`;
    contractSuite(
      contractBehind(() => apps[name], origin),
      test,
    );
  });
});
