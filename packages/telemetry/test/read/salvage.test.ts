import { describe, expect, it } from 'vitest';
import { damageOf, salvage, withoutNuls } from '../../src/read/salvage.ts';
import { encodeLine } from '../../src/record/encode-line.ts';
import { end, gap, header, record } from './lines.ts';
import { bytesOf, text } from './sources.ts';

const plain = (seq: number, data = {}) => text(record(seq, 'queue.changed', { data }));
const stub = '{"v":1,"seq":2,"na';
const [one, two] = [plain(1), plain(2)] as const;

function foundIn(line: string): string[] {
  const bytes = bytesOf(line);
  return salvage(bytes).map((found) =>
    Buffer.from(bytes.subarray(found.start, found.end)).toString(),
  );
}

describe('takes whole records', () => {
  it.each(['x{y', '}', '{', '[{', '"', '"}', '\\', '\\"}', '{"v":1,"seq":', stub])(
    'with a text that could mislead: %s',
    (misleading) => {
      const records = [plain(1, { misleading }), plain(2, { [misleading]: [misleading] })];
      expect(foundIn(records.join(''))).toEqual(records);
      expect(foundIn(`${stub}${records.join('rubbish')}`)).toEqual(records);
    },
  );

  it('of any count', () => {
    const records = Array.from({ length: 60 }, (_, index) => plain(index + 1));
    expect(foundIn(records.join(''))).toEqual(records);
  });

  it('behind more stubs than the search could look through to the end of the line', () => {
    expect(foundIn(stub.repeat(60) + one)).toEqual([one]);
  });

  it('behind one that is torn, however deep what it holds is nested', () => {
    let nested = plain(9, { text: 'x'.repeat(5_000) });
    for (let depth = 0; depth < 12; depth++) nested = plain(9, { copied: [JSON.parse(nested)] });
    expect(foundIn(nested.slice(0, -1) + one + two)).toEqual([one, two]);
  });

  it('and not what they hold, whatever stands around it', () => {
    for (const space of ['', ' ', '\t', '\r']) {
      const outer = one.replace('"data":{}', `"data":{"list":[${space}${two}${space}]}`);
      expect(foundIn(outer + two)).toEqual([outer, two]);
    }
  });
});

describe('leaves', () => {
  it.each([
    ['what begins with other keys', one.replace('"v":1,"seq":1', '"seq":1,"v":1')],
    ['what begins with a space', one.replace('{', '{ ')],
  ])('%s', (_, line) => {
    expect(foundIn(`x${line}`)).toEqual([]);
  });

  // Only a record has a number by which to tell.
  it.each([header(), gap(3, 9), end(1, 1)])('a line that may be a value: $kind', (value) => {
    const line = encodeLine(value).trimEnd();
    expect(foundIn(`{"v":1,"seq":2,"data":{"copied":${line}`)).toEqual([]);
    expect(foundIn(`x${line},`)).toEqual([]);
    expect(foundIn(`x${line}`)).toEqual([line]);
  });
});

it.each([
  ['nothing', '', undefined],
  ['one record', one, undefined],
  ['records side by side', one + two, 'invalid-json'],
  ['NULs between records', `${one}\0\0${two}`, 'nul-fill'],
  ['NULs and something else between records', `${one}\0x\0${two}`, 'invalid-json'],
  ['NULs and something else, apart', `${one}\0${two}x`, 'invalid-json'],
])('the damage of a line of %s', (_, line, kind) => {
  const bytes = bytesOf(line);
  expect(damageOf(bytes, salvage(bytes))).toBe(kind);
});

it.each([
  ['', 0, 0],
  ['\0\0', 2, 2],
  ['ab', 0, 2],
  ['\0a\0b\0\0', 1, 4],
])('NULs end where something else begins: %j', (line, from, to) => {
  expect(withoutNuls(bytesOf(line))).toEqual({ start: from, end: to });
});
