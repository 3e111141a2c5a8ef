import { describe, expect, it } from 'vitest';
import { SUMMARY_PROMPT } from '../../server/agent/compaction/summary.js';
import { answeringModel, fail, say } from '../agent/answering-model.js';
import { answeredBy } from '../support/answering-server.js';
import { apiOf } from '../support/api.js';
import { onUsualServer } from '../support/each-server.js';
import { follow } from '../support/followed.js';
import { JSON_TYPE, refusalIn, send } from '../support/send.js';

onUsualServer((startServer) => {
  describe('compact', () => {
    it('sums up what was before the latest round, in a run of its own; the messages stay', async () => {
      const { url } = await startServer();
      const api = apiOf(url);
      const id = await api.newSession();
      await api.ask(id, 'Read README.md');
      const before = (await api.ask(id, 'hello')).snapshot;
      const stream = await follow(new URL(`/api/sessions/${id}/events`, url));
      const { runId } = await api.post<{ runId: string }>(`/api/sessions/${id}/compact`);
      const { snapshot } = await api.settled(id);
      expect(stream.frames.map(({ type, event }) => event?.type ?? type)).toEqual(
        expect.arrayContaining(['run.accepted', 'compaction_start', 'compaction_end']),
      );
      expect(snapshot.messages.slice(0, -1)).toEqual(before.messages);
      expect(snapshot.messages.at(-1)).toMatchObject({
        runId,
        status: 'complete',
        message: { role: 'compactionSummary', summary: expect.stringContaining('Read README.md') },
      });
      expect(snapshot.roundCount).toBe(2);
      expect(snapshot.state.run.status).toBe('idle');
      expect(snapshot.state.timings).toEqual(before.state.timings);
      const tokens = before.state.contextBudget?.tokens ?? 0;
      expect(snapshot.state.contextBudget?.tokens).toBeLessThan(tokens);
    });

    it('is refused while a run is active, and for a session that is not there', async () => {
      const { url } = await startServer();
      const api = apiOf(url);
      const id = await api.newSession();
      await api.prompt(id, 'run something slow');
      const post = { method: 'POST', headers: JSON_TYPE };
      const path = (session: string) => `/api/sessions/${session}/compact`;
      expect(refusalIn(await send(url, path(id), post))).toBe('409 busy');
      await api.post(`/api/sessions/${id}/cancel`);
      await api.settled(id);
      expect((await send(url, path(id), post)).status).toBe(202);
      await api.settled(id);
      expect(refusalIn(await send(url, path('nothing'), post))).toBe('404 not-found');
    });

    it('can be cancelled, with an input in the queue that goes on waiting', async () => {
      const slow = answeringModel(({ systemPrompt }) => [
        say(systemPrompt === SUMMARY_PROMPT ? 'x'.repeat(200_000) : 'Done.'),
      ]);
      const { url } = await startServer(answeredBy(slow));
      const api = apiOf(url);
      const id = await api.newSession();
      await api.ask(id, 'one');
      await api.ask(id, 'two');
      const { runId } = await api.post<{ runId: string }>(`/api/sessions/${id}/compact`);
      const later = { requestId: 'later', text: 'three', mode: 'follow-up' };
      expect(await api.post(`/api/sessions/${id}/prompt`, later)).toMatchObject({ runId });
      expect(await api.post(`/api/sessions/${id}/cancel`)).toEqual({ runId });
      const { snapshot } = await api.settled(id);
      expect(snapshot.state).toMatchObject({ run: { status: 'idle' }, queue: [{ text: 'three' }] });
      expect(snapshot.messages).toHaveLength(4);
      expect(snapshot.state).not.toHaveProperty('compaction');
      expect((await api.ask(id, 'four')).snapshot.state.queue).toEqual([]);
    });

    it('that fails leaves a note for people, of which the model hears nothing', async () => {
      const told: number[] = [];
      const failing = answeringModel(({ systemPrompt, messages }) => {
        if (systemPrompt === SUMMARY_PROMPT) return [fail('no summary today')];
        told.push(messages.length);
        return [say('Done.')];
      });
      const first = await startServer(answeredBy(failing));
      const api = apiOf(first.url);
      const id = await api.newSession();
      await api.ask(id, 'one');
      await api.ask(id, 'two');
      await api.post(`/api/sessions/${id}/compact`);
      const { messages } = (await api.settled(id)).snapshot;
      expect(messages.at(-1)).toMatchObject({
        status: 'complete',
        message: { role: 'custom', customType: 'compaction-failed', content: 'no summary today' },
      });
      await api.ask(id, 'three');
      await first.close();
      const options = { ...answeredBy(failing), dataFolder: first.dataFolder };
      const again = apiOf((await startServer(options)).url);
      expect((await again.session(id)).snapshot.messages).toContainEqual(messages.at(-1));
      await again.ask(id, 'four');
      expect(told.filter((count) => count % 2 === 0)).toEqual([]);
      expect(told.at(-1)).toBe(7);
    });

    it('outlives the process: the model goes on with the summary', async () => {
      const first = await startServer();
      const api = apiOf(first.url);
      const id = await api.newSession();
      await api.ask(id, 'Read README.md');
      await api.ask(id, 'hello');
      await api.post(`/api/sessions/${id}/compact`);
      await api.settled(id);
      await first.close();
      const again = apiOf((await startServer({ dataFolder: first.dataFolder })).url);
      await again.ask(id, 'hello');
      await again.post(`/api/sessions/${id}/compact`);
      const { messages } = (await again.settled(id)).snapshot;
      expect(messages.at(-1)?.message).toMatchObject({
        summary: expect.stringContaining('Known from before'),
      });
    });
  });
});
