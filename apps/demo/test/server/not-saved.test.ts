import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiOf, jsonBody } from '../support/api.js';
import { onEachServer } from '../support/each-server.js';
import { idleAgent, startServer } from '../support/running-server.js';
import { refusalIn, send } from '../support/send.js';

const MODELS = [{ name: 'm' }];
const ENDPOINT = { name: 'One', baseUrl: 'http://127.0.0.1:9/v1', models: MODELS };

/** A server whose disk takes nothing any more: where it would write, folders stand in the way. */
async function fullDisk(server: 'hono' | 'express') {
  const running = await startServer({ server, createAgent: idleAgent });
  const { url, dataFolder } = running;
  const api = apiOf(url);
  const session = await api.newSession();
  const workspace = await api.workspaceId();
  const endpoint = (await api.post<{ id: string }>('/api/settings/endpoints', ENDPOINT)).id;
  for (const name of ['workspaces.json.tmp', 'endpoints.json.tmp', 'endpoint-keys.json.tmp']) {
    await mkdir(join(dataFolder, name));
  }
  await rm(join(dataFolder, 'sessions'), { recursive: true });
  await writeFile(join(dataFolder, 'sessions'), '');
  return { ...running, api, session, workspace, endpoint };
}

onEachServer((_, server) => {
  it('whatever could not be saved is answered alike, reported, and has not happened', async () => {
    const { url, reports, api, session, workspace, endpoint, dataFolder } = await fullDisk(server);
    const writes: [string, string, object?][] = [
      ['POST', '/api/workspaces', { path: dataFolder }],
      ['PATCH', `/api/workspaces/${workspace}`, { name: 'Other' }],
      ['DELETE', `/api/workspaces/${workspace}`],
      ['POST', `/api/workspaces/${workspace}/sessions`, {}],
      ['PATCH', `/api/sessions/${session}`, { title: 'Mine' }],
      ['POST', `/api/sessions/${session}/permission`, { preset: 'ask' }],
      ['POST', `/api/sessions/${session}/model`, { model: 'still' }],
      ['POST', `/api/sessions/${session}/archive`],
      ['POST', `/api/sessions/${session}/restore`],
      ['POST', `/api/sessions/${session}/read`],
      ['POST', `/api/sessions/${session}/inspect/restart`],
      ['POST', '/api/settings/endpoints', { ...ENDPOINT, name: 'Two', apiKey: 'k'.repeat(8) }],
      ['PATCH', `/api/settings/endpoints/${endpoint}`, { name: 'Other' }],
      ['PATCH', `/api/settings/endpoints/${endpoint}`, { apiKey: 'k'.repeat(8) }],
      ['DELETE', `/api/settings/endpoints/${endpoint}`],
      ['DELETE', `/api/sessions/${session}`],
    ];
    const before = await everything();
    for (const [method, path, body] of writes) {
      const reported = reports.length;
      const answer = await send(url, path, { method, ...(body ? jsonBody(body) : {}) });
      expect(refusalIn(answer), `${method} ${path}`).toBe('500 not-saved');
      expect(reports.length, `${method} ${path}`).toBe(reported + 1);
    }
    expect(await everything()).toEqual(before);

    async function everything(): Promise<unknown[]> {
      const paths = ['/api/workspaces', '/api/settings'];
      return [...(await Promise.all(paths.map((path) => api.get(path)))), await api.list()];
    }
  });
});

describe('a recording', () => {
  it.each(['traces', 'traces/v1'])(
    'that cannot be read, as %s is no folder, is answered so',
    async (name) => {
      const { url, dataFolder, reports } = await startServer({ createAgent: idleAgent });
      const id = await apiOf(url).newSession();
      await rm(join(dataFolder, name), { recursive: true });
      await writeFile(join(dataFolder, name), '');
      for (const path of ['trace', 'trace/export?format=otlp']) {
        const answer = await send(url, `/api/sessions/${id}/${path}`);
        expect(refusalIn(answer), path).toBe('500 not-readable');
        expect(reports.splice(0), path).toContainEqual(expect.stringContaining('ENOTDIR'));
      }
    },
  );

  it('that cannot be removed for want of a folder keeps no session', async () => {
    const { url, dataFolder } = await startServer({ createAgent: idleAgent });
    const id = await apiOf(url).newSession();
    await rm(join(dataFolder, 'traces'), { recursive: true });
    await writeFile(join(dataFolder, 'traces'), '');
    await apiOf(url).delete(`/api/sessions/${id}`);
    expect(await apiOf(url).list()).toEqual([]);
  });
});
