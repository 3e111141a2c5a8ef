import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../agent/temporary-folder.js';
import { apiOf, jsonBody } from '../support/api.js';
import { onUsualServer } from '../support/each-server.js';
import { follow } from '../support/followed.js';
import { idleAgent } from '../support/running-server.js';
import { refusalIn, send } from '../support/send.js';

interface Workspace {
  id: string;
  name: string;
  path: string;
}

onUsualServer((startServer) => {
  it('has a sample project to begin with, which is really there', async () => {
    const { url } = await startServer();
    const { workspaces } = await apiOf(url).get<{ workspaces: Workspace[] }>('/api/workspaces');
    expect(workspaces).toHaveLength(1);
    expect(await readFile(join(workspaces[0]?.path ?? '', 'package.json'), 'utf8')).toContain(
      'kettle',
    );
  });

  it('takes a folder as a workspace, under its own name or a given one', async () => {
    const { url } = await startServer();
    const api = apiOf(url);
    const folder = await temporaryFolder();
    const one = await api.post<Workspace>('/api/workspaces', { path: folder });
    expect(one).toMatchObject({ path: folder, name: basename(folder) });
    expect(await api.post('/api/workspaces', { path: `${folder}/`, name: 'again' })).toEqual(one);
    const other = await temporaryFolder();
    expect(await api.post('/api/workspaces', { path: other, name: 'Mine' })).toMatchObject({
      name: 'Mine',
    });
    const { workspaces } = await api.get<{ workspaces: Workspace[] }>('/api/workspaces');
    expect(workspaces.map(({ path }) => path)).toEqual([expect.any(String), folder, other]);
  });

  it('refuses what is no folder', async () => {
    const { url, dataFolder } = await startServer();
    const file = join(dataFolder, 'file.txt');
    await writeFile(file, '');
    for (const path of [file, join(dataFolder, 'missing'), 'relative/path', '\0']) {
      const answer = await fetch(new URL('/api/workspaces', url), {
        method: 'POST',
        ...jsonBody({ path }),
      });
      expect(answer.status, path).toBe(400);
      expect(await answer.json()).toEqual({ error: expect.any(String), code: 'not-a-folder' });
    }
  });

  it('remembers its workspaces, and does not bring the sample project back', async () => {
    const first = await startServer();
    const folder = await temporaryFolder();
    const { id } = await apiOf(first.url).post<Workspace>('/api/workspaces', { path: folder });
    await first.close();
    const second = await startServer({ dataFolder: first.dataFolder });
    const { workspaces } = await apiOf(second.url).get<{ workspaces: Workspace[] }>(
      '/api/workspaces',
    );
    expect(workspaces.map((workspace) => workspace.id)).toContain(id);
    expect(workspaces).toHaveLength(2);
  });

  it('one that is removed ends its sessions; its folder brings them back, also after a restart', async () => {
    const first = await startServer();
    const api = apiOf(first.url);
    const folder = await folderWithFile();
    const { id } = await api.post<Workspace>('/api/workspaces', { path: folder });
    const session = await api.post<{ id: string }>(`/api/workspaces/${id}/sessions`);
    await api.prompt(session.id, 'run something slow');
    const path = `/api/sessions/${session.id}`;
    const stream = await follow(new URL(`${path}/events`, first.url));
    await api.delete(`/api/workspaces/${id}`);
    await stream.ended;
    expect((await send(first.url, path)).status).toBe(404);
    expect((await send(first.url, `/api/workspaces/${id}/sessions`)).status).toBe(404);
    expect(await readFile(join(folder, 'notes.md'), 'utf8')).toBe('# Notes\n');
    await first.close();

    // The session's file names its workspace, and does not bring it back by itself.
    const second = await startServer({ dataFolder: first.dataFolder });
    const again = apiOf(second.url);
    const listed = await again.get<{ workspaces: Workspace[] }>('/api/workspaces');
    expect(listed.workspaces.map((workspace) => workspace.id)).not.toContain(id);
    expect((await send(second.url, path)).status).toBe(404);
    expect(await again.post('/api/workspaces', { path: folder })).toMatchObject({ id });
    expect(await again.get(`/api/workspaces/${id}/sessions`)).toMatchObject({
      sessions: [{ id: session.id, isRunning: false, unread: true }],
    });
    expect((await again.ask(session.id, 'Go on')).snapshot.roundCount).toBe(2);
  });

  it('one that comes back before its sessions have ended waits for what they leave', async () => {
    const { url, dataFolder } = await startServer({
      // It takes all the time there is to stop.
      createAgent: (options) => ({
        ...idleAgent(options),
        waitForIdle: () => new Promise(() => {}),
      }),
    });
    const api = apiOf(url);
    const workspace = { path: await folderWithFile() };
    const { id } = await api.post<Workspace>('/api/workspaces', workspace);
    const session = await api.post<{ id: string }>(`/api/workspaces/${id}/sessions`);
    const path = `/api/sessions/${session.id}`;
    const stream = await follow(new URL(`${path}/events`, url));
    const removing = api.delete(`/api/workspaces/${id}`);
    await stream.ended;
    await api.post('/api/workspaces', workspace);
    await api.patch(path, { title: 'Mine' });
    await removing;
    const file = await readFile(join(dataFolder, 'sessions', `${session.id}.json`), 'utf8');
    expect(JSON.parse(file)).toMatchObject({ title: 'Mine' });
  });

  it('a name can be changed, and outlives the process; one that cannot be saved stays', async () => {
    const first = await startServer({ createAgent: idleAgent });
    const api = apiOf(first.url);
    const id = await api.workspaceId();
    expect(await api.patch(`/api/workspaces/${id}`, { name: ' Tea\ttime ' })).toMatchObject({
      id,
      name: 'Tea time',
    });
    await first.close();
    const second = await startServer({ dataFolder: first.dataFolder, createAgent: idleAgent });
    await rm(second.dataFolder, { recursive: true });
    const sent = { method: 'PATCH', ...jsonBody({ name: 'Lost' }) };
    const answer = await send(second.url, `/api/workspaces/${id}`, sent);
    expect(refusalIn(answer)).toBe('500 not-saved');
    expect(await apiOf(second.url).get('/api/workspaces')).toMatchObject({
      workspaces: [{ id, name: 'Tea time' }],
    });
  });

  it('lists the sessions of a workspace, the latest first', async () => {
    const { url } = await startServer();
    const api = apiOf(url);
    const { id: workspaceId } = await api.post<Workspace>('/api/workspaces', {
      path: await folderWithFile(),
    });
    const path = `/api/workspaces/${workspaceId}/sessions`;
    expect(await api.get(path)).toEqual({ sessions: [] });
    const older = await api.post<{ id: string }>(path);
    const newer = await api.post<{ id: string }>(path);
    await api.ask(older.id, 'What is in notes.md?');
    expect(await api.get(path)).toMatchObject({
      sessions: [
        { id: older.id, title: 'What is in notes.md?', isRunning: false },
        { id: newer.id, title: null, workspaceId },
      ],
    });
  });
});

async function folderWithFile(): Promise<string> {
  const folder = join(await temporaryFolder(), 'project');
  await mkdir(folder);
  await writeFile(join(folder, 'notes.md'), '# Notes\n');
  return folder;
}
