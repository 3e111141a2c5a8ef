import { traceSchema } from '@loop/events/trace';
import { describe, expect, test } from 'vitest';
import { readRecording, type ReadOptions } from '../../src/read/read-recording.ts';
import { foldOperations } from '../../src/index.ts';
import { end, gap, header, record, START } from './lines.ts';
import {
  bytesOf,
  collect,
  kindsOf,
  problemsOf,
  recordsOf,
  seqsOf,
  source,
  type Part,
} from './sources.ts';

const FIRST = '000001-0000000a.jsonl';
const SECOND = '000002-0000000b.jsonl';

const read = (segments: Record<string, readonly Part[]>, options: ReadOptions = {}) =>
  collect(
    readRecording(
      Object.entries(segments).map(([name, parts]) => source(name, bytesOf(...parts))),
      options,
    ),
  );

const plain = (seq: number, given = {}) => record(seq, 'queue.changed', given);
const other = header({ writer: '0000000b', segment: 2 });

describe('numbers', () => {
  test('each missing one is covered by a gap line or told', async () => {
    const items = await read({
      [SECOND]: [other, plain(9), plain(12), end(2, 14)],
      [FIRST]: [header(), plain(2), gap(3, 4), plain(5), plain(7), end(3, 7)],
    });
    expect(seqsOf(items)).toEqual([2, 5, 7, 9, 12]);
    expect(problemsOf(items)).toEqual(
      [
        { fromSeq: 1, toSeq: 1 },
        { fromSeq: 6, toSeq: 6, segment: FIRST },
        { fromSeq: 8, toSeq: 8 },
        { fromSeq: 10, toSeq: 11, segment: SECOND },
        { fromSeq: 13, toSeq: 14, segment: SECOND },
      ].map((hole) => expect.objectContaining({ kind: 'gap', ...hole }) as unknown),
    );
    const messages = problemsOf(items).map(({ message }) => message);
    expect(messages[0]).toBe('1 number has neither a record nor a gap line.');
    expect(messages[3]).toBe('2 numbers have neither a record nor a gap line.');
    expect(problemsOf(items)[0]).not.toHaveProperty('segment');
  });

  test('a hole that its writer left in an earlier segment of its own is in that one', async () => {
    const items = await read({
      '000001-0000000a.jsonl': [header(), plain(1), end(1, 1)],
      '000002-0000000b.jsonl': [other, plain(2), end(1, 2)],
      '000003-0000000b.jsonl': [header({ writer: '0000000b', segment: 3 }), plain(5), end(1, 5)],
      '000004-0000000c.jsonl': [header({ writer: '0000000c', segment: 4 }), plain(8), end(1, 8)],
    });
    expect(problemsOf(items)).toEqual([
      expect.objectContaining({ segment: '000002-0000000b.jsonl', fromSeq: 3, toSeq: 4 }),
      expect.not.objectContaining({ segment: expect.anything() as unknown }),
    ]);
  });

  test('a gap line may follow in a later segment, and a record stand inside of it', async () => {
    const items = await read({
      [FIRST]: [header(), plain(1), plain(2), end(2, 2)],
      [SECOND]: [other, gap(2, 4, { reason: 'write-error' }), plain(5), end(1, 5)],
    });
    expect(seqsOf(items)).toEqual([1, 2, 5]);
    expect(kindsOf(items)).toEqual([]);
  });

  test('an event is read once; two events of one number both are', async () => {
    const items = await read({
      [FIRST]: [header(), plain(1), plain(2), plain(2, { eventId: 'other' }), plain(1), end(3, 2)],
      [SECOND]: [other, plain(2), plain(3), end(2, 3)],
    });
    expect(seqsOf(items)).toEqual([1, 2, 2, 3]);
    expect(problemsOf(items)).toMatchObject([
      { kind: 'duplicate-seq', segment: FIRST, line: 4 },
      { kind: 'duplicate-event', segment: FIRST, line: 5 },
      { kind: 'duplicate-event', segment: SECOND, line: 2 },
    ]);
  });

  test('two processes at once are told once, with the numbers they share', async () => {
    const mine = { writer: '0000000b', eventId: 'b' };
    const items = await read({
      [FIRST]: [header(), plain(1), plain(2), plain(3), end(3, 3)],
      [SECOND]: [
        other,
        plain(2, { ...mine, eventId: 'b2' }),
        plain(3, { eventId: 'b3' }),
        plain(4),
        end(3, 4),
      ],
    });
    expect(seqsOf(items)).toEqual([1, 2, 3, 2, 3, 4]);
    expect(problemsOf(items)).toMatchObject([
      {
        ...{ kind: 'concurrent-writers', segment: SECOND, fromSeq: 2, toSeq: 3 },
        message: 'Two processes recorded at once: both have numbers 2 to 3.',
      },
    ]);
  });
});

describe('segments', () => {
  test('with a damaged first line have that problem alone', async () => {
    const items = await read({ [FIRST]: ['{"v":1,"kind":"seg\n', plain(1), plain(2), end(2, 2)] });
    expect(kindsOf(items)).toEqual(['invalid-json']);
    expect(seqsOf(items)).toEqual([1, 2]);
  });

  test('without its end a segment is unclean, unless its writer lives', async () => {
    const segments = { [FIRST]: [header(), plain(1)], [SECOND]: [other, plain(2)] };
    expect(problemsOf(await read(segments))).toMatchObject([
      { kind: 'unclean', segment: FIRST },
      { kind: 'unclean', segment: SECOND },
    ]);
    const living = await read(segments, { isLive: ({ writer }) => writer === '0000000b' });
    expect(problemsOf(living)).toMatchObject([{ kind: 'unclean', segment: FIRST }]);
  });

  test('missing ones are told, and one that has lost its first line', async () => {
    const items = await read({
      '000002-0000000a.jsonl': [plain(1), plain(2), end(2, 2)],
      '000005-0000000a.jsonl': [header(), plain(3), end(1, 3)],
    });
    expect(problemsOf(items).map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
      'missing-segment: Segment 1 is not there.',
      'not-an-envelope: The first line of the segment is missing.',
      'missing-segment: Segments 3 to 4 are not there.',
    ]);
  });

  test('one that cannot be read, or needs a newer reader, hides no other', async () => {
    const broken = {
      name: FIRST,
      async *read(): AsyncGenerator<Uint8Array> {
        yield bytesOf(header(), plain(1));
        throw Object.assign(new Error('/a/path'), { code: 'EIO' });
      },
    };
    const refused = source(SECOND, bytesOf(header({ requires: ['crc'] }), plain(2)));
    const third = source('000003-0000000c.jsonl', bytesOf(header(), plain(3), end(1, 3)));
    const items = await collect(readRecording([third, refused, broken]));
    expect(seqsOf(items)).toEqual([1, 3]);
    expect(kindsOf(items)).toEqual([
      'unreadable',
      'unclean',
      'unsupported-segment',
      'unclean',
      'gap',
    ]);
    expect(problemsOf(items)[0]?.message).toBe('The segment cannot be read to its end (EIO).');
  });
});

describe('clocks (acceptance 19)', () => {
  test('a wall clock that goes back, and one that jumps ahead', async () => {
    const at = (ms: number) => new Date(START + ms).toISOString();
    const items = await read({
      [FIRST]: [
        header(),
        plain(1, { time: at(0), mono: 0 }),
        plain(2, { time: at(-5_000), mono: 10_000 }),
        plain(3, { time: at(-4_000), mono: 1_000_000 }),
        plain(4, { time: at(3_600_000), mono: 1_001_000 }),
        end(4, 4),
      ],
      // Another process has another steady clock.
      [SECOND]: [other, plain(5, { time: at(3_600_001), mono: 3 }), end(1, 5)],
    });
    expect(problemsOf(items)).toMatchObject([
      { kind: 'clock-backwards', fromSeq: 1, toSeq: 2 },
      { kind: 'suspended', fromSeq: 3, toSeq: 4 },
    ]);
    expect(seqsOf(items)).toEqual([1, 2, 3, 4, 5]);
  });

  test('segments stand by their numbers, whatever the clock said', async () => {
    const late = header({ startedAt: new Date(START + 9_000).toISOString() });
    const items = await read({
      '000010-0000000b.jsonl': [other, plain(2), end(1, 2)],
      '000009-0000000a.jsonl': [late, plain(1), end(1, 1)],
    });
    expect(seqsOf(items)).toEqual([1, 2]);
  });
});

describe('former and business names (C-021, acceptance 20)', () => {
  const names = [...traceSchema.aliases];

  test('all are read under their name of today', async () => {
    const lines = names.map(([name], index) => record(index + 1, name));
    const items = await read({ [FIRST]: [header(), ...lines] }, { schema: traceSchema });
    expect(names).toHaveLength(20);
    expect(recordsOf(items).map(({ name, originalName }) => [originalName, name])).toEqual(names);
    expect(recordsOf(items).some(({ isUnknown }) => isUnknown)).toBe(false);
  });

  test('old and new ones fold to the same tree, across segments', async () => {
    const formerOf = new Map(names.map(([former, today]) => [today, former]));
    const list = [
      ['run.started', 'run'],
      ['tool.started', 'call'],
      ['approval.started', 'ask'],
      ['approval.completed', 'ask'],
      ['tool.nested.started', 'inner'],
      ['tool.nested.completed', 'inner'],
      ['tool.completed', 'call'],
      ['compaction.started', 'short'],
      ['compaction.completed', 'short'],
      ['run.completed', 'run'],
    ] as const;
    const lines = (isOld: (index: number) => boolean) =>
      list.map(([name, operationId], index) =>
        record(index + 1, (isOld(index) && formerOf.get(name)) || name, {
          operationId,
          runId: 'run',
          ...(operationId === 'run' ? {} : { parentOperationId: 'run' }),
        }),
      );
    const treeOf = async (isOld: (index: number) => boolean) => {
      const all = lines(isOld);
      const items = await read(
        {
          [FIRST]: [header(), ...all.slice(0, 5), end(5, 5)],
          [SECOND]: [header({ segment: 2 }), ...all.slice(5), end(5, 10)],
        },
        { schema: traceSchema },
      );
      const tree = await foldOperations(items, { schema: traceSchema });
      return JSON.stringify(tree.roots, (key, value: unknown) =>
        key === 'originalName' ? undefined : value,
      );
    };
    const today = await treeOf(() => false);
    expect(today).not.toContain('incomplete');
    expect(await treeOf(() => true)).toBe(today);
    expect(await treeOf((index) => index % 3 === 0)).toBe(today);
  });
});
