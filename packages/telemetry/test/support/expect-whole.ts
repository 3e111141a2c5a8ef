import { expect } from 'vitest';
import { recordingFolder } from '../../src/node/recording-folder.ts';
import { createFileStorage } from '../../src/node/file-storage.ts';
import { isLive, readLease } from '../../src/node/lease.ts';
import { numbersTo, parseSegments } from './lines.ts';
import { segmentTexts } from './scratch.ts';
import { startWriter } from './start-writer.ts';

/**
 * After a process was killed: what it was told is written is there, nothing but the very end is torn,
 * its lease is known to be stale, and the next opening goes on behind it without touching it.
 * @returns whether the end was torn
 */
export async function expectWhole(root: string, told: readonly string[]): Promise<boolean> {
  const texts = await segmentTexts(root, 's1');
  const { records, damaged } = parseSegments(texts);
  const last = records.at(-1)?.seq ?? 0;
  expect(records.map(({ seq }) => seq)).toEqual(numbersTo(last));
  expect(last).toBeGreaterThanOrEqual(Number(told.at(-1) ?? 0));
  expect(damaged.length).toBeLessThanOrEqual(1);
  const [torn] = damaged;
  if (torn !== undefined) expect(texts.at(-1)?.endsWith(torn)).toBe(true);

  const lease = await readLease(await recordingFolder(root, 's1'));
  expect(lease !== undefined && isLive(lease)).toBe(false);
  const storage = createFileStorage({ root, sessionId: 's1', writer: 'aaaaaaaa' });
  const next = await startWriter(storage);
  next.push(2);
  expect(await next.close()).toEqual({ ok: true });
  const after = await segmentTexts(root, 's1');
  expect(after.slice(0, texts.length)).toEqual(texts);
  expect(parseSegments(after).records.map(({ seq }) => seq)).toEqual(numbersTo(last + 2));
  return torn !== undefined;
}
