import { get } from 'node:http';
import { expect, it } from 'vitest';
import { apiOf, jsonBody } from '../support/api.js';
import { serverKinds } from '../support/server-kinds.js';
import { idleAgent, sharedServer } from '../support/running-server.js';
import { send, type RawRequest } from '../support/send.js';

const servers = serverKinds.map((server) => sharedServer({ server, createAgent: idleAgent }));

/** Headers that name a moment or an id; everything else is to be the same. */
const OWN = /^(date|content-length|location)$/;

function comparable(headers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.test(name)));
}

it.each<[string, string, RawRequest]>([
  ['the page', '/', {}],
  ['the head of the page', '/', { method: 'HEAD' }],
  ['no page', '/nothing', {}],
  ['a list', '/api/workspaces', {}],
  ['the head of a list', '/api/workspaces', { method: 'HEAD' }],
  ['a method', '/api/workspaces', { method: 'PUT' }],
  ['a foreign page', '/api/workspaces', { headers: { origin: 'https://evil.example' } }],
  ['a form', '/api/workspaces', { method: 'POST', body: 'a=b' }],
  ['too much', '/api/workspaces', { method: 'POST', ...jsonBody('x'.repeat(3_000_000)) }],
  ['a session', '/api/sessions/:id', {}],
  ['the head of a stream', '/api/sessions/:id/events', { method: 'HEAD' }],
  ['a title', '/api/sessions/:id', { method: 'PATCH', ...jsonBody({ title: 'Mine' }) }],
  ['an end', '/api/sessions/:id', { method: 'DELETE' }],
])('%s is answered alike', async (_, path, request) => {
  const [hono, express] = await Promise.all(
    servers.map(async (server) => {
      const { url } = await server();
      const id = await apiOf(url).newSession();
      const { status, headers, body } = await send(url, path.replace(':id', id), request);
      return { status, headers: comparable(headers), length: body.length > 0 };
    }),
  );
  expect(express).toEqual(hono);
  expect(express?.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
  expect(Object.keys(express?.headers ?? {}).join()).not.toMatch(/x-powered-by|etag/);
});

it.each(['/api/workspaces/events', '/api/sessions/:id/events'])(
  'the stream %s has the same head',
  async (path) => {
    const heads = await Promise.all(
      servers.map(async (server) => {
        const { url } = await server();
        const id = await apiOf(url).newSession();
        return headOf(new URL(path.replace(':id', id), url));
      }),
    );
    expect(heads[1]).toEqual(heads[0]);
    expect(heads[1]).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(Object.keys(heads[1] ?? {}).join()).not.toMatch(/x-powered-by|etag|content-encoding/);
  },
);

function headOf(url: URL): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    get(url, (answer) => {
      resolve(comparable(answer.headers));
      answer.destroy();
    }).on('error', reject);
  });
}
