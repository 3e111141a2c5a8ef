import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAgentFactory } from '../../server/agent/agent-factory.js';
import { availableModels } from '../../server/agent/models.js';
import { askEndpoint } from '../../server/settings/ask-endpoint.js';
import { completionsServer, type Answer } from '../agent/completions-server.js';
import { allRoutes } from '../support/all-routes.js';
import { apiOf, framesFrom, jsonBody, type Api, type ListedSession } from '../support/api.js';
import { onEachServer } from '../support/each-server.js';
import { idleAgent, startServer, type StartOptions } from '../support/running-server.js';
import { refusalIn, send } from '../support/send.js';

/** Made up, and nowhere in this file as it is sent. */
const KEY = ['sk', 'made', 'up', 'for', 'tests', '0123456789'].join('-');
const OTHER_KEY = KEY.replace('made', 'also-made');

const OFFLINE = { LOOP_SCRIPT_PACE_MS: '0' };

/** The real agent. */
function realAgent(environment: Record<string, string> = {}) {
  const env = { ...OFFLINE, ...environment };
  return {
    createAgent: createAgentFactory(env),
    models: availableModels(env),
    environment: env,
  };
}

interface Shown {
  id: string;
  hasKey: boolean;
  models: { name: string; contextWindow: number }[];
  warning?: string;
}

const hello: Answer = (response) => response.delta({ content: 'Hello' }).end('stop');

function add(api: Api, fields: object): Promise<Shown> {
  const body = { name: 'Local', baseUrl: 'http://127.0.0.1:1/v1', models: [], ...fields };
  return api.post('/api/settings/endpoints', body);
}

async function modelIds(api: Api): Promise<string[]> {
  const { models } = await api.get<{ models: { id: string }[] }>('/api/models');
  return models.map(({ id }) => id);
}

onEachServer((start) => {
  it('an endpoint answers: with its key, by its models, which come and go without a restart', async () => {
    const { baseUrl, requests } = await completionsServer(hello, hello);
    const server = await start(realAgent());
    const api = apiOf(server.url);
    const id = await api.newSession();
    const added = await add(api, {
      ...{ baseUrl: `${baseUrl}/`, apiKey: KEY },
      models: [{ name: 'tiny', contextWindow: 8_192 }, { name: 'large' }],
    });
    expect(added).toEqual({
      ...{ id: 'local', name: 'Local', baseUrl, hasKey: true },
      models: [
        { name: 'tiny', contextWindow: 8_192 },
        { name: 'large', contextWindow: 128_000 },
      ],
    });
    expect(await modelIds(api)).toEqual([
      ...['local/tiny', 'local/large', 'scripted', 'scripted-brisk'],
    ]);
    // The session has chosen none: the default is another one now, and its page is told.
    expect((await api.session(id)).snapshot.state.model?.model).toBe('local/tiny');
    const { snapshot } = await api.ask(id, 'Hi');
    expect(requests[0]).toMatchObject({ authorization: `Bearer ${KEY}`, body: { model: 'tiny' } });
    expect(snapshot.state.contextBudget?.contextWindow).toBe(8_192);

    await api.post(`/api/sessions/${id}/model`, { model: 'local/large' });
    await api.patch('/api/settings/endpoints/local', { apiKey: OTHER_KEY });
    await api.ask(id, 'Hi');
    expect(requests[1]).toMatchObject({
      ...{ authorization: `Bearer ${OTHER_KEY}`, body: { model: 'large' } },
    });
    await server.close();
    const again = apiOf((await start({ ...realAgent(), dataFolder: server.dataFolder })).url);
    expect((await again.get<{ endpoints: Shown[] }>('/api/settings')).endpoints).toMatchObject([
      { id: 'local', hasKey: true },
    ]);
    expect((await again.session(id)).snapshot.state.model?.model).toBe('local/large');
  });

  it('a model that is removed: the default goes on, the lists say so, and it may come back', async () => {
    const { url } = await start(realAgent());
    const api = apiOf(url);
    await add(api, { models: [{ name: 'tiny' }] });
    const id = await api.newSession({ model: 'local/tiny' });
    const events = framesFrom(new URL('/api/workspaces/events', url));
    await events.next();
    await api.delete('/api/settings/endpoints/local');
    expect((await events.next()).value).toMatchObject({ type: 'sessions.changed' });
    await events.return(undefined);
    const [listed] = (await api.list()) as (ListedSession & { missingModel?: string })[];
    expect(listed?.missingModel).toBe('local/tiny');
    const { snapshot } = await api.ask(id, 'hello');
    expect(snapshot.state.model?.model).toBe('scripted');
    expect(snapshot.messages.at(-1)?.message).toMatchObject({ model: 'scripted' });
    await add(api, { models: [{ name: 'tiny' }] });
    expect((await api.session(id)).snapshot.state.model?.model).toBe('local/tiny');
    expect((await api.list())[0]).not.toHaveProperty('missingModel');
  });

  it('no answer, no list, no trace and no file but one holds a key', async () => {
    const { baseUrl } = await completionsServer(
      (response, { authorization }) => response.fail(401, `no such key: ${authorization}`),
      hello,
    );
    const environment = { KEY_OF_TESTS: OTHER_KEY, LOOP_MODEL_API_KEY: `${KEY}-env` };
    const server = await start({
      ...realAgent({ ...environment, LOOP_MODEL_BASE_URL: baseUrl, LOOP_MODEL: 'theirs' }),
      trace: 'stream',
    });
    const api = apiOf(server.url);
    const answers: unknown[] = [];
    answers.push(await add(api, { baseUrl, apiKey: KEY, models: [{ name: 'tiny' }] }));
    answers.push(
      await add(api, { name: 'By name', baseUrl, keyFromEnv: 'KEY_OF_TESTS', models: [] }),
    );
    answers.push(await api.patch('/api/settings/endpoints/local', { name: 'Mine' }));
    answers.push(await api.post('/api/settings/endpoints/local/test'));
    const id = await api.newSession({ model: 'local/tiny' });
    answers.push(await api.ask(id, 'Hi'));
    answers.push(await api.ask(id, 'Read it'));
    const workspace = await api.workspaceId();
    for (const { path } of allRoutes.filter(({ method }) => method === 'GET')) {
      if (path.endsWith('/events')) continue;
      const named = path.startsWith('/api/workspaces/') ? workspace : id;
      const query = /export$/.test(path) ? '?format=chrome' : '?before=9';
      answers.push(await send(server.url, path.replace(':id', named) + query));
    }
    for (const path of ['/api/workspaces/events', `/api/sessions/${id}/events`]) {
      const frames = framesFrom(new URL(path, server.url));
      answers.push((await frames.next()).value);
      await frames.return(undefined);
    }
    expect(JSON.stringify(answers)).toContain('no such key: Bearer [key]');
    await server.close();
    const holding = await filesWith([KEY, OTHER_KEY], server.dataFolder);
    expect(holding).toEqual(['endpoint-keys.json']);
    expect((await stat(join(server.dataFolder, 'endpoint-keys.json'))).mode & 0o777).toBe(0o600);
    for (const key of [KEY, OTHER_KEY]) {
      expect(JSON.stringify(answers)).not.toContain(key);
      expect(server.reports.join()).not.toContain(key);
    }
  });
});

describe('a key', () => {
  it('stays with the origin that it was given for', async () => {
    const { url, api, requests, baseUrl } = await idle();
    await add(api, { baseUrl, apiKey: KEY });
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
    await add(api, { baseUrl, apiKey: KEY });
    await server.close();
    const file = join(server.dataFolder, 'endpoints.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('127.0.0.1', 'localhost'));
    const { api: again } = await idle({ dataFolder: server.dataFolder });
    const { endpoints } = await again.get<{ endpoints: Shown[] }>('/api/settings');
    expect(endpoints).toMatchObject([{ id: 'local', hasKey: false }]);
  });

  it('goes with its endpoint, and with a null; one from the environment takes its place', async () => {
    const { api, baseUrl, server } = await idle({ environment: { MINE: OTHER_KEY, SHORT: 'x' } });
    const path = '/api/settings/endpoints/local';
    const kept = () => readFile(join(server.dataFolder, 'endpoint-keys.json'), 'utf8');
    await add(api, { baseUrl, apiKey: KEY });
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
    await add(api, { baseUrl, apiKey: KEY });
    await server.close();
    await writeFile(join(server.dataFolder, 'endpoint-keys.json'), `{"${KEY}`);
    const { server: again } = await idle({ dataFolder: server.dataFolder });
    expect(again.reports).toEqual([expect.stringMatching(/^Damaged file set aside .*not JSON$/)]);
    expect(again.reports.join()).not.toContain(KEY.slice(0, 8));
  });

  it('that the environment has no longer is missed, and only that endpoint waits for it', async () => {
    const { server, baseUrl, api } = await idle({ environment: { MINE: KEY } });
    await add(api, { baseUrl, keyFromEnv: 'MINE' });
    await server.close();
    const { server: again, api: later } = await idle({ dataFolder: server.dataFolder });
    expect(again.reports).toEqual(['The endpoint "Local" has no key: MINE is not set.']);
    const { endpoints } = await later.get<{ endpoints: Shown[] }>('/api/settings');
    expect(endpoints).toMatchObject([{ hasKey: false, keyFromEnv: 'MINE' }]);
  });
});

describe('an endpoint', () => {
  it('has an id that can be read and is its own', async () => {
    const environment = { LOOP_MODEL_BASE_URL: 'http://127.0.0.1:1/v1', LOOP_MODEL: 'open/theirs' };
    const { api } = await idle(realAgent(environment));
    const ids: string[] = [];
    for (const name of ['Local', 'local!', 'Open', '模型', 'A  & B']) {
      ids.push((await add(api, { name })).id);
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
    expect('warning' in (await add(api, { baseUrl }))).toBe(isWarned);
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

describe('a test of an endpoint', () => {
  const models = JSON.stringify({ data: [{ id: 'tiny' }, { id: 7 }, null, { id: 'large' }] });

  it.each([
    ['its models', 200, models, { ok: true, models: ['tiny', 'large'] }],
    ['a refusal', 401, KEY, { ok: false, problem: 'It refuses the key (401).' }],
    [
      'nothing there',
      404,
      '',
      { ok: false, problem: expect.stringContaining('version') as string },
    ],
    ['a failure', 500, KEY, { ok: false, problem: 'It answered 500.' }],
    ['no JSON', 200, KEY, { ok: false, problem: 'What it answered is no list of models.' }],
    [
      ...(['too much', 200, 'x'.repeat(1_100_000)] as const),
      { ok: false, problem: 'What it answered is no list of models.' },
    ],
    [
      ...(['another address', 302, ''] as const),
      { ok: false, problem: expect.stringContaining('another address') as string },
    ],
  ])('says of %s what it is', async (_what, status, body, expected) => {
    const { baseUrl } = await modelsServer(status, body);
    expect(await askEndpoint({ baseUrl, key: KEY })).toEqual(expected);
  });

  it('ends where nobody listens, where nothing is answered, and where no key was given', async () => {
    const silent = await modelsServer(0, '');
    expect(await askEndpoint({ baseUrl: silent.baseUrl, key: KEY, timeoutMs: 20 })).toEqual({
      ...{ ok: false, problem: 'It did not answer within 0.02 seconds.' },
    });
    expect(await askEndpoint({ baseUrl: 'http://127.0.0.1:1/v1', key: KEY })).toMatchObject({
      ...{ ok: false, problem: expect.stringContaining('cannot be reached') as string },
    });
    const { baseUrl } = await modelsServer(401, '');
    expect(await askEndpoint({ baseUrl, key: undefined })).toEqual({
      ...{ ok: false, problem: 'It wants a key (401).' },
    });
  });
});

/** A server on which nothing runs, beside an endpoint that has no models to tell of. */
async function idle(options: StartOptions = {}) {
  const { baseUrl, requests } = await modelsServer(404, '');
  const server = await startServer({ createAgent: idleAgent, ...options });
  return { server, baseUrl, requests, url: server.url, api: apiOf(server.url) };
}

/** Answers every request alike; a status of 0 is no answer. `requests`: with which authorization. */
async function modelsServer(status: number, body: string) {
  const requests: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers.authorization);
    if (status === 0) return;
    response.writeHead(status, { location: 'http://127.0.0.1:1/elsewhere' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

/** The files below a folder that hold one of some texts. */
async function filesWith(texts: readonly string[], folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const content = await readFile(join(entry.parentPath, entry.name), 'latin1');
    if (texts.some((text) => content.includes(text))) found.push(entry.name);
  }
  return found;
}
