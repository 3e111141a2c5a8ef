import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { availableModels } from '../../server/agent/models.js';
import type { Settings } from '../../wire/settings.js';
import { apiOf, jsonBody } from '../support/api.js';
import { addEndpoint, KEY, modelsServer, OTHER_KEY } from '../support/endpoints.js';
import { idleAgent, startServer, type StartOptions } from '../support/running-server.js';
import { refusalIn, send } from '../support/send.js';

describe('a key', () => {
  it('stays with the origin that it was given for', async () => {
    const { url, api, requests, baseUrl } = await idle();
    await addEndpoint(api, { baseUrl, apiKey: KEY });
    const path = '/api/settings/endpoints/local';
    const elsewhere = baseUrl.replace('127.0.0.1', 'localhost');
    expect(await api.patch(path, { baseUrl: `${baseUrl}/beta` })).toMatchObject({ hasKey: true });
    expect(await api.patch(path, { baseUrl: elsewhere })).toMatchObject({ hasKey: false });
    await api.post(`${path}/test`);
    expect(requests).toEqual([undefined]);
    // It is not kept for a way back either.
    expect(await api.patch(path, { baseUrl })).toMatchObject({ hasKey: false });
    expect((await send(url, '/api/settings')).body).not.toContain(KEY);
  });

  it('is not sent where somebody has changed the file of addresses', async () => {
    const { api, baseUrl, server } = await idle();
    await addEndpoint(api, { baseUrl, apiKey: KEY });
    await server.close();
    const file = join(server.dataFolder, 'endpoints.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('127.0.0.1', 'localhost'));
    const { api: again } = await idle({ dataFolder: server.dataFolder });
    const { endpoints } = await again.get<Settings>('/api/settings');
    expect(endpoints).toMatchObject([{ id: 'local', hasKey: false }]);
  });

  it('goes with its endpoint, and with a null; one from the environment takes its place', async () => {
    const { api, baseUrl, server } = await idle({ environment: { MINE: OTHER_KEY, SHORT: 'x' } });
    const path = '/api/settings/endpoints/local';
    const kept = () => readFile(join(server.dataFolder, 'endpoint-keys.json'), 'utf8');
    await addEndpoint(api, { baseUrl, apiKey: KEY });
    expect(await kept()).toContain(KEY);
    expect(await api.patch(path, { apiKey: null })).toMatchObject({ hasKey: false });
    expect(await kept()).not.toContain(KEY);
    await api.patch(path, { apiKey: KEY });
    expect(await api.patch(path, { keyFromEnv: 'MINE' })).toMatchObject({
      ...{ hasKey: true, keyFromEnv: 'MINE' },
    });
    expect(await kept()).not.toContain(KEY);
    expect(await api.patch(path, { apiKey: KEY })).not.toHaveProperty('keyFromEnv');
    await api.delete(path);
    expect(await kept()).not.toContain(KEY);
    for (const keys of [{ keyFromEnv: 'SHORT' }, { keyFromEnv: 'MINE', apiKey: KEY }]) {
      const sent = jsonBody({ name: 'x', baseUrl, models: [], ...keys });
      const answer = await send(server.url, '/api/settings/endpoints', { method: 'POST', ...sent });
      expect(refusalIn(answer)).toBe('400 invalid-body');
      expect(answer.body).not.toContain(KEY);
    }
  });

  it('that is damaged is set aside, and the report does not quote it', async () => {
    const { server, baseUrl, api } = await idle();
    await addEndpoint(api, { baseUrl, apiKey: KEY });
    await server.close();
    await writeFile(join(server.dataFolder, 'endpoint-keys.json'), `{"${KEY}`);
    const { server: again } = await idle({ dataFolder: server.dataFolder });
    expect(again.reports).toEqual([expect.stringMatching(/^Damaged file set aside .*not JSON$/)]);
    expect(again.reports.join()).not.toContain(KEY.slice(0, 8));
  });

  it('that the environment has no longer is missed, and only that endpoint waits for it', async () => {
    const { server, baseUrl, api } = await idle({ environment: { MINE: KEY } });
    await addEndpoint(api, { baseUrl, keyFromEnv: 'MINE' });
    await server.close();
    const { server: again, api: later } = await idle({ dataFolder: server.dataFolder });
    expect(again.reports).toEqual(['The endpoint "Local" has no key: MINE is not set.']);
    const { endpoints } = await later.get<Settings>('/api/settings');
    expect(endpoints).toMatchObject([{ hasKey: false, keyFromEnv: 'MINE' }]);
  });
});

describe('an endpoint', () => {
  it('has an id that can be read and is its own', async () => {
    const environment = { LOOP_MODEL_BASE_URL: 'http://127.0.0.1:1/v1', LOOP_MODEL: 'open/theirs' };
    const { api } = await idle({ models: availableModels(environment) });
    const ids: string[] = [];
    for (const name of ['Local', 'local!', 'Open', '模型', 'A  & B']) {
      ids.push((await addEndpoint(api, { name })).id);
    }
    expect(ids).toEqual(['local', 'local-2', 'open-2', 'endpoint', 'a-b']);
  });

  it.each([
    ['http://models.example/v1', true],
    ['http://192.168.1.20:11434/v1', true],
    ['https://models.example/v1', false],
    ['http://localhost:11434/v1', false],
    ['http://[::1]:11434/v1', false],
  ])('%s: a warning: %s', async (baseUrl, isWarned) => {
    const { api } = await idle();
    expect('warning' in (await addEndpoint(api, { baseUrl }))).toBe(isWarned);
  });

  it('what came from the environment is shown without its key', async () => {
    const environment = {
      ...{ LOOP_MODEL_BASE_URL: 'http://127.0.0.1:1/v1', LOOP_MODEL: 'theirs' },
      ...{ LOOP_MODEL_API_KEY: KEY, LOOP_MODEL_CONTEXT_WINDOW: '8192' },
    };
    const { api } = await idle({ environment });
    expect(await api.get('/api/settings')).toEqual({
      endpoints: [],
      environment: {
        ...{ baseUrl: 'http://127.0.0.1:1/v1', model: 'theirs', contextWindow: 8_192 },
        hasKey: true,
      },
    });
  });
});

/** A server on which nothing runs, beside an endpoint that has no models to tell of. */
async function idle(options: StartOptions = {}) {
  const { baseUrl, requests } = await modelsServer(404, '');
  const server = await startServer({ createAgent: idleAgent, ...options });
  return { server, baseUrl, requests, url: server.url, api: apiOf(server.url) };
}
