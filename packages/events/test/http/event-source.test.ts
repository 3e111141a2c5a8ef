import { EventSource } from 'eventsource';
import { describe, expect, onTestFinished, test } from 'vitest';
import { note } from './note.js';
import { serveSession } from './served.js';
import { serverNames } from './servers.js';

/** What a page sees: a source that reconnects by itself. */
function pageAt(port: number) {
  const source = new EventSource(`http://127.0.0.1:${port}/streams/one`);
  onTestFinished(() => source.close());
  const seen: string[] = [];
  let wake = (): void => {};
  source.addEventListener('message', (event) => {
    seen.push(event.lastEventId);
    wake();
  });
  const until = async (id: string): Promise<void> => {
    while (seen.at(-1) !== id) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { source, seen, until };
}

describe.each(serverNames)('%s, read by an event source', (name) => {
  test('dropped again and again, it resumes with the last id and misses nothing', async () => {
    const { port, session, server } = await serveSession(name, { retryMs: 5 });
    const cursors: (string | undefined)[] = [];
    server.on('request', ({ headers }) => cursors.push(headers['last-event-id'] as string));
    const { seen, until } = pageAt(port);
    await until('s:0');
    for (let n = 1; n <= 12; n++) {
      session.publish(note(n));
      await until(`s:${n}`);
      if (![3, 7, 11].includes(n)) continue;
      const again = new Promise((resolve) => server.once('request', resolve));
      server.closeAllConnections();
      if (n !== 7) session.publish(note(++n));
      await again;
    }
    await until('s:12');
    expect(cursors).toEqual([undefined, 's:3', 's:7', 's:11']);
    // 7 was the position when it came back: the contract answers that with a snapshot.
    expect(seen).toEqual([
      's:0',
      ...[1, 2, 3, 4, 5, 6, 7, 7, 8, 9, 10, 11, 12].map((n) => `s:${n}`),
    ]);
  });

  test('heartbeats are no messages, and it comes back where it was before them', async () => {
    const { port, session, server } = await serveSession(name, { heartbeatMs: 100, retryMs: 5 });
    session.publish(note(1));
    const { source, seen, until } = pageAt(port);
    const heartbeat = new Promise<string>((resolve) => {
      source.addEventListener('heartbeat', ({ data }) => resolve(data as string));
    });
    await until('s:1');
    expect(await heartbeat).toBe('{}');
    const again = new Promise<unknown>((resolve) => {
      server.once('request', ({ headers }) => resolve(headers['last-event-id']));
    });
    server.closeAllConnections();
    session.publish(note(2));
    expect(await again).toBe('s:1');
    await until('s:2');
    expect(seen).toEqual(['s:1', 's:2']);
  });

  test('a session that is gone stops it for good', async () => {
    const { port, session } = await serveSession(name, { retryMs: 5 });
    const { source, until } = pageAt(port);
    await until('s:0');
    session.dispose();
    await new Promise<void>((resolve) => {
      source.addEventListener('error', () => {
        if (source.readyState === source.CLOSED) resolve();
      });
    });
  });
});
