import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiOf } from '../support/api.js';
import { onUsualServer } from '../support/each-server.js';
import { follow } from '../support/followed.js';

onUsualServer((startServer) => {
  describe('skills', () => {
    async function sampleSession() {
      const server = await startServer();
      const api = apiOf(server.url);
      const id = await api.newSession();
      const stream = await follow(new URL(`/api/sessions/${id}/events`, server.url));
      const folder = join(server.dataFolder, 'sample-project/.loop/skills');
      return { server, api, id, stream, folder };
    }
    const isLoaded = ({ snapshot, event }: { snapshot?: unknown; event?: { type: string } }) =>
      event?.type === 'skills_loaded' || JSON.stringify(snapshot ?? '').includes('"review"');

    it('of the workspace are known as soon as a session is open', async () => {
      const { api, id, stream } = await sampleSession();
      await stream.until(isLoaded);
      expect((await api.session(id)).snapshot.state.skills).toMatchObject([
        { name: 'review', source: 'project', description: 'Reviews a file of this project' },
      ]);
    });

    it('that are called work, and what was typed stays what was typed', async () => {
      const { api, id } = await sampleSession();
      const { snapshot } = await api.ask(id, '/review read README.md');
      expect(snapshot.messages[0]?.message).toMatchObject({
        content: [{ type: 'text', text: '/review read README.md' }],
      });
      expect(snapshot.tools.map(({ toolName }) => toolName)).toEqual(['read']);
      expect(snapshot.state.title?.title).toMatch(/read README.md/i);
    });

    it('that cannot be used fail the run, in words for people', async () => {
      const { api, id, folder } = await sampleSession();
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'huge.md'), 'x'.repeat(50_000));
      const { snapshot } = await api.ask(id, '/huge please');
      expect(snapshot.state.run.status).toBe('idle');
      expect(snapshot.messages.at(-1)?.message).toMatchObject({
        stopReason: 'error',
        errorMessage: expect.stringMatching(/^The skill \/huge cannot be used\. .*too large/),
      });
      expect(snapshot.state.timings.at(-1)).toMatchObject({ outcome: 'error' });
    });

    it('that are known from before a restart are no news', async () => {
      const { server, api, id } = await sampleSession();
      await api.ask(id, 'hello');
      const { skills } = (await api.session(id)).snapshot.state;
      await server.close();
      const { url } = await startServer({ dataFolder: server.dataFolder });
      const again = apiOf(url);
      expect((await again.session(id)).snapshot.state.skills).toEqual(skills);
      const stream = await follow(new URL(`/api/sessions/${id}/events`, url));
      await again.ask(id, 'hello');
      expect(stream.frames.filter(({ event }) => event?.type === 'skills_loaded')).toEqual([]);
    });
  });

  it('the tour of a new server really works on the sample project', async () => {
    const { url } = await startServer();
    const api = apiOf(url);
    const { snapshot, title } = await api.ask(await api.newSession(), 'Take the tour');
    expect(title).toBe('Take the tour');
    expect(snapshot.messages.filter(({ superseded }) => superseded)).toHaveLength(2);
    const roles = snapshot.messages.map(({ message }) => message.role);
    expect(roles).toContain('compactionSummary');
    const tools = snapshot.tools.map(({ toolName, status }) => `${toolName} ${status}`);
    expect(tools.filter((tool) => tool.startsWith('shell'))).toEqual([
      'shell error',
      'shell complete',
    ]);
    expect(snapshot.tools.filter(({ parentToolCallId }) => parentToolCallId)).toHaveLength(3);
  });
});
