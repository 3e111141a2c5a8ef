import { describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.js';
import { hostsOf } from '../../server/http/hosts.js';
import { letsOthersIn, newToken } from '../../server/http/token.js';
import { allRoutes } from '../support/all-routes.js';
import { onEachServer } from '../support/each-server.js';
import { idleAgent, sharedServer } from '../support/running-server.js';
import { refusalIn, send } from '../support/send.js';
import { tokenCookie } from '../support/token-cookie.js';

/** Made up. */
const TOKEN = ['a', 'token', 'for', 'tests', 'only'].join('_');

onEachServer((startServer, server) => {
  const shared = sharedServer({ server, createAgent: idleAgent, token: TOKEN });

  it('the link is exchanged for a cookie that no script and no other site can use', async () => {
    const { url, link } = await shared();
    expect(link).toBe(`${url}?token=${TOKEN}`);
    const answer = await send(url, `/?token=${TOKEN}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toEqual([
      `loop-token-${new URL(url).port}=${TOKEN}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000`,
    ]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    // The page moves on to the address without it.
    expect(answer.body).toContain('content="0; url=/"');
    expect(answer.body).not.toContain(TOKEN);
  });

  it('every route and every file wants it', async () => {
    const running = await shared();
    const { url } = running;
    for (const { method, path } of allRoutes) {
      expect(refusalIn(await send(url, path, { method })), `${method} ${path}`).toBe(
        '401 token-needed',
      );
    }
    for (const path of ['/', '/index.html', '/assets/any.js', '//', '/nowhere']) {
      const { status, headers, body } = await send(url, path);
      expect({ status, type: headers['content-type'] }, path).toEqual({
        ...{ status: 401, type: 'text/html; charset=utf-8' },
      });
      expect(body).toContain('Open the address that it printed');
      expect(body).not.toContain(TOKEN);
    }
    const known = await tokenCookie(running);
    for (const path of ['/api/workspaces', '/api/settings']) {
      expect((await send(url, path, { headers: known })).status).toBe(200);
    }
  });

  it.each([
    ['another', (port: string) => `loop-token-${port}=${TOKEN.replace('a', 'b')}`],
    ['the beginning of it', (port: string) => `loop-token-${port}=${TOKEN.slice(0, -1)}`],
    ['more than it', (port: string) => `loop-token-${port}=${TOKEN}x`],
    ['an empty one', (port: string) => `loop-token-${port}=`],
    ['one that cannot be decoded', (port: string) => `loop-token-${port}=%E0%A4%A`],
    ["another port's cookie", () => `loop-token-1=${TOKEN}`],
    ['a cookie without a value', (port: string) => `loop-token-${port}`],
  ])('%s lets nobody in', async (_what, cookieFor) => {
    const { url } = await shared();
    const cookie = cookieFor(new URL(url).port);
    expect(refusalIn(await send(url, '/api/workspaces', { headers: { cookie } }))).toBe(
      '401 token-needed',
    );
  });

  it('a wrong one in the address gets no cookie; anywhere but in the first page it is nothing', async () => {
    const { url } = await shared();
    for (const path of [`/?token=${TOKEN}x`, '/?token=', `/index.html?token=${TOKEN}`]) {
      const { status, headers } = await send(url, path);
      expect({ status, cookie: headers['set-cookie'] }, path).toEqual({
        ...{ status: 401, cookie: undefined },
      });
    }
    expect(refusalIn(await send(url, `/api/workspaces?token=${TOKEN}`))).toBe('401 token-needed');
  });

  it("stands beside others' cookies, also those of its name", async () => {
    const { url } = await shared();
    const name = `loop-token-${new URL(url).port}`;
    const cookie = `theme=dark; ${name}=older; ${name}=${TOKEN}; x`;
    expect((await send(url, '/api/workspaces', { headers: { cookie } })).status).toBe(200);
  });

  it('is made where others are let in, and only there; each start makes another', async () => {
    const options = { createAgent: idleAgent, allowedHosts: ['demo.example'] };
    const first = await startServer(options);
    const second = await startServer(options);
    const tokens = [first, second].map(({ link }) => new URL(link).searchParams.get('token') ?? '');
    expect(tokens[0]).toMatch(/^[\w-]{32}$/);
    expect(tokens[0]).not.toBe(tokens[1]);
    expect(first.reports).toEqual([expect.stringMatching(/^Warning: .*https/)]);
    expect(first.reports.join()).not.toContain(tokens[0]);
    const own = await startServer({ createAgent: idleAgent });
    expect(own.link).toBe(own.url);
    expect(own.reports).toEqual([]);
    expect((await send(own.url, '/api/workspaces')).status).toBe(200);
  });
});

describe('others are let in', () => {
  it.each([
    ['127.0.0.1', [], false],
    ['localhost', [], false],
    ['::1', [], false],
    ['127.0.0.9', ['localhost:3000', '[::1]'], false],
    ['0.0.0.0', [], true],
    ['::', [], true],
    ['192.168.1.20', [], true],
    ['127.0.0.1.example', [], true],
    ['127.0.0.1', ['demo.example'], true],
    ['127.0.0.1', ['localhost', 'demo.example:8443'], true],
  ])('at %s under %j: %s', (host, allowedHosts, expected) => {
    expect(letsOthersIn({ host, allowedHosts })).toBe(expected);
  });
});

it('a server at all addresses of its machine is reached there, and in each network', () => {
  const at = (address: string, family: 'IPv4' | 'IPv6', internal = false) => ({
    ...{ address, family, internal, netmask: '', mac: '', cidr: null, scopeid: 0 },
  });
  const interfaces = {
    lo: [at('127.0.0.1', 'IPv4', true), at('::1', 'IPv6', true)],
    eth0: [at('192.168.1.20', 'IPv4'), at('fe80::1', 'IPv6')],
    wlan0: [at('10.0.0.7', 'IPv4')],
  } as Parameters<typeof hostsOf>[1];
  for (const all of ['0.0.0.0', '::']) {
    expect(hostsOf(all, interfaces)).toEqual(['127.0.0.1', '192.168.1.20', '10.0.0.7']);
  }
  expect(hostsOf('192.168.1.20', interfaces)).toEqual(['192.168.1.20']);
});

it('a token of the environment is long enough and fits into an address', () => {
  expect(readConfig({ LOOP_TOKEN: TOKEN }).token).toBe(TOKEN);
  expect(readConfig({ LOOP_TOKEN: '' }).token).toBeUndefined();
  for (const LOOP_TOKEN of [
    'short',
    'with spaces in it, long',
    `${'x'.repeat(257)}`,
    'ä'.repeat(20),
  ]) {
    expect(() => readConfig({ LOOP_TOKEN })).toThrow('LOOP_TOKEN');
    expect(() => readConfig({ LOOP_TOKEN })).not.toThrow(LOOP_TOKEN);
  }
  expect(Buffer.from(newToken(), 'base64url').length).toBeGreaterThanOrEqual(16);
});
