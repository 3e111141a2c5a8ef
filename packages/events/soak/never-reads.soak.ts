import { beforeAll, expect, test, vi } from 'vitest';
import { note } from '../test/http/note.js';
import { RawReader } from '../test/http/raw-reader.js';
import { serveSession, turn } from '../test/http/served.js';
import { serverNames } from '../test/http/servers.js';

const MIB = 1_048_576;
const FRAMES = 2_000;
const FRAME_BYTES = 65_536;

// node-server prints the error by which a body drops its socket.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

/** Bytes that are really held, on the heap and beside it. */
function held(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test.each(serverNames)('%s: ten readers that never read cost no memory', async (name) => {
  const { port, session, closed } = await serveSession(name);
  for (let n = 0; n < 10; n++) {
    const reader = await new RawReader({ port }).until('id: s:0');
    reader.socket.pause();
  }
  const reader = await new RawReader({ port }).until('id: s:0');
  let received = 0;
  reader.socket
    .removeAllListeners('data')
    .on('data', (bytes: Buffer) => (received += bytes.length));
  const before = held();
  let highest = 0;
  for (let n = 1; n <= FRAMES; n++) {
    session.publish(note(n, FRAME_BYTES));
    await turn();
    if (n % 50 !== 0) continue;
    while (received < n * FRAME_BYTES) await turn();
    highest = Math.max(highest, held());
  }
  expect(await closed(10)).toEqual(Array.from({ length: 10 }, () => 'lagging'));
  expect(session.stats().connections).toBe(1);
  expect(highest - before).toBeLessThan(16 * MIB);
});
