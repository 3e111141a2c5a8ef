import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiOf } from '../support/api.js';
import { onEachServer, onUsualServer } from '../support/each-server.js';
import { follow } from '../support/followed.js';
import { idleAgent } from '../support/running-server.js';
import { JSON_TYPE, refusalIn, send } from '../support/send.js';

/** Runs for four seconds if nobody stops it. */
const SLOW = 'run something slow';

onUsualServer((startServer) => {
  describe('a title', () => {
    it('is the first prompt, until somebody has a better one', async () => {
      const server = await startServer();
      const api = apiOf(server.url);
      const { id, snapshot } = await api.ask(await api.newSession(), 'Look around\nplease');
      expect(snapshot.state.title).toMatchObject({ title: 'Look around' });
      const path = `/api/sessions/${id}`;
      expect(await api.patch(path, { title: '  Around\n the house ' })).toMatchObject({
        title: 'Around the house',
      });
      const { title } = (await api.ask(id, 'And now?')).snapshot.state;
      expect(title).toMatchObject({ title: 'Around the house', source: 'user', status: 'ready' });
      await server.close();
      const again = await startServer({ dataFolder: server.dataFolder });
      expect(await apiOf(again.url).list()).toMatchObject([{ title: 'Around the house' }]);
    });

    it('that was given before the first prompt stays', async () => {
      const api = apiOf((await startServer()).url);
      const id = await api.newSession();
      await api.patch(`/api/sessions/${id}`, { title: 'Mine' });
      expect(await api.ask(id, 'Look around')).toMatchObject({ title: 'Mine' });
    });

    it('that cannot be saved has not changed, and nobody is told of it', async () => {
      const { url, dataFolder } = await startServer({ createAgent: idleAgent });
      const api = apiOf(url);
      const id = await api.newSession();
      await rm(join(dataFolder, 'sessions'), { recursive: true });
      for (const [method, command, body] of [
        ['PATCH', '', { title: 'Mine' }],
        ['POST', '/permission', { preset: 'read-only' }],
        ['POST', '/model', { model: 'still' }],
        ['POST', '/archive', {}],
      ] as const) {
        const sent = { method, body: JSON.stringify(body), headers: JSON_TYPE };
        const answer = await send(url, `/api/sessions/${id}${command}`, sent);
        expect(refusalIn(answer), command).toBe('500 not-saved');
      }
      const { title, archived, seq, snapshot } = await api.session(id);
      expect({ title, archived, seq }).toEqual({ title: null, archived: false, seq: 0 });
      expect(snapshot.state).toMatchObject({ permission: 'full', model: { model: 'idle' } });
    });
  });

  it('a model gives the next answer, is shown, and outlives the process', async () => {
    const server = await startServer();
    const api = apiOf(server.url);
    const { models, default: first } = await api.get<{
      models: { id: string; name: string }[];
      default: string;
    }>('/api/models');
    expect(models.map(({ id }) => id)).toEqual(['scripted', 'scripted-brisk']);
    const id = await api.newSession();
    expect((await api.session(id)).snapshot.state.model).toMatchObject({ model: first });
    await api.post(`/api/sessions/${id}/model`, { model: 'scripted-brisk' });
    const { messages, state } = (await api.ask(id, 'hello')).snapshot;
    expect(state.model).toMatchObject({ model: 'scripted-brisk' });
    expect(messages.at(-1)?.message).toMatchObject({ model: 'scripted-brisk' });
    await server.close();
    const again = apiOf((await startServer({ dataFolder: server.dataFolder })).url);
    const answered = (await again.ask(id, 'hello')).snapshot;
    expect(answered.state.model).toMatchObject({ model: 'scripted-brisk' });
    expect(answered.messages.at(-1)?.message).toMatchObject({ model: 'scripted-brisk' });
  });

  it('permissions can be chosen from, and a new session may begin with one', async () => {
    const api = apiOf((await startServer({ createAgent: idleAgent })).url);
    const { permissions, default: first } = await api.get<{
      permissions: { preset: string }[];
      default: string;
    }>('/api/permissions');
    expect(permissions.map(({ preset }) => preset)).toContain(first);
    const id = await api.newSession({ permission: 'read-only', model: 'still' });
    expect((await api.session(id)).snapshot.state).toMatchObject({
      permission: 'read-only',
      model: { provider: 'test', model: 'still' },
    });
  });

  it('the archive is a list of its own; what runs goes on', async () => {
    const server = await startServer();
    const api = apiOf(server.url);
    const [kept, put] = [await api.newSession(), await api.newSession()];
    await api.prompt(put, SLOW);
    expect(await api.post(`/api/sessions/${put}/archive`)).toMatchObject({
      archived: true,
      isRunning: true,
    });
    expect(await api.list()).toMatchObject([{ id: kept, archived: false }]);
    expect(await api.list('?archived=1')).toMatchObject([{ id: put, isRunning: true }]);
    await api.post(`/api/sessions/${put}/cancel`);
    await api.settled(put);
    await server.close();
    const again = apiOf((await startServer({ dataFolder: server.dataFolder })).url);
    expect(await again.list('?archived=1')).toMatchObject([{ id: put, archived: true }]);
    await again.post(`/api/sessions/${put}/restore`);
    expect(await again.list('?archived=1')).toEqual([]);
    expect((await again.list()).map(({ id }) => id).sort()).toEqual([kept, put].sort());
  });

  it('lists are made without opening a session', async () => {
    const first = await startServer({ createAgent: idleAgent });
    const id = await apiOf(first.url).newSession();
    await first.close();
    let opened = 0;
    const { url } = await startServer({
      dataFolder: first.dataFolder,
      createAgent: (options) => {
        opened++;
        return idleAgent(options);
      },
    });
    expect(await apiOf(url).list()).toMatchObject([{ id }]);
    expect(opened).toBe(0);
    await apiOf(url).session(id);
    expect(opened).toBe(1);
  });
});

onEachServer((startServer) => {
  it('an input that waits can be taken back, and does not run', async () => {
    const { url } = await startServer();
    const api = apiOf(url);
    const id = await api.newSession();
    await api.prompt(id, SLOW);
    const queued = await api.post<{ inputId: string }>(`/api/sessions/${id}/prompt`, {
      ...{ requestId: 'later', text: 'Read README.md', mode: 'follow-up' },
    });
    const stream = await follow(new URL(`/api/sessions/${id}/events`, url));
    expect(stream.frames[0]?.snapshot?.state.queue).toHaveLength(1);
    const path = `/api/sessions/${id}/queue/${queued.inputId}`;
    expect((await send(url, path, { method: 'DELETE' })).status).toBe(204);
    await stream.until(({ event }) => event?.type === 'queue_changed');
    expect((await api.session(id)).snapshot.state.queue).toEqual([]);
    expect(refusalIn(await send(url, path, { method: 'DELETE' }))).toBe('404 not-found');
    await api.post(`/api/sessions/${id}/cancel`);
    expect((await api.settled(id)).snapshot.roundCount).toBe(1);
  });

  it('a session that is deleted while its prompt arrives runs nothing', async () => {
    let runs = 0;
    const { url } = await startServer({
      createAgent: (options) => ({ ...idleAgent(options), prompt: async () => void runs++ }),
    });
    const id = await apiOf(url).newSession();
    const body = JSON.stringify({ requestId: 'r', text: 'Look around' });
    const sent = request(new URL(`/api/sessions/${id}/prompt`, url), {
      method: 'POST',
      headers: { ...JSON_TYPE, 'content-length': body.length },
    });
    const status = new Promise<number | undefined>((resolve, reject) => {
      sent.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
    });
    sent.write(body.slice(0, 10));
    await apiOf(url).session(id);
    await apiOf(url).delete(`/api/sessions/${id}`);
    sent.end(body.slice(10));
    expect(await status).toBe(404);
    expect(runs).toBe(0);
  });
});
