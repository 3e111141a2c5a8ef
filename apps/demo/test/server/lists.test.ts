import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../agent/temporary-folder.js';
import { apiOf, type Api } from '../support/api.js';
import { onEachServer } from '../support/each-server.js';
import { follow, type Followed } from '../support/followed.js';
import { idleAgent, sharedServer, type RunningServer } from '../support/running-server.js';
import { refusalIn, send } from '../support/send.js';

const listsOf = ({ url }: { url: string }, query = ''): Promise<Followed> =>
  follow(new URL(`/api/workspaces/events${query}`, url));

/** What the lists are told while `operation` runs, each as `type workspaceId`. */
async function toldDuring(server: RunningServer, operation: () => Promise<unknown>) {
  const api = apiOf(server.url);
  const marker = await api.post<{ id: string }>('/api/workspaces', {
    path: await temporaryFolder(),
  });
  const lists = await listsOf(server);
  await operation();
  // Frames keep their order: when this one is here, all before it are.
  await api.patch(`/api/workspaces/${marker.id}`, { name: 'Marker' });
  const last = await lists.until(({ workspaceId }) => workspaceId === marker.id);
  return lists.frames
    .filter(({ seq, type }) => seq < last.seq && type !== 'lists.reset')
    .map(({ type, workspaceId }) => `${type} ${workspaceId}`);
}

/** Operations on a session that is there. */
const ON_SESSION: [string, (api: Api, path: string) => Promise<unknown>][] = [
  ['renamed', (api, path) => api.patch(path, { title: 'Other' })],
  ['archived', (api, path) => api.post(`${path}/archive`)],
  ['restored', (api, path) => api.post(`${path}/restore`)],
  ['read', (api, path) => api.post(`${path}/read`)],
  ['given a permission', (api, path) => api.post(`${path}/permission`, { preset: 'read-only' })],
  ['given a model', (api, path) => api.post(`${path}/model`, { model: 'still' })],
  ['deleted', (api, path) => api.delete(path)],
];

onEachServer((startServer, kind) => {
  const shared = sharedServer({ server: kind, createAgent: idleAgent });

  it.each(ON_SESSION)('a session that is %s: told once', async (_, operation) => {
    const server = await shared();
    const api = apiOf(server.url);
    const id = await api.newSession();
    const told = await toldDuring(server, () => operation(api, `/api/sessions/${id}`));
    expect(told).toEqual([`sessions.changed ${await api.workspaceId()}`]);
  });

  it('a session that is made: told once', async () => {
    const server = await shared();
    const api = apiOf(server.url);
    const told = await toldDuring(server, () => api.newSession());
    expect(told).toEqual([`sessions.changed ${await api.workspaceId()}`]);
  });

  it('a workspace that is added, renamed, removed: told once each', async () => {
    const server = await shared();
    const api = apiOf(server.url);
    const path = await temporaryFolder();
    let id = '';
    const told = await toldDuring(server, async () => {
      id = (await api.post<{ id: string }>('/api/workspaces', { path })).id;
      await api.patch(`/api/workspaces/${id}`, { name: 'Other' });
      await api.delete(`/api/workspaces/${id}`);
    });
    expect(told).toEqual(Array(3).fill(`projects.changed ${id}`));
  });

  it('what fails is told, too, and what could not be removed is still there', async () => {
    const { url, dataFolder } = await startServer({ createAgent: idleAgent });
    const api = apiOf(url);
    const id = await api.newSession();
    const file = join(dataFolder, 'sessions', `${id}.json`);
    await rm(file);
    await mkdir(file);
    const lists = await listsOf({ url });
    const answer = await send(url, `/api/sessions/${id}`, { method: 'DELETE' });
    expect(refusalIn(answer)).toBe('500 not-saved');
    await lists.until(({ type }) => type === 'sessions.changed');
    expect(await api.list()).toMatchObject([{ id }]);
  });

  describe('a run', () => {
    it('that nobody watches is told when it is accepted, first asked and over; no token, no tool', async () => {
      const server = await startServer();
      const api = apiOf(server.url);
      const id = await api.newSession();
      const lists = await listsOf(server);
      await api.prompt(id, 'Look around');
      // As a page does it: each time it is told, it loads its list again.
      for (let seen = 1; !(await api.list())[0]?.unread;) seen = await grown(lists, seen);
      const { seq } = await api.session(id);
      expect(seq).toBeGreaterThan(20);
      expect(lists.frames.length).toBeLessThanOrEqual(6);
      expect(lists.frames.slice(1).every(({ type }) => type === 'sessions.changed')).toBe(true);
    });

    it('that waits for an approval is told, and when it has its answer', async () => {
      const server = await startServer();
      const api = apiOf(server.url);
      const id = await api.newSession({ permission: 'ask' });
      const lists = await listsOf(server);
      await api.prompt(id, 'run `echo hi`');
      let seen = 1;
      while (!(await api.list())[0]?.isWaiting) seen = await grown(lists, seen);
      const [request] = (await api.session(id)).snapshot.state.pendingApprovals;
      await api.post(`/api/sessions/${id}/approvals/${request?.approvalId}`, { decision: 'deny' });
      while ((await api.list())[0]?.isRunning) seen = await grown(lists, seen);
      expect((await api.list())[0]).toMatchObject({ isWaiting: false, unread: true });
    });
  });

  it('a read receipt is on disk before it is told', async () => {
    const server = await startServer();
    const api = apiOf(server.url);
    const { id } = await api.ask(await api.newSession(), 'Look around');
    const lists = await listsOf(server);
    const read = api.post(`/api/sessions/${id}/read`);
    await lists.until(({ type }) => type === 'sessions.changed');
    const file = join(server.dataFolder, 'sessions', `${id}.json`);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ readRuns: 1 });
    expect(await read).toMatchObject({ unread: false });
  });

  it('every connection begins with a reset at the current seq, whatever cursor it brings', async () => {
    const server = await startServer({ createAgent: idleAgent });
    const api = apiOf(server.url);
    const first = await listsOf(server);
    const id = await api.newSession();
    const { streamId, seq } = await first.until(({ type }) => type === 'sessions.changed');
    for (const query of [
      '',
      `?cursor=${streamId}:0`,
      `?cursor=${streamId}:${seq}`,
      '?cursor=x:1',
    ]) {
      const { frames } = await listsOf(server, query);
      expect(frames).toEqual([{ type: 'lists.reset', streamId, seq }]);
    }
    // Neither has the other's numbers or takes its cursors.
    const session = await follow(
      new URL(`/api/sessions/${id}/events?cursor=${streamId}:0`, server.url),
    );
    expect(session.frames[0]).toMatchObject({ type: 'session.snapshot', seq: 0 });
    expect(session.frames[0]?.streamId).not.toBe(streamId);
    await api.post(`/api/sessions/${id}/read`);
    expect((await first.until((frame) => frame.seq > seq)).seq).toBe(seq + 1);
  });

  it('it holds ids, and nothing of what the sessions hold', async () => {
    const server = await startServer();
    const api = apiOf(server.url);
    const id = await api.newSession();
    const lists = await listsOf(server);
    await api.ask(id, 'planted-marker');
    await api.patch(`/api/sessions/${id}`, { title: 'planted-marker' });
    await api.delete(`/api/sessions/${id}`);
    await lists.until(({ seq }) => seq >= 5);
    const keys = new Set(lists.frames.flatMap((frame) => Object.keys(frame)));
    expect([...keys].sort()).toEqual(['seq', 'streamId', 'type', 'workspaceId']);
    expect(JSON.stringify(lists.frames)).not.toContain('planted');
  });
});

/** Waits until there are more frames than that. @returns how many there are */
async function grown(lists: Followed, seen: number): Promise<number> {
  await lists.until((frame) => lists.frames.indexOf(frame) >= seen);
  return lists.frames.length;
}
