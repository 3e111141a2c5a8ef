import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAgentFactory } from '../../server/agent/agent-factory.js';
import { availableModels } from '../../server/agent/models.js';
import type { Settings } from '../../wire/settings.js';
import { completionsServer, type Answer } from '../agent/completions-server.js';
import { allRoutes } from '../support/all-routes.js';
import { apiOf, framesFrom, type Api } from '../support/api.js';
import { onUsualServer } from '../support/each-server.js';
import { addEndpoint, KEY, OTHER_KEY } from '../support/endpoints.js';
import { send } from '../support/send.js';

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

const hello: Answer = (response) => response.delta({ content: 'Hello' }).end('stop');

async function modelIds(api: Api): Promise<string[]> {
  const { models } = await api.get<{ models: { id: string }[] }>('/api/models');
  return models.map(({ id }) => id);
}

onUsualServer((start) => {
  it('an endpoint answers: with its key, by its models, which come and go without a restart', async () => {
    const { baseUrl, requests } = await completionsServer(hello, hello);
    const server = await start(realAgent());
    const api = apiOf(server.url);
    const id = await api.newSession();
    const added = await addEndpoint(api, {
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
    expect((await again.get<Settings>('/api/settings')).endpoints).toMatchObject([
      { id: 'local', hasKey: true },
    ]);
    expect((await again.session(id)).snapshot.state.model?.model).toBe('local/large');
  });

  it('a model that is removed: the default goes on, the lists say so, and it may come back', async () => {
    const { url } = await start(realAgent());
    const api = apiOf(url);
    await addEndpoint(api, { models: [{ name: 'tiny' }] });
    const id = await api.newSession({ model: 'local/tiny' });
    const events = framesFrom(new URL('/api/workspaces/events', url));
    await events.next();
    await api.delete('/api/settings/endpoints/local');
    expect((await events.next()).value).toMatchObject({ type: 'sessions.changed' });
    await events.return(undefined);
    const [listed] = await api.list();
    expect(listed?.missingModel).toBe('local/tiny');
    const { snapshot } = await api.ask(id, 'hello');
    expect(snapshot.state.model?.model).toBe('scripted');
    expect(snapshot.messages.at(-1)?.message).toMatchObject({ model: 'scripted' });
    await addEndpoint(api, { models: [{ name: 'tiny' }] });
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
    answers.push(await addEndpoint(api, { baseUrl, apiKey: KEY, models: [{ name: 'tiny' }] }));
    answers.push(
      await addEndpoint(api, { name: 'By name', baseUrl, keyFromEnv: 'KEY_OF_TESTS', models: [] }),
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
      const query = path.endsWith('export') ? '?format=chrome' : '?before=9';
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
