import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followRecording } from '../../src/node/index.ts';
import type { ReadItem } from '../../src/index.ts';
import { end, header, record } from '../read/lines.ts';
import { bytesOf, text } from '../read/sources.ts';
import { temporaryFolder, writeRecording } from './files.ts';

const plain = (seq: number) => record(seq, 'queue.changed');
const brief = (item: ReadItem): string | number => {
  if (item.type === 'record') return item.record.seq;
  return item.type === 'problem' ? item.problem.kind : item.type;
};

test('new lines, new segments, the rest of an open line; once each, until told to stop', async () => {
  const root = await temporaryFolder();
  const [head, tail] = [text(plain(2)).slice(0, 50), text(plain(2)).slice(50)];
  const folder = await writeRecording(root, 'session', {
    '000001-0000000a.jsonl': [header(), plain(1), head],
  });
  const stop = new AbortController();
  const items = followRecording(folder, { signal: stop.signal, intervalMs: 5 });
  const next = async (count: number) => {
    const seen: (string | number)[] = [];
    while (seen.length < count) {
      const { value, done } = await items.next();
      if (done) break;
      seen.push(brief(value));
    }
    return seen;
  };
  const first = join(folder, '000001-0000000a.jsonl');
  const second = join(folder, '000002-0000000b.jsonl');
  expect(await next(2)).toEqual(['segment', 1]);
  await appendFile(first, bytesOf(tail, '\n'));
  expect(await next(1)).toEqual([2]);
  await writeFile(second, bytesOf(header({ writer: '0000000b', segment: 2 }), plain(5)));
  expect(await next(2)).toEqual(['segment', 5]);
  // Two writers at once: each segment goes on where it was.
  await appendFile(first, bytesOf('rubbish\n', plain(1), plain(3), end(3, 3)));
  expect(await next(4)).toEqual(['invalid-json', 'duplicate-event', 3, 'end']);
  await appendFile(second, bytesOf(plain(6)));
  expect(await next(1)).toEqual([6]);
  const rest = next(1);
  stop.abort();
  expect(await rest).toEqual([]);
});

test('a folder that goes away ends it with a reason', async () => {
  const root = await temporaryFolder();
  const folder = await writeRecording(root, 'session', { '000001-0000000a.jsonl': [header()] });
  const items = followRecording({ root, sessionId: 'session' }, { intervalMs: 5 });
  await items.next();
  await rm(folder, { recursive: true });
  await expect(items.next()).rejects.toMatchObject({ code: 'unreadable' });
});
