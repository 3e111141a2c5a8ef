import { expect, test } from 'vitest';
import { note } from '../test/http/note.js';
import { RawReader } from '../test/http/raw-reader.js';
import { serveSession, turn } from '../test/http/served.js';
import { serverNames } from '../test/http/servers.js';

const WAYS = ['FIN', 'RST', 'half-close'] as const;
const CYCLES = 10_000;
const AT_A_TIME = 50;

/** What 10,000 leftovers of a hundred bytes each would cost. */
const MAX_GROWTH_BYTES = 1_000_000;

async function heap(): Promise<number> {
  for (let n = 0; n < 3; n++) {
    await turn();
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}

test.each(serverNames)('%s: 10,000 readers leave nothing behind', async (name) => {
  const { port, session, closed, reasons } = await serveSession(name, { revalidate: () => true });
  const round = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done += AT_A_TIME) {
      const readers = Array.from({ length: AT_A_TIME }, () => new RawReader({ port }));
      await Promise.all(readers.map((reader) => reader.until('id: s:')));
      session.publish(note(done, 1_000));
      for (const [n, reader] of readers.entries()) reader.leave(WAYS[(done + n) % 3]!);
      const before = reasons.length;
      await closed(before - (before % AT_A_TIME) + AT_A_TIME);
      await Promise.all(readers.map((reader) => reader.ended));
    }
  };
  await round(1_000);
  const [heapBefore, timersBefore] = [await heap(), timers()];
  await round(CYCLES);
  expect(session.stats().connections).toBe(0);
  expect(timers()).toBeLessThanOrEqual(timersBefore + 1);
  expect((await heap()) - heapBefore).toBeLessThan(MAX_GROWTH_BYTES);
});
