import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecording, repairRecording } from '../../src/node/index.ts';
import { end, gap, header, record } from '../read/lines.ts';
import { collect, kindsOf, seqsOf, text } from '../read/sources.ts';
import { fingerprint, temporaryFolder, writeRecording } from './files.ts';

const plain = (seq: number, data = {}) => record(seq, 'tool_execution_start', { data });

test('a clean copy holds what is whole, byte for byte, and lists the rest', async () => {
  const root = await temporaryFolder();
  // No other writer would write a number like that, nor leave these fields.
  const odd = text(plain(3)).replace(
    '"data":{}',
    '"later":1.50,"data":{"big":12345678901234567890}',
  );
  const folder = await writeRecording(root, 'session', {
    '000001-0000000a.jsonl': [
      header(),
      plain(1),
      '{"half\n',
      ...['x', plain(2)],
      `${odd}\n`,
      plain(1),
      gap(4, 5),
      text(plain(6)),
    ],
    '000002-0000000a.jsonl': [header({ segment: 2 }), plain(7), end(1, 7)],
  });
  const before = await fingerprint(folder);
  const target = join(root, 'clean');
  const repair = await repairRecording(folder, target);
  expect(repair).toMatchObject({ folder: target, segments: 2, records: 5 });
  expect(repair.leftOut.map(({ kind }) => kind)).toEqual([
    'invalid-json',
    'invalid-json',
    'duplicate-event',
    'unclean',
  ]);
  const copied = await collect(readRecording(target));
  expect(seqsOf(copied)).toEqual([1, 2, 3, 6, 7]);
  expect(kindsOf(copied)).toEqual(['unclean']);
  expect(await readFile(join(target, '000001-0000000a.jsonl'), 'utf8')).toContain(`\n${odd}\n`);
  expect((await stat(target)).mode & 0o777).toBe(0o700);
  expect((await stat(join(target, '000001-0000000a.jsonl'))).mode & 0o777).toBe(0o600);
  expect(await fingerprint(folder)).toEqual(before);
  await expect(repairRecording(folder, target)).rejects.toMatchObject({ code: 'exists' });
});
