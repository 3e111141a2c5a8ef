import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../agent/temporary-folder.js';
import { apiOf, jsonBody } from '../support/api.js';
import { onEachServer } from '../support/each-server.js';

interface Workspace {
  id: string;
  name: string;
  path: string;
}

onEachServer((startServer) => {
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
