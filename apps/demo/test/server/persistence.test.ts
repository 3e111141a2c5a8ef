import { once } from 'node:events';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiOf, jsonBody } from '../support/api.js';
import { onEachServer, onUsualServer } from '../support/each-server.js';
import { idleAgent } from '../support/running-server.js';

onUsualServer((startServer) => {
  describe('after a restart', () => {
    it('a session is what it was, on another stream', async () => {
      const first = await startServer();
      const before = await apiOf(first.url).ask(await apiOf(first.url).newSession(), 'Look around');
      await first.close();
      const { url } = await startServer({ dataFolder: first.dataFolder });
      const after = await apiOf(url).session(before.id);
      expect(after.streamId).not.toBe(before.streamId);
      expect(after.snapshot).toEqual(before.snapshot);
      expect(after).toMatchObject({ title: 'Look around', workspaceId: before.workspaceId });
    });

    it('what was running is interrupted, what waited still waits, and runs next', async () => {
      const first = await startServer();
      const api = apiOf(first.url);
      const id = await api.newSession();
      await api.prompt(id, 'run something slow');
      const waiting = { requestId: 'w', text: 'Read README.md', mode: 'follow-up' };
      await api.post(`/api/sessions/${id}/prompt`, waiting);
      await first.close();

      const second = apiOf((await startServer({ dataFolder: first.dataFolder })).url);
      const { snapshot } = await second.session(id);
      expect(snapshot.state).toMatchObject({
        run: { status: 'idle' },
        queue: [{ text: 'Read README.md' }],
      });
      const statuses = snapshot.messages.map(({ status }) => status);
      expect(statuses).not.toContain('streaming');
      await second.ask(id, 'Go on');
      const { messages, state } = (await second.session(id)).snapshot;
      expect(state.queue).toEqual([]);
      const asked = messages.filter(({ message }) => message.role === 'user');
      expect(asked.map(({ message }) => JSON.stringify(message))).toEqual([
        expect.stringContaining('something slow'),
        expect.stringContaining('Go on'),
        expect.stringContaining('Read README.md'),
      ]);
    });

    it('the agent knows what was said', async () => {
      const seen: number[] = [];
      const first = await startServer();
      const { id } = await apiOf(first.url).ask(await apiOf(first.url).newSession(), 'Look around');
      await first.close();
      const { url } = await startServer({
        dataFolder: first.dataFolder,
        createAgent(options) {
          seen.push(options.messages.length);
          return idleAgent(options);
        },
      });
      await fetch(new URL(`/api/sessions/${id}`, url));
      expect(seen[0]).toBeGreaterThan(3);
    });

    it('a request that is sent again gets its answer, and nothing runs', async () => {
      const first = await startServer();
      const id = await apiOf(first.url).newSession();
      const body = { requestId: 'once', text: 'Look around' };
      const path = `/api/sessions/${id}/prompt`;
      const answer = await apiOf(first.url).post(path, body);
      await apiOf(first.url).settled(id);
      await first.close();
      const api = apiOf((await startServer({ dataFolder: first.dataFolder })).url);
      expect(await api.post(path, body)).toEqual(answer);
      expect((await api.session(id)).snapshot.roundCount).toBe(1);
    });
  });

  describe('on disk', () => {
    it('files are for their owner only, and whole', async () => {
      const server = await startServer();
      const { id } = await apiOf(server.url).ask(
        await apiOf(server.url).newSession(),
        'Look around',
      );
      await server.close();
      const folder = join(server.dataFolder, 'sessions');
      expect(await readdir(folder)).toEqual([`${id}.json`]);
      const file = join(folder, `${id}.json`);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ version: 1, id });
    });

    it('a run is saved when it settles, not only at the end', async () => {
      const server = await startServer();
      const { id } = await apiOf(server.url).ask(
        await apiOf(server.url).newSession(),
        'Look around',
      );
      const file = join(server.dataFolder, 'sessions', `${id}.json`);
      await expect
        .poll(
          async () =>
            (JSON.parse(await readFile(file, 'utf8')) as { saved: { messages: [] } }).saved.messages
              .length,
        )
        .toBeGreaterThan(3);
    });

    it('damaged files are set aside and reported, and the rest is served', async () => {
      const first = await startServer();
      const api = apiOf(first.url);
      const ids = [await api.newSession(), await api.newSession(), await api.newSession()];
      await first.close();
      const folder = join(first.dataFolder, 'sessions');
      const damage = ['{"version":1,', '{"version":1,"id":"x"}'];
      for (const [position, text] of damage.entries())
        await writeFile(join(folder, `${ids[position]}.json`), text);
      await writeFile(join(first.dataFolder, 'workspaces.json'), '[]');

      const second = await startServer({ dataFolder: first.dataFolder });
      expect(second.reports).toHaveLength(3);
      const statuses = await Promise.all(
        ids.map(async (id) => (await fetch(new URL(`/api/sessions/${id}`, second.url))).status),
      );
      expect(statuses).toEqual([404, 404, 200]);
      const names = await readdir(folder);
      expect(names.filter((name) => name.includes('.damaged-'))).toHaveLength(2);
      // The session that is left brings its workspace back.
      const { workspaceId } = await apiOf(second.url).session(ids[2] ?? '');
      const { workspaces } = await apiOf(second.url).get<{ workspaces: { id: string }[] }>(
        '/api/workspaces',
      );
      expect(workspaces.map(({ id }) => id)).toContain(workspaceId);
    });

    it('a folder that cannot be written to is reported, and the run goes on', async () => {
      const server = await startServer();
      const api = apiOf(server.url);
      const id = await api.newSession();
      await rm(join(server.dataFolder, 'sessions'), { recursive: true });
      const answer = await fetch(new URL(`/api/sessions/${id}/prompt`, server.url), {
        method: 'POST',
        ...jsonBody({ requestId: 'r', text: 'Look around' }),
      });
      expect(answer.status).toBe(202);
      expect((await api.settled(id)).snapshot.state.run.status).toBe('idle');
      await expect.poll(() => server.reports.join()).toContain('ENOENT');
    });
  });
});

onEachServer((startServer) => {
  it('who comes back while the server ends is told to wait, not that the session is gone', async () => {
    const server = await startServer();
    const id = await apiOf(server.url).newSession();
    const events = new URL(`/api/sessions/${id}/events`, server.url);
    // One connection, which is kept for the next request as browsers do it.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statusOf = (): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => get(events, { agent }, resolve).on('error', reject));
    const stream = await statusOf();
    stream.resume();
    const closing = server.close();
    await once(stream, 'end');
    const answer = await statusOf().catch(() => undefined);
    // Refused before it was heard is just as good: both make a page come back.
    if (answer) {
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('1');
    }
    agent.destroy();
    await closing;
  });
});
