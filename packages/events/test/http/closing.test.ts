import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { note } from './note.js';
import { RawReader } from './raw-reader.js';
import { serveSession, turn, type Served } from './served.js';
import { close, serverNames, type ServerName } from './servers.js';

/** Less than the keep-alive time-out, after which Node closes idle sockets anyway. */
const AT_ONCE_MS = 2_000;

// node-server prints the error by which a body drops its socket.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterAll(() => void vi.restoreAllMocks());

async function open(served: Served, count: number): Promise<RawReader[]> {
  const readers = Array.from({ length: count }, () => new RawReader(served));
  return Promise.all(readers.map((reader) => reader.until('id: s:0')));
}

async function timed(task: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task;
  return performance.now() - start;
}

describe.each(serverNames)('%s, when the server stops', (name) => {
  test('dispose, then close: the server is down at once, and every reader saw a proper end', async () => {
    const served = await serveSession(name);
    const readers = await open(served, 10);
    served.session.dispose();
    await turn();
    expect(await timed(close(served.server))).toBeLessThan(AT_ONCE_MS);
    for (const reader of readers) {
      await reader.ended;
      expect(reader.text.endsWith('\r\n0\r\n\r\n')).toBe(true);
    }
  });
});

test('a reader that never reads keeps no server waiting for long, whichever way it is stopped', async () => {
  const all = serverNames.flatMap((name) => [
    stopUnread(name, 'dispose first'),
    stopUnread(name, 'close first'),
  ]);
  expect(Math.max(...(await Promise.all(all)))).toBeLessThan(5_000);
});

async function stopUnread(
  name: ServerName,
  order: 'dispose first' | 'close first',
): Promise<number> {
  const served = await serveSession(name);
  const [reader] = await open(served, 1);
  reader!.socket.pause();
  for (let n = 1; n <= 24; n++) served.session.publish(note(n, 512 * 1_024));
  await turn();
  await turn();
  if (order === 'dispose first') served.session.dispose();
  const closed = timed(close(served.server));
  served.session.dispose();
  return closed;
}

describe('eventStreamNode, when the server stops', () => {
  const name = 'eventStreamNode on node:http';

  test('in one turn, and in either order, the server is down at once', async () => {
    for (const order of ['dispose first', 'close first']) {
      const served = await serveSession(name);
      await open(served, 3);
      if (order === 'dispose first') served.session.dispose();
      const closed = timed(close(served.server));
      served.session.dispose();
      expect(await closed, order).toBeLessThan(AT_ONCE_MS);
    }
  });
});
