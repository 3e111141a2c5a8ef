import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { allRoutes } from '../support/all-routes.js';
import { apiOf, jsonBody } from '../support/api.js';
import { onEachServer } from '../support/each-server.js';
import { idleAgent, sharedServer } from '../support/running-server.js';
import { JSON_TYPE, refusalIn, send, type RawRequest } from '../support/send.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** What no route that has a body takes. */
const NEVER: [string, RawRequest, string][] = [
  ['not JSON', { body: '{not json', headers: JSON_TYPE }, '400 invalid-json'],
  ['not UTF-8', { body: Buffer.from([0x22, 0xff, 0x22]), headers: JSON_TYPE }, '400 invalid-json'],
  ['a list', jsonBody([{}]), '400 invalid-body'],
  ['a text', jsonBody('text'), '400 invalid-body'],
  ['a form', { body: 'text=Look', headers: FORM }, '415 unsupported-media-type'],
  ['without a type', { body: '{}' }, '415 unsupported-media-type'],
  ['too large', jsonBody({ text: 'x'.repeat(1_100_000) }), '413 too-large'],
];

onEachServer((_, server) => {
  const shared = sharedServer({ server, createAgent: idleAgent });
  const bodies = allRoutes.filter(({ wrong }) => wrong);

  describe.each(bodies)('$method $path', ({ method, path, wrong = [] }) => {
    it('refuses what is no body of its own, and nothing happens', async () => {
      const { url, reports } = await shared();
      const api = apiOf(url);
      const id = await idFor(path, url);
      const before = await api.get(stateOf(path, id));
      for (const [what, request, refusal] of NEVER) {
        const answer = await send(url, path.replace(':id', id), { method, ...request });
        expect(refusalIn(answer), what).toBe(refusal);
      }
      for (const body of wrong) {
        const answer = await send(url, path.replace(':id', id), { method, ...jsonBody(body) });
        expect(refusalIn(answer), JSON.stringify(body)).toMatch(
          /^400 (invalid-body|not-a-folder)$/,
        );
      }
      expect(await api.get(stateOf(path, id))).toEqual(before);
      expect(reports).toEqual([]);
    });
  });

  it('an empty body is none: enough for a new session, for nothing else', async () => {
    const { url } = await shared();
    const workspaceId = await idFor('/api/workspaces/', url);
    const path = `/api/workspaces/${workspaceId}/sessions`;
    expect((await send(url, path, { method: 'POST' })).status).toBe(201);
    expect((await send(url, path, { method: 'POST', headers: JSON_TYPE })).status).toBe(201);
    const id = await apiOf(url).newSession();
    const prompt = { method: 'POST', headers: JSON_TYPE };
    expect(refusalIn(await send(url, `/api/sessions/${id}/prompt`, prompt))).toBe(
      '400 invalid-json',
    );
  });

  it('a field of the prototype is no field', async () => {
    const { url } = await shared();
    const id = await apiOf(url).newSession();
    const answer = await send(url, `/api/sessions/${id}/prompt`, {
      method: 'POST',
      body: '{"__proto__":{"requestId":"r","text":"x"}}',
      headers: JSON_TYPE,
    });
    expect(refusalIn(answer)).toBe('400 invalid-body');
  });

  it('a body that breaks off is no failure of the server', async () => {
    const { url, reports } = await shared();
    const api = apiOf(url);
    const id = await api.newSession();
    const { hostname, port } = new URL(url);
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
    await api.get('/api/workspaces');
    expect(reports).toEqual([]);
  });
});

/** Something for the path to name. */
async function idFor(path: string, url: string): Promise<string> {
  const api = apiOf(url);
  if (path.startsWith('/api/sessions/')) return api.newSession();
  if (path.startsWith('/api/settings/endpoints/')) {
    const endpoint = { name: 'Local', baseUrl: 'http://127.0.0.1:1/v1', models: [] };
    return (await api.post<{ id: string }>('/api/settings/endpoints', endpoint)).id;
  }
  const { workspaces } = await api.get<{ workspaces: { id: string }[] }>('/api/workspaces');
  return workspaces[0]?.id ?? '';
}

/** Where it shows whether anything has happened. */
function stateOf(path: string, id: string): string {
  if (path.startsWith('/api/sessions/')) return `/api/sessions/${id}`;
  if (path.startsWith('/api/settings')) return '/api/settings';
  return path.endsWith('/sessions') ? `/api/workspaces/${id}/sessions` : '/api/workspaces';
}
