import { expect, it } from 'vitest';
import type { Inspection } from '../../wire/inspection.js';
import { apiOf, framesFrom, type AnyFrame, type Api } from '../support/api.js';
import { onEachServer } from '../support/each-server.js';

onEachServer((startServer) => {
  async function stage() {
    const { url } = await startServer();
    const api = apiOf(url);
    const id = await api.newSession();
    return { url, api, id, inspect: () => api.get<Inspection>(`/api/sessions/${id}/inspect`) };
  }

  function eventsOf(url: string, id: string, query = ''): AsyncGenerator<AnyFrame> {
    return framesFrom(new URL(`/api/sessions/${id}/events?${query}`, url));
  }

  /** What a connection with this cursor begins with; it is left at once. */
  async function openingAfter(url: string, id: string, cursor: string): Promise<AnyFrame> {
    const frames = eventsOf(url, id, `cursor=${cursor}`);
    const { value } = await frames.next();
    await frames.return(undefined);
    return value as AnyFrame;
  }

  /** Reads whatever else comes, the session's own first events for instance, until the stream ends. */
  async function readOn(frames: AsyncGenerator<AnyFrame>): Promise<void> {
    for await (const _ of frames);
  }

  async function pressed(api: Api, id: string, what: string): Promise<unknown> {
    return api.post(`/api/sessions/${id}/inspect/${what}`);
  }

  it('tells where the stream stands, and how each reader began', async () => {
    const { url, api, id, inspect } = await stage();
    const { streamId, seq } = await api.ask(id, 'Read README.md');
    const frames = eventsOf(url, id, `reader=page-1&cursor=${streamId}:${seq - 2}`);
    await frames.next();
    const other = eventsOf(url, id, `reader=${encodeURIComponent('<b>')}`);
    await other.next();
    const { connections, ...stream } = await inspect();
    expect(stream).toMatchObject({
      streamId,
      seq,
      replayableFrom: 1,
      stats: { published: seq, bufferedFrames: seq, connections: 2, replays: 1 },
    });
    expect(connections.slice(0, 2)).toMatchObject([
      { reader: null, cursor: null, opening: { because: 'none' }, closed: null },
      {
        reader: 'page-1',
        cursor: `${streamId}:${seq - 2}`,
        opening: { outcome: 'replay', frames: 2 },
        closed: null,
      },
    ]);
    await frames.return(undefined);
    await other.return(undefined);
  });

  it('remembers a few connections that have ended', async () => {
    const { url, id, inspect } = await stage();
    for (let n = 0; n < 15; n++) await openingAfter(url, id, 'none');
    await expect.poll(async () => (await inspect()).stats.closes.client).toBe(15);
    await openingAfter(url, id, 'none');
    const { connections } = await inspect();
    expect(connections.length).toBeGreaterThanOrEqual(10);
    expect(connections.length).toBeLessThanOrEqual(11);
    expect(connections.at(-1)).toMatchObject({ closed: 'client' });
  });

  it('drops connections so that their readers see a cut, and replays when they are back', async () => {
    const { url, api, id, inspect } = await stage();
    const frames = eventsOf(url, id);
    const { value: opening } = await frames.next();
    expect(await pressed(api, id, 'drop')).toEqual({ dropped: 1 });
    await expect(readOn(frames)).rejects.toThrow();
    expect(await pressed(api, id, 'drop')).toEqual({ dropped: 0 });
    expect((await inspect()).stats.connections).toBe(0);
    const { streamId, seq } = await api.ask(id, 'Read README.md');
    const cursor = `${(opening as AnyFrame).streamId}:0`;
    expect(await openingAfter(url, id, cursor)).toMatchObject({ streamId, seq: 1 });
    expect((await inspect()).connections[0]).toMatchObject({
      opening: { outcome: 'replay', frames: seq },
    });
  });

  it('evicts what is retained: who comes back from behind gets a snapshot', async () => {
    const { url, api, id, inspect } = await stage();
    const { streamId, seq } = await api.ask(id, 'Read README.md');
    expect(await pressed(api, id, 'evict')).toEqual({ evicted: seq });
    expect((await inspect()).replayableFrom).toBe(seq + 1);
    expect(await openingAfter(url, id, `${streamId}:1`)).toMatchObject({
      type: 'session.snapshot',
      seq,
    });
    expect((await inspect()).connections[0]?.opening).toEqual({
      outcome: 'snapshot',
      because: 'evicted',
    });
  });

  it('restarts a stream: it ends properly, and the session comes back under another id', async () => {
    const { url, api, id, inspect } = await stage();
    const before = await api.ask(id, 'Read README.md');
    const frames = eventsOf(url, id);
    await frames.next();
    const { streamId } = (await pressed(api, id, 'restart')) as { streamId: string };
    expect(streamId).not.toBe(before.streamId);
    expect(await frames.next()).toMatchObject({ done: true });
    const after = await api.session(id);
    expect(after).toMatchObject({ streamId, seq: 0 });
    expect(after.snapshot.messages).toEqual(before.snapshot.messages);
    await openingAfter(url, id, `${before.streamId}:${before.seq}`);
    expect((await inspect()).connections[0]?.opening).toMatchObject({ because: 'other-stream' });
  });

  it('restarts in the middle of a run, for several at once, and works on', async () => {
    const { api, id } = await stage();
    await api.prompt(id, 'run `sleep 30`');
    await Promise.all([pressed(api, id, 'restart'), pressed(api, id, 'restart')]);
    const { isRunning, snapshot } = await api.session(id);
    expect(isRunning).toBe(false);
    expect(snapshot.state.run.status).toBe('idle');
    const { snapshot: later } = await api.ask(id, 'Read README.md');
    expect(later.roundCount).toBe(2);
    expect(later.messages.at(-1)).toMatchObject({ status: 'complete' });
  });
});
