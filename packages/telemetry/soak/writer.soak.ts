import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFaultyStorage } from '../test/support/faulty-storage.ts';
import { expectWhole } from '../test/support/expect-whole.ts';
import { useChildren } from '../test/support/run-child.ts';
import { startWriter } from '../test/support/start-writer.ts';

const { start, newRoot } = useChildren();

it('loses nothing that is written over 200 kills at random moments', async () => {
  let torn = 0;
  for (let kill = 0; kill < 200; kill++) {
    const root = await newRoot();
    const child = start(kill % 2 === 0 ? 'endless' : 'piecemeal', root);
    await child.printed(1);
    await wait(Math.random() * 40);
    child.process.kill('SIGKILL');
    await child.ended;
    if (await expectWhole(root, child.lines)) torn++;
    await rm(root, { recursive: true });
  }
  // Otherwise the kills came at moments that prove nothing.
  expect(torn).toBeGreaterThan(10);
}, 1_800_000);

it('keeps to its bound while the disk does not answer', async () => {
  const storage = createFaultyStorage();
  const { push, writer } = await startWriter(storage);
  storage.before = () => new Promise(() => {});
  push(10_000, { pad: 2_000 });
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 200; i++) push(1_000, { pad: 2_000 });
  globalThis.gc?.();
  const grown = process.memoryUsage().heapUsed - before;
  expect(writer.queue.waiting.bytes).toBeLessThanOrEqual(9 * 1024 * 1024);
  expect(grown).toBeLessThan(9 * 1024 * 1024);
});
