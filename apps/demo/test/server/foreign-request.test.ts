import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { allRoutes } from '../support/all-routes.js';
import { onEachServer } from '../support/each-server.js';
import { idleAgent, sharedServer } from '../support/running-server.js';
import { JSON_TYPE, refusalIn, send } from '../support/send.js';
import { tokenCookie } from '../support/token-cookie.js';

/** What no page and no name but the server's own may ask. */
const FOREIGN: [string, Record<string, string>, string][] = [
  ['under a foreign name', { host: 'evil.example' }, 'foreign-host'],
  ['under a name that only begins like ours', { host: 'localhost.evil.example' }, 'foreign-host'],
  ['under a name that only ends like ours', { host: 'evil.demo.example' }, 'foreign-host'],
  ['under an address of another machine', { host: '127.0.0.1.evil.example' }, 'foreign-host'],
  ['from a foreign page', { origin: 'https://evil.example' }, 'foreign-origin'],
  ['from another page of this machine', { origin: 'http://localhost:1' }, 'foreign-origin'],
  [
    'that a foreign page makes without saying so',
    { 'sec-fetch-site': 'cross-site' },
    'foreign-origin',
  ],
  [
    'that another page of this machine makes without saying so',
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
    'foreign-origin',
  ],
  ['from a page without an origin', { origin: 'null' }, 'foreign-origin'],
  [
    'from a page whose name was pointed at this machine',
    { host: 'evil.example:4747', origin: 'http://evil.example:4747' },
    'foreign-host',
  ],
];

onEachServer((_, server) => {
  const shared = sharedServer({ server, createAgent: idleAgent, allowedHosts: ['demo.example'] });

  it.each(FOREIGN)('a request %s is refused by every route, and by the page', async (...row) => {
    const [, headers, code] = row;
    const running = await shared();
    // With a right to be here: it is the page that has none.
    const known = { ...(await tokenCookie(running)), ...headers };
    for (const { method, path } of [{ method: 'GET', path: '/' } as const, ...allRoutes]) {
      const answer = await send(running.url, path, { method, headers: known });
      expect(refusalIn(answer), `${method} ${path}`).toBe(`403 ${code}`);
    }
  });

  describe('a body that is too large', () => {
    const large = Buffer.alloc(1_100_000, 0x20);

    it.each(allRoutes)('is refused by $method $path', async ({ method, path }) => {
      const running = await shared();
      const headers = { ...JSON_TYPE, ...(await tokenCookie(running)) };
      const length = { 'content-length': large.length };
      const declared = await send(running.url, path, {
        ...{ method, body: large, headers: { ...headers, ...length } },
      });
      expect(refusalIn(declared)).toBe('413 too-large');
      if (method === 'GET') return;
      const { status, body } = await sendInPieces(running.url, path, method, headers, large);
      expect(refusalIn({ status, body, headers: {} })).toBe('413 too-large');
    });
  });

  it('a link on a foreign page leads to the page, and to nothing else', async () => {
    const running = await shared();
    const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const headers = { ...(await tokenCookie(running)), ...followed };
    expect((await send(running.url, '/', { headers })).status).not.toBe(403);
    for (const { path } of allRoutes) {
      const answer = await send(running.url, path, { headers });
      expect(refusalIn(answer), path).toBe('403 foreign-origin');
    }
  });

  it('from its own page, or under a name that is allowed, is served', async () => {
    const running = await shared();
    const { port } = new URL(running.url);
    const known = await tokenCookie(running);
    for (const headers of [
      { origin: `http://127.0.0.1:${port}` },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
      { host: `localhost:${port}`, origin: `http://localhost:${port}` },
      { host: '[::1]:1' },
      { host: 'demo.example', origin: 'https://demo.example' },
      // Behind a proxy that changes Host.
      { host: `127.0.0.1:${port}`, origin: 'https://demo.example' },
    ]) {
      const { status } = await send(running.url, '/api/workspaces', {
        headers: { ...known, ...headers },
      });
      expect(status, JSON.stringify(headers)).toBe(200);
    }
  });
});

/** Without saying how much it will be. */
function sendInPieces(base: string, path: string, method: string, headers: object, body: Buffer) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const sent = httpRequest(
      { hostname, port, path, method, headers: { ...headers, 'transfer-encoding': 'chunked' } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        answer.on('end', () => resolve({ status: answer.statusCode, body: text }));
      },
    );
    sent.on('error', reject);
    sent.write(body.subarray(0, 600_000));
    sent.end(body.subarray(600_000));
  });
}
