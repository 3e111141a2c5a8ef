import { expect, it } from 'vitest';
import { highestSeq } from '../../src/index.ts';
import { encodeLine } from '../../src/record/encode-line.ts';
import { end, gap, header, record } from './lines.ts';
import { text } from './sources.ts';

const plain = (seq: number) => text(record(seq, 'queue.changed'));
const line = (value: Parameters<typeof encodeLine>[0]) => encodeLine(value).trimEnd();

it.each([
  ['a gap', line(gap(3, 12)), 12],
  ['an end', line(end(2, 9)), 9],
  ['an end behind a record', plain(2) + line(end(2, 9)), 9],
  ['a segment behind a record', plain(2) + line(header()), 2],
  ['a record whose first key is another', plain(7).replace('{', '{"later":true,'), 7],
  ['a record inside damage, however high', `rubbish${plain(5_000_000)}`, 5_000_000],
  ['no value of a sound line', `{"seq":2,"v":1,"data":{"copied":${plain(99)} }}`, 2],
])('the highest number is that of %s', (_, last, highest) => {
  for (const lines of [`${plain(1)}\n${last}`, `${last}\n${plain(1)}\n`]) {
    expect(highestSeq(lines)).toBe(highest);
  }
});
