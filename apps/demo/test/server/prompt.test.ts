import { describe, expect, it } from 'vitest';
import { apiOf, framesFrom, jsonBody } from '../support/api.js';
import { onEachServer } from '../support/each-server.js';

/** Runs for four seconds if nobody stops it. */
const SLOW = 'run something slow';

onEachServer((startServer) => {
  async function serverWithSession() {
    const { url } = await startServer();
    const api = apiOf(url);
    const id = await api.newSession();
    const send = (body: unknown) =>
      fetch(new URL(`/api/sessions/${id}/prompt`, url), { method: 'POST', ...jsonBody(body) });
    return { url, api, id, send };
  }

  describe('prompt', () => {
    it('is accepted, runs, and can be read back', async () => {
      const { api, id, send } = await serverWithSession();
      const answer = await send({ requestId: 'one', text: 'Look around' });
      expect(answer.status).toBe(202);
      const { runId } = (await answer.json()) as { runId: string };
      const { snapshot, title } = await api.settled(id);
      expect(title).toBe('Look around');
      expect(snapshot.state).toMatchObject({
        run: { status: 'idle' },
        title: { title: 'Look around' },
      });
      expect(snapshot.messages[0]).toMatchObject({
        runId,
        message: { role: 'user', content: [{ type: 'text', text: 'Look around' }] },
      });
      expect(snapshot.tools.map(({ toolName, status }) => `${toolName} ${status}`)).toContain(
        'list complete',
      );
      expect(snapshot.tools.every(({ durationMs }) => typeof durationMs === 'number')).toBe(true);
    });

    it('with the same requestId is one run, also at the same time', async () => {
      const { api, id, send } = await serverWithSession();
      const body = { requestId: 'twice', text: 'Look around' };
      const answers = await Promise.all([send(body), send(body), send(body)]);
      const runIds = await Promise.all(
        answers.map(async (answer) => ((await answer.json()) as { runId: string }).runId),
      );
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
      expect(new Set(runIds).size).toBe(1);
      await api.settled(id);
      expect(await (await send(body)).json()).toEqual({ runId: runIds[0] });
      const { snapshot } = await api.session(id);
      expect(snapshot.roundCount).toBe(1);
    });

    it('is refused while a run is active, unless it says how to queue', async () => {
      const { api, id, send } = await serverWithSession();
      const runId = await api.prompt(id, SLOW);
      const refused = await send({ requestId: 'later', text: 'And then?' });
      expect(refused.status).toBe(409);
      expect(await refused.json()).toEqual({ error: expect.any(String), code: 'busy' });
      const queued = await send({ requestId: 'later', text: 'And then?', mode: 'follow-up' });
      expect(queued.status).toBe(202);
      expect(await queued.json()).toEqual({ runId, inputId: expect.any(String) });
      const { state } = (await api.session(id)).snapshot;
      expect(state.queue).toMatchObject([
        { requestId: 'later', text: 'And then?', mode: 'follow-up' },
      ]);
      await api.post(`/api/sessions/${id}/cancel`);
    });
  });

  describe('cancel', () => {
    it('ends the run and says which one', async () => {
      const { url, api, id } = await serverWithSession();
      const runId = await api.prompt(id, SLOW);
      for await (const { event } of framesFrom(new URL(`/api/sessions/${id}/events`, url))) {
        if (event?.type === 'tool_execution_update') break;
      }
      expect(await api.post(`/api/sessions/${id}/cancel`)).toEqual({ runId });
      const { snapshot } = await api.settled(id);
      expect(snapshot.tools[0]?.status).toBe('error');
      expect(snapshot.messages.at(-1)?.message).toMatchObject({ stopReason: 'aborted' });
    });

    it('does nothing where nothing runs', async () => {
      const { url, id } = await serverWithSession();
      const answer = await fetch(new URL(`/api/sessions/${id}/cancel`, url), { method: 'POST' });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ runId: null });
    });
  });
});
