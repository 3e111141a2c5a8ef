import { describe, expect, test } from 'vitest';
import { traceSchema } from '@loop/events/trace';
import { LoopTelemetryError } from '../../src/errors.ts';
import { readSegment } from '../../src/read/read-recording.ts';
import type { SegmentOptions } from '../../src/read/segment-decoder.ts';
import { end, gap, header, record } from './lines.ts';
import {
  bytesOf,
  chunks,
  collect,
  kindsOf,
  problemsOf,
  recordsOf,
  seqsOf,
  text,
  type Part,
} from './sources.ts';

const read = (parts: readonly Part[], options: Partial<SegmentOptions> = {}) =>
  collect(readSegment(chunks(bytesOf(...parts)), { segment: 'segment', ...options }));

const plain = (seq: number, data = {}) => record(seq, 'queue.changed', { data });
const [one, two, three, four] = [plain(1), plain(2), plain(3), plain(4)] as const;

describe('damage, row by row (acceptance 9)', () => {
  test('bad lines are told with line and offset, the rest is read (C-036)', async () => {
    const parts = [one, '{"half\n', two, new Uint8Array(300), '\n', three, 'garbage\n', four];
    const items = await read(parts);
    expect(seqsOf(items)).toEqual([1, 2, 3, 4]);
    const at = (count: number) => bytesOf(...parts.slice(0, count)).length;
    expect(problemsOf(items)).toMatchObject([
      { kind: 'invalid-json', line: 2, offset: at(1), bytes: 6 },
      { kind: 'nul-fill', line: 4, offset: at(3), bytes: 300 },
      { kind: 'invalid-json', line: 6, offset: at(6), bytes: 7 },
    ]);
  });

  test('a last line without a line feed is read, or told as torn', async () => {
    const whole = await read([one, text(two)]);
    expect(recordsOf(whole).map(({ isUnterminated }) => isUnterminated)).toEqual([undefined, true]);
    expect(kindsOf(whole)).toEqual([]);
    const torn = await read([one, text(two).slice(0, 60)]);
    expect(seqsOf(torn)).toEqual([1]);
    expect(problemsOf(torn)).toMatchObject([{ kind: 'torn-tail', line: 2, bytes: 60 }]);
    const glued = await read([text(one), text(two).slice(0, 60)]);
    expect(seqsOf(glued)).toEqual([1]);
    expect(problemsOf(glued)).toMatchObject([{ kind: 'torn-tail', offset: text(one).length }]);
  });

  test('NULs before or after a line take nothing from it', async () => {
    const nuls = new Uint8Array(7);
    for (const line of [
      [nuls, one],
      [text(one), nuls, '\n'],
      [nuls, text(one), nuls, '\n'],
      [text(one), nuls, two],
    ]) {
      const items = await read([...line, three]);
      expect(seqsOf(items).filter((seq) => seq !== 2)).toEqual([1, 3]);
      expect(kindsOf(items)).toEqual(['nul-fill']);
    }
  });

  test('records on one line are both read, once and in order (C-092)', async () => {
    const glued = await read([text(one), two, three]);
    expect(seqsOf(glued)).toEqual([1, 2, 3]);
    expect(problemsOf(glued)).toMatchObject([{ kind: 'invalid-json', line: 1, offset: 0 }]);
    const stub = await read([one, '{"na', two, three]);
    expect(seqsOf(stub)).toEqual([1, 2, 3]);
    expect(recordsOf(stub).map(({ isSalvaged }) => isSalvaged)).toEqual([
      undefined,
      true,
      undefined,
    ]);
    expect(problemsOf(stub)).toMatchObject([{ kind: 'invalid-json', line: 2 }]);
    const behindAll = await read([one, text(two).slice(0, -20), text(three), gap(4, 5), plain(6)]);
    expect(seqsOf(behindAll)).toEqual([1, 3, 6]);
    expect(behindAll.some((item) => item.type === 'gap' && item.gap.from === 4)).toBe(true);
  });

  test.each([1, 2, 3, 5])('a record cut anywhere costs no other (step %i)', async (step) => {
    const cut = text(plain(2, { list: [1, { a: ':' }], text: 'x:y,z[' }));
    for (let at = step; at < cut.length; at += 5) {
      const items = await read([one, cut.slice(0, at), three, four]);
      expect([at, ...seqsOf(items)]).toEqual([at, 1, 3, 4]);
      expect(kindsOf(items)).toEqual(['invalid-json']);
    }
  });

  test('one record over three lines is no record (C-135)', async () => {
    const [a, b, c] = [text(two).slice(0, 20), text(two).slice(20, 70), text(two).slice(70)];
    const items = await read([one, `${a}\n${b}\n${c}\n`, three]);
    expect(seqsOf(items)).toEqual([1, 3]);
    expect(kindsOf(items)).toEqual(['invalid-json', 'invalid-json', 'invalid-json']);
  });

  test('bytes that are no text are told, and nothing is put in their place', async () => {
    const bad = Buffer.from(text(two));
    bad[bad.indexOf('queue')] = 0xff;
    const items = await read([one, bad, '\n', three]);
    expect(seqsOf(items)).toEqual([1, 3]);
    expect(kindsOf(items)).toEqual(['invalid-utf8']);
    const glued = await read([text(one), new Uint8Array([0xff]), two]);
    expect(seqsOf(glued)).toEqual([1, 2]);
    expect(kindsOf(glued)).toEqual(['invalid-utf8']);
  });

  test('a line that is too long is skipped and does not stay in memory', async () => {
    const long = plain(2, { text: 'x'.repeat(2_000) });
    for (const lines of [
      [one, long, three],
      [one, text(long).slice(0, -1)],
    ]) {
      const items = await read(lines, { maxLineBytes: 1_000 });
      expect(seqsOf(items)).toEqual(lines.length === 3 ? [1, 3] : [1]);
      expect(problemsOf(items)).toMatchObject([{ kind: 'oversized-line', line: 2 }]);
    }
  });

  test('JSON that is no envelope is told', async () => {
    const bad = ['[]', '1', 'null', '{}', '{"v":"1"}', '{"v":1}', '{"v":1,"seq":1.5}', '""'];
    const noData = text(two).replace('"data":{}', '"data":[]');
    const noGap = '{"v":1,"kind":"gap","from":5,"to":4,"count":1}';
    const items = await read([one, [...bad, noData, noGap, ''].join('\n'), three]);
    expect(seqsOf(items)).toEqual([1, 3]);
    expect(new Set(kindsOf(items))).toEqual(new Set(['not-an-envelope']));
    expect(kindsOf(items)).toHaveLength(bad.length + 2);
  });
});

describe('what only looks like a record', () => {
  const inner = plain(2);

  test("a record's text inside a string is never taken", async () => {
    const quoting = text(plain(5, { text: text(inner) }));
    const items = await read([plain(1), quoting.slice(30), '\n', plain(6)]);
    expect(seqsOf(items)).toEqual([1, 6]);
  });

  test('nor is an object of a payload, wherever its record is torn', async () => {
    const outer = text(plain(5, { list: [inner, inner], more: inner }));
    for (let at = 1; at < outer.length; at++) {
      const torn = await read([plain(4), `${outer.slice(0, at)}\n`, plain(6)]);
      expect([at, ...seqsOf(torn)]).toEqual([at, 4, 6]);
      const headless = await read([plain(4), `${outer.slice(at)}\n`, plain(6)]);
      expect([at, ...seqsOf(headless)]).toEqual([at, 4, 6]);
    }
  });

  test('nor one whose number would fit, where its record is damaged before it', async () => {
    const outer = text(
      plain(5, { list: [plain(5, { a: 1 }), plain(5, { b: 2 })], more: plain(5) }),
    );
    const broken = outer.replace('"eventId":"event-5"', '"eventId":event-5"');
    const items = await read([plain(4), `${broken}\n`, plain(6)]);
    expect(seqsOf(items)).toEqual([4, 6]);
    expect(kindsOf(items)).toEqual(['invalid-json']);
  });

  test('where it could be either, its neighbours decide; salvage mode takes it', async () => {
    const cut = text(plain(5)).slice(0, text(plain(5)).indexOf('"name":') + 7);
    const fitting = await read([plain(4), cut, plain(6), plain(7)]);
    expect(seqsOf(fitting)).toEqual([4, 6, 7]);
    for (const seq of [3, 8]) {
      const parts = [plain(4), cut, plain(seq), plain(7)];
      expect(seqsOf(await read(parts))).toEqual([4, 7]);
      expect(new Set(seqsOf(await read(parts, { mode: 'salvage' })))).toEqual(new Set([4, 7, seq]));
    }
  });

  test('nor is a record of another session', async () => {
    const foreign = record(2, 'queue.changed', { sessionId: 'other' });
    const items = await read([header(), one, 'x', foreign, three]);
    expect(seqsOf(items)).toEqual([1, 3]);
  });

  test('thousands of marks in one line take linear work', async () => {
    const hostile = ':{"v":1,"seq":'.repeat(60_000);
    const items = await read([one, `${hostile}\n`, two]);
    expect(seqsOf(items)).toEqual([1, 2]);
    expect(kindsOf(items)).toEqual(['invalid-json']);
  });
});

describe('what a newer version wrote (C-037, acceptance 21)', () => {
  test('names, fields and kinds pass, another version is told', async () => {
    const items = await read(
      [
        record(1, 'future.thing', { data: { a: 1 } }),
        text(two).replace('"data"', '"later":{"x":[1]},"data"') + '\n',
        three,
        text(four).replace('{"v":1', '{"v":2') + '\n',
        '{"v":1,"kind":"checkpoint","at":4}\n',
        plain(5),
        end(4, 5),
      ],
      { schema: traceSchema },
    );
    expect(seqsOf(items)).toEqual([1, 2, 3, 5]);
    expect(recordsOf(items)[0]).toMatchObject({ isUnknown: true, data: { a: 1 } });
    expect(recordsOf(items)[1]).toMatchObject({ later: { x: [1] } });
    expect(recordsOf(items)[1]).not.toHaveProperty('isUnknown');
    expect(problemsOf(items)).toMatchObject([{ kind: 'unsupported-version', line: 4 }]);
    expect(items.at(-1)?.type).toBe('end');
  });

  test('a segment that requires what we do not know is refused, clearly', async () => {
    const items = await read([header({ requires: ['zstd'] }), one, 'garbage']);
    expect(problemsOf(items)).toMatchObject([{ kind: 'unsupported-segment', line: 1 }]);
    expect(items).toHaveLength(1);
  });
});

test('lines end at line feeds only, however they are cut into chunks (C-039)', async () => {
  const data = { text: 'a\u2028b\u2029c\u0085d\v\f\r😀' };
  // As another writer may leave it: not escaped.
  const raw = `${JSON.stringify(plain(2, data))}\n`;
  const bytes = bytesOf(one, raw, three);
  for (const size of [1, 7, 1_000]) {
    const items = await collect(readSegment(chunks(bytes, size), { segment: 's' }));
    expect(recordsOf(items)).toEqual([one, plain(2, data), three]);
    expect(kindsOf(items)).toEqual([]);
  }
});

test('records are in the order of their numbers, also behind a batch that came late', async () => {
  const late = [4, 5, 6, 1, 2, 3, 7].map((seq) => plain(seq));
  const items = await read([header(), ...late, end(7, 7)], { nextSeq: 1 });
  expect(seqsOf(items)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(items.at(-1)?.type).toBe('end');
  const withGap = await read([plain(1), plain(9), gap(3, 8), plain(2)]);
  expect(withGap.map((item) => (item.type === 'record' ? item.record.seq : item.type))).toEqual([
    1,
    2,
    'gap',
    9,
  ]);
});

test('strict reading stops at the first damage', async () => {
  const reading = read([one, '{"half\n', two], { mode: 'strict' });
  await expect(reading).rejects.toThrow(LoopTelemetryError);
  await expect(reading).rejects.toMatchObject({ code: 'damaged' });
  await expect(read([one, two], { mode: 'strict' })).resolves.toHaveLength(2);
});
