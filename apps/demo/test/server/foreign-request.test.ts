import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { apiOf, jsonBody } from '../support/api.js';
import { idleAgent, startServer } from '../support/running-server.js';

interface Answer {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

/** A request that is sent as it is: `fetch` would put the path and the headers right. */
function send(
  base: string,
  path: string,
  {
    method = 'GET',
    body = '',
    headers = {},
  }: { method?: string; body?: string | Buffer; headers?: object } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: { ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { statusCode: status, headers: received } = answer;
        resolve({ status, headers: received, body: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe('a body', () => {
  const prompt = { requestId: 'r', text: 'Look around' };
  it.each([
    ['is not JSON', { body: '{not json', headers: JSON_TYPE }, 400, 'invalid-json'],
    ['is empty', { body: '', headers: JSON_TYPE }, 400, 'invalid-json'],
    [
      'is not UTF-8',
      { body: Buffer.from([0x22, 0xff, 0x22]), headers: JSON_TYPE },
      400,
      'invalid-json',
    ],
    ['is no object', jsonBody([prompt]), 400, 'invalid-body'],
    ['is null', jsonBody(null), 400, 'invalid-body'],
    ['has no text', jsonBody({ requestId: 'r' }), 400, 'invalid-body'],
    ['has a blank text', jsonBody({ ...prompt, text: ' \n' }), 400, 'invalid-body'],
    ['has a text of another type', jsonBody({ ...prompt, text: ['Look'] }), 400, 'invalid-body'],
    ['has no requestId', jsonBody({ text: 'Look' }), 400, 'invalid-body'],
    [
      'has a requestId without end',
      jsonBody({ ...prompt, requestId: 'r'.repeat(300) }),
      400,
      'invalid-body',
    ],
    ['has an unknown mode', jsonBody({ ...prompt, mode: 'shout' }), 400, 'invalid-body'],
    [
      'takes a field from its prototype',
      { body: '{"__proto__":{"requestId":"r","text":"x"}}', headers: JSON_TYPE },
      400,
      'invalid-body',
    ],
    [
      'is a form',
      { body: 'text=Look', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported-media-type',
    ],
    ['has no type', { body: JSON.stringify(prompt) }, 415, 'unsupported-media-type'],
    ['is too large', jsonBody({ ...prompt, text: 'x'.repeat(1_100_000) }), 413, 'too-large'],
  ])('that %s is refused', async (_, options, status, code) => {
    const { url } = await startServer({ createAgent: idleAgent });
    const api = apiOf(url);
    const id = await api.newSession();
    const answer = await send(url, `/api/sessions/${id}/prompt`, { method: 'POST', ...options });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String), code });
    expect((await api.session(id)).snapshot.messageCount).toBe(0);
  });
});

it('a body that breaks off is no failure of the server', async () => {
  const server = await startServer({ createAgent: idleAgent });
  const api = apiOf(server.url);
  const id = await api.newSession();
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = [
    `POST /api/sessions/${id}/prompt HTTP/1.1`,
    `Host: ${hostname}`,
    'Content-Type: application/json',
    'Content-Length: 100',
  ];
  socket.write([...lines, '', '{"requestId":'].join('\r\n'));
  // Answered after the server has begun with the other one.
  await api.get('/api/workspaces');
  socket.destroy();
  await server.close();
  expect(server.reports).toEqual([]);
});

describe('an address', () => {
  it.each([
    ['GET', '/api/sessions/unknown', 404],
    ['GET', '/api/sessions/unknown/events', 404],
    ['GET', '/api/sessions/unknown/history?before=3', 404],
    ['POST', '/api/sessions/unknown/prompt', 404],
    ['POST', '/api/sessions/unknown/cancel', 404],
    ['DELETE', '/api/sessions/unknown', 404],
    ['GET', '/api/workspaces/unknown/sessions', 404],
    ['POST', '/api/workspaces/unknown/sessions', 404],
    ['GET', '/api/nothing', 404],
    ['GET', '/api/sessions/..%2f..%2fworkspaces', 404],
    ['GET', '/../package.json', 404],
    ['GET', '/..%2fserver%2fmain.js', 404],
    ['GET', '/assets/..%2f..%2fserver/main.js', 404],
    ['GET', '/%00', 404],
    ['PUT', '/api/workspaces', 405],
    ['DELETE', '/api/workspaces', 405],
    ['GET', '/api/sessions/unknown/prompt', 405],
    ['POST', '/api/sessions/unknown/events', 405],
  ])('%s %s', async (method, path, status) => {
    const { url } = await startServer({ createAgent: idleAgent });
    const answer = await send(url, path, { method });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({
      error: expect.any(String),
      code: expect.any(String),
    });
    if (status === 405) expect(answer.headers['allow']).toMatch(/GET|POST/);
  });

  it.each([
    '',
    '?before=-1',
    '?before=1.5',
    '?before=x',
    '?before=3&rounds=0',
    '?before=3&rounds=1000',
  ])('of history with "%s" is refused', async (query) => {
    const { url } = await startServer({ createAgent: idleAgent });
    const id = await apiOf(url).newSession();
    const answer = await send(url, `/api/sessions/${id}/history${query}`);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String), code: 'invalid-query' });
  });
});

describe('a request', () => {
  it.each([
    ['under a foreign name', { host: 'evil.example' }, 403, 'foreign-host'],
    [
      'under a name that only begins like ours',
      { host: 'localhost.evil.example' },
      403,
      'foreign-host',
    ],
    ['from a foreign page', { origin: 'https://evil.example' }, 403, 'foreign-origin'],
    ['from another page of this machine', { origin: 'http://localhost:1' }, 403, 'foreign-origin'],
    ['from a page without an origin', { origin: 'null' }, 403, 'foreign-origin'],
  ])('%s is refused', async (_, headers, status, code) => {
    const { url } = await startServer({ createAgent: idleAgent });
    for (const path of ['/', '/api/workspaces']) {
      const answer = await send(url, path, { headers });
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body)).toMatchObject({ code });
    }
  });

  it('from its own page, or under a name that is allowed, is served', async () => {
    const { url } = await startServer({ createAgent: idleAgent, allowedHosts: ['demo.example'] });
    const { port } = new URL(url);
    for (const headers of [
      { origin: `http://127.0.0.1:${port}` },
      { host: `localhost:${port}`, origin: `http://localhost:${port}` },
      { host: '[::1]:1' },
      { host: 'demo.example', origin: 'https://demo.example' },
      // Behind a proxy that changes Host.
      { host: `127.0.0.1:${port}`, origin: 'https://demo.example' },
    ]) {
      const { status } = await send(url, '/api/workspaces', { headers });
      expect(status, JSON.stringify(headers)).toBe(200);
    }
  });
});
