import { expect, it } from 'vitest';
import { encodeLine } from '../../src/record/encode-line.js';
import { highestSeq } from '../../src/record/highest-seq.js';
import { end, gap, header } from '../read/lines.js';

const two = record(2);
const three = record(3);

it.each([
  ['records that were glued together', two + three, 3],
  ['a record behind the stub of another one', `{"v":1,"seq":2,"na${three}`, 3],
  ['a record behind a stub that ends where a value could begin', `{"v":1,"seq":2,${three}`, 3],
  ['a record behind NULs', '\0'.repeat(64) + three, 3],
  ['a record before NULs', three + '\0'.repeat(64), 3],
  ['a record behind something else', `rubbish${three}`, 3],
  ['a gap behind a record', `${two}{"v":1,"kind":"gap","from":3,"to":12,"count":10}`, 12],
  ['a record whose keys stand in another order', '{"seq":5,"v":1,"name":"x"}', 5],
  ['values that are no lines of ours', 'null\n3\n"x"\n[1]\n{"seq":9}', 1],
  ['a number of a payload', `{"v":1,"seq":2,"data":{"copied":${record(2 ** 53 - 1)}`, 1],
])('counts what a reader finds: %s', (_, lines, highest) => {
  const before = `${record(1)}\n`;
  expect(highestSeq(before + lines)).toBe(highest);
  expect(highestSeq(`${before + lines}\n`)).toBe(highest);
});

const line = (value: Parameters<typeof encodeLine>[0]) => encodeLine(value).trimEnd();

it.each([
  ['a gap', line(gap(3, 12)), 12],
  ['an end', line(end(2, 9)), 9],
  ['an end behind a record', two + line(end(2, 9)), 9],
  ['a segment behind a record', two + line(header()), 2],
  ['a record whose first key is another', record(7).replace('{', '{"later":true,'), 7],
  ['a record inside damage, however high', `rubbish${record(5_000_000)}`, 5_000_000],
  ['no value of a sound line', `{"seq":2,"v":1,"data":{"copied":${record(99)} }}`, 2],
])('is that of %s, wherever it stands', (_, last, highest) => {
  for (const lines of [`${record(1)}\n${last}`, `${last}\n${record(1)}\n`]) {
    expect(highestSeq(lines)).toBe(highest);
  }
});

it('takes as many doubtful records as a line may hold', () => {
  expect(highestSeq(`x${record(3)},`.repeat(150_000))).toBe(3);
});

function record(seq: number): string {
  const time = '2026-11-30T10:00:00.000Z';
  const place = { eventId: `e${seq}`, time, mono: seq, name: 'queue.changed', sessionId: '42' };
  return JSON.stringify({ v: 1, seq, ...place, data: {} });
}
