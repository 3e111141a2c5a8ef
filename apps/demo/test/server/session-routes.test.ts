import type { HistoryPage } from '@loop/events';
import { expect, it } from 'vitest';
import { apiOf, framesFrom } from '../support/api.js';
import { onEachServer } from '../support/each-server.js';

onEachServer((startServer) => {
  it('streams a snapshot, then the frames of a run, in their order', async () => {
    const { url } = await startServer();
    const api = apiOf(url);
    const id = await api.newSession();
    const frames = framesFrom(new URL(`/api/sessions/${id}/events`, url));
    const { value: opening } = await frames.next();
    expect(opening).toMatchObject({ type: 'session.snapshot', seq: 0 });
    await api.prompt(id, 'Look around');
    let seq = 0;
    const types = new Set<string>();
    for await (const frame of frames) {
      expect(frame.seq).toBe(++seq);
      types.add(frame.event?.type ?? frame.type);
      if (frame.snapshot?.state.run.status === 'idle') break;
    }
    expect([...types]).toEqual(
      expect.arrayContaining([
        'run.accepted',
        'session_title',
        'message_update',
        'tool_execution_end',
        'session.state',
      ]),
    );
  });

  it('answers any cursor, also a malformed one, with a stream', async () => {
    const { url } = await startServer();
    const id = await apiOf(url).newSession();
    for (const cursor of ['nonsense', 'other:3', '::', '%E0%A4%A', 'x'.repeat(5_000)]) {
      const frames = framesFrom(new URL(`/api/sessions/${id}/events?cursor=${cursor}`, url));
      expect((await frames.next()).value, cursor).toMatchObject({ type: 'session.snapshot' });
      await frames.return(undefined);
    }
  });

  it('tells HEAD what GET would be told', async () => {
    const { url } = await startServer();
    const id = await apiOf(url).newSession();
    const answer = await fetch(new URL(`/api/sessions/${id}/events`, url), { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
  });

  it('pages back from the window to the first round', async () => {
    const { url } = await startServer();
    const api = apiOf(url);
    const id = await api.newSession();
    for (let round = 0; round < 5; round++) await api.ask(id, `Read README.md, time ${round}`);
    const { snapshot } = await api.session(id);
    expect(snapshot).toMatchObject({ roundCount: 5, firstRoundIndex: 2 });
    const path = `/api/sessions/${id}/history?before=${snapshot.firstMessageIndex}`;
    const page = await api.get<HistoryPage>(`${path}&rounds=1`);
    expect(page).toMatchObject({ firstRoundIndex: 1 });
    expect(page.messages.at(-1)?.messageIndex).toBe(snapshot.firstMessageIndex - 1);
    expect(await api.get(path)).toMatchObject({ firstRoundIndex: 0, firstMessageIndex: 0 });
  });

  it('removes a session for good', async () => {
    const server = await startServer();
    const api = apiOf(server.url);
    const id = await api.newSession();
    const at = new URL(`/api/sessions/${id}`, server.url);
    expect((await fetch(at, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(at)).status).toBe(404);
    expect((await fetch(at, { method: 'DELETE' })).status).toBe(404);
    await server.close();
    const { url } = await startServer({ dataFolder: server.dataFolder });
    expect((await fetch(new URL(`/api/sessions/${id}`, url))).status).toBe(404);
  });
});
