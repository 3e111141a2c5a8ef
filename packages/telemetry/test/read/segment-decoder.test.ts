import { describe, expect, it } from 'vitest';
import type { ReadItem } from '../../src/read/read-item.ts';
import { SegmentDecoder, type SegmentOptions } from '../../src/read/segment-decoder.ts';
import { encodeLine } from '../../src/record/encode-line.ts';
import { end, gap, header, record } from './lines.ts';
import { bytesOf, kindsOf, problemsOf, recordsOf, seqsOf, text, type Part } from './sources.ts';

const plain = (seq: number, given = {}) => record(seq, 'queue.changed', given);
const foreign = (seq: number) => plain(seq, { sessionId: 'other' });
/** Behind it a record may be a value. */
const torn = '{"v":1,"seq":5,"data":{"copied":';

/** All in one chunk. */
function read(parts: readonly Part[], options: Partial<SegmentOptions> = {}): ReadItem[] {
  const decoder = new SegmentDecoder({ segment: 'segment', ...options });
  return [...decoder.push(bytesOf(...parts)), ...decoder.end()];
}

describe('the first line', () => {
  it.each([
    ['requires what we do not know', header({ requires: ['zstd'] })],
    ['is of another format', { ...header(), format: 'other.trace' } as never],
  ])('that %s ends the reading', (_, first: Part) => {
    const rest = [plain(1), 'garbage\n', gap(2, 3), end(1, 3), text(plain(4))];
    const items = read([first, ...rest]);
    expect(items).toHaveLength(1);
    const message = 'The segment needs a newer reader and was skipped.';
    expect(problemsOf(items)).toMatchObject([{ kind: 'unsupported-segment', line: 1, message }]);
  });

  it('stands once', () => {
    const items = read([header(), plain(1), header({ requires: ['zstd'] }), plain(2)]);
    expect(items.map(({ type }) => type)).toEqual(['segment', 'record', 'problem', 'record']);
    expect(problemsOf(items)).toMatchObject([{ kind: 'not-an-envelope', line: 3 }]);
  });

  it.each([
    ['it', [header()]],
    ['a record, where it is lost,', [plain(1)]],
  ])('%s says whose records are taken from damaged lines', (_, before: Part[]) => {
    const items = read([...before, 'x', foreign(2), 'x', plain(3)]);
    expect(seqsOf(items).filter((seq) => seq > 1)).toEqual([3]);
  });
});

describe('a record that may be a value', () => {
  it.each([
    { seq: 3, isTaken: false },
    { seq: 4, isTaken: false },
    { seq: 5, isTaken: true },
    { seq: 6, isTaken: true },
    { seq: 7, isTaken: false },
    { seq: 8, isTaken: false },
  ])('between 4 and 7 is taken if it fits: $seq', ({ seq, isTaken }) => {
    const items = read([plain(4), torn, plain(seq), plain(7)]);
    expect(seqsOf(items)).toEqual(isTaken ? [4, seq, 7] : [4, 7]);
    expect(kindsOf(items)).toEqual(['invalid-json']);
    const [, taken] = recordsOf(items);
    expect(taken?.isSalvaged).toBe(isTaken ? true : undefined);
  });

  it('is taken where the numbers fall behind it, and at the end', () => {
    expect(seqsOf(read([plain(8), torn, plain(9), plain(2)]))).toEqual([8, 9, 2]);
    expect(seqsOf(read([plain(8), torn, plain(9), plain(8)]))).toEqual([8, 9, 8]);
    expect(seqsOf(read([plain(8), torn, plain(9)]))).toEqual([8, 9]);
  });

  it('is taken by its number only if it may be one', () => {
    expect(seqsOf(read([plain(1), 'x', plain(9), plain(2)]))).toEqual([1, 2, 9]);
  });
});

it('what was given is not given again', () => {
  const decoder = new SegmentDecoder({ segment: 'segment' });
  const given = [decoder.push(bytesOf(plain(1), end(1, 1))), decoder.flush(), decoder.end()];
  expect(given.map((items) => items.map(({ type }) => type))).toEqual([['record'], ['end'], []]);
});

it('takes more ends than a call takes arguments', () => {
  expect(read([encodeLine(end(1, 1)).repeat(150_000)])).toHaveLength(150_000);
});

it('what stands behind a first line that is refused is refused, on its line too', () => {
  const glued = text(plain(1));
  const first = encodeLine(header({ requires: ['zstd'] })).trimEnd();
  expect(kindsOf(read([`${first}${glued}`]))).toContain('unsupported-segment');
  expect(seqsOf(read([`${first}${glued}\n`, plain(2)]))).toEqual([]);
});

describe('whose session it is', () => {
  it('is what the first certain record says, not one in doubt', () => {
    const doubtful = `${torn}${text(foreign(1))}\n`;
    expect(seqsOf(read([doubtful, plain(2), 'x', plain(3)]))).toEqual([2, 3]);
    expect(seqsOf(read([doubtful, foreign(2)]))).toEqual([1, 2]);
    expect(seqsOf(read([doubtful]))).toEqual([1]);
  });

  it.each([{ requires: ['zstd'] }, {}])('is not what a header in damage says: %j', (given) => {
    const other = encodeLine(header({ sessionId: 'other', ...given })).trimEnd();
    const sessionId = plain(1).sessionId;
    const items = read([`x${other}\n`, header(), plain(1)], { sessionId });
    expect(items.map(({ type }) => type)).toEqual(['problem', 'segment', 'record']);
  });
});
