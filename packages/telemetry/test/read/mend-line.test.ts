import { expect, it } from 'vitest';
import { mendLine } from '../../src/read/mend-line.js';

const record =
  '{"v":1,"seq":7,"eventId":"e","time":"2026-11-30T10:00:00.000Z","mono":0,"name":"a","sessionId":"s","data":{}}';
const length = record.length;
const nuls = '\0'.repeat(5);

it.each<[string, string, boolean, unknown[]]>([
  ['NULs before a record', nuls + record, false, [problem('nul-fill', 0, 5), whole(5)]],
  ['NULs behind a record', record + nuls, false, [problem('nul-fill', length, 5), whole(0)]],
  // A line has one problem of a kind: where it begins says enough.
  ['NULs on both sides', nuls + record + nuls, false, [problem('nul-fill', 0, 5), whole(5)]],
  ['NULs alone', nuls, false, [problem('nul-fill', 0, 5)]],
  ['nothing', '', false, []],
  [
    'records that are glued',
    record + record,
    false,
    [problem('invalid-json', 0, 2 * length), found(0), found(length)],
  ],
  [
    'a record and a torn one, at the end of the file',
    `${record}{"v":1,"se`,
    true,
    [problem('torn-tail', length, 10), found(0)],
  ],
  [
    'a record and a torn one, before a line feed',
    `${record}{"v":1,"se`,
    false,
    [problem('invalid-json', 0, length + 10), found(0)],
  ],
  [
    'a stub before a record',
    `{"v"${record}`,
    false,
    [problem('invalid-json', 0, length + 4), found(4)],
  ],
  [
    'a stub before a record, at the end of the file',
    `{"v"${record}`,
    true,
    [problem('invalid-json', 0, length + 4), found(4)],
  ],
  ['a torn record', '{"v":1,"seq":7,"na', true, [problem('torn-tail', 0, 18)]],
  ['what is no JSON', 'rubbish', false, [problem('invalid-json', 0, 7)]],
  [
    'NULs before what is no JSON',
    `${nuls}rub`,
    false,
    [problem('nul-fill', 0, 5), problem('invalid-json', 5, 3)],
  ],
])('of %s', (_, text, isUnterminated, parts) => {
  const bytes = new TextEncoder().encode(text);
  const line = { text, bytes: () => bytes, line: 1, offset: 0, length: bytes.length };
  const mended = mendLine({ ...line, isUnterminated });
  expect(mended.map(({ envelope, ...part }) => ({ ...part, what: shown(envelope) }))).toEqual(
    parts,
  );
});

it('of a line that was too long to be held is its length', () => {
  const line = { text: undefined, bytes: () => undefined, line: 1, offset: 0, length: 99 };
  expect(mendLine({ ...line, isUnterminated: true })).toEqual([
    { start: 0, length: 99, envelope: { type: 'problem', kind: 'oversized-line' } },
  ]);
});

function problem(kind: string, start: number, bytes: number): object {
  return { start, length: bytes, what: kind };
}

function whole(start: number): object {
  return { start, length, what: 'record' };
}

function found(start: number): object {
  return { ...whole(start), found: 'certain' };
}

function shown(envelope: ReturnType<typeof mendLine>[number]['envelope']): string {
  return envelope.type === 'problem' ? envelope.kind : envelope.type;
}
