import { formatCursor, parseCursor } from '@loop/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStreamId, resolveCursor } from '../../src/stream/cursor.js';
import { runs } from '../runs.js';

/** At 10, with 5…10 retained. */
const stream = { streamId: 's', seq: 10, oldestSeq: 5 };

const malformed = [
  's',
  ':',
  '::',
  ':5',
  's:',
  's: 5',
  ' s:5',
  's:5 ',
  's:5\n',
  's:05',
  's:00',
  's:-1',
  's:-0',
  's:+5',
  's:5.0',
  's:1e2',
  's:1E0',
  's:0x5',
  's:5n',
  's:1_0',
  's:NaN',
  's:Infinity',
  's:9007199254740992',
  's:9007199254740993',
  `s:${'9'.repeat(400)}`,
  's:\u0665',
  's:\uff15',
  's:s:5',
  's::5',
  'ß:5',
  's\0:5',
  's\u2028:5',
  '\ufeffs:5',
  '😀:5',
  's:5, s:6',
  '{"streamId":"s","seq":5}',
  '__proto__',
  `${'s'.repeat(65)}:5`,
];

describe('a cursor', () => {
  it.each(malformed)('%j is no position, so it gets a snapshot', (text) => {
    expect(parseCursor(text)).toBeUndefined();
    expect(resolveCursor(text, stream)).toEqual({ outcome: 'snapshot', because: 'malformed' });
  });

  it.each([
    [undefined, 'none'],
    [null, 'none'],
    [5 as never, 'malformed'],
    [{} as never, 'malformed'],
    ['', 'none'],
    ['t:7', 'other-stream'],
    ['S:7', 'other-stream'],
    ['t:400', 'other-stream'],
    ['constructor:7', 'other-stream'],
    ['s:10', 'not-behind'],
    ['s:11', 'not-behind'],
    ['s:1000000000', 'not-behind'],
    ['s:9007199254740991', 'not-behind'],
    ['s:3', 'evicted'],
    ['s:0', 'evicted'],
  ])('%j gets a snapshot, because: %s', (text, because) => {
    expect(resolveCursor(text, stream)).toEqual({ outcome: 'snapshot', because });
  });

  it.each([
    ['s:4', 5],
    ['s:5', 6],
    ['s:9', 10],
  ])('%j is replayed from %i', (text, from) => {
    expect(resolveCursor(text, stream)).toEqual({ outcome: 'replay', from });
  });

  it('s:0 is a position of a new stream, and behind its first frame', () => {
    const fresh = { streamId: 's', seq: 0, oldestSeq: 1 };
    expect(resolveCursor('s:0', fresh)).toEqual({ outcome: 'snapshot', because: 'not-behind' });
    expect(resolveCursor('s:0', { ...fresh, seq: 3 })).toEqual({ outcome: 'replay', from: 1 });
  });

  it('one behind is not enough when the last frame was too large to be retained', () => {
    const empty = { streamId: 's', seq: 10, oldestSeq: 11 };
    expect(resolveCursor('s:9', empty)).toEqual({ outcome: 'snapshot', because: 'evicted' });
  });

  it('of megabytes is answered like any other', () => {
    for (const text of [':'.repeat(1e6), '9'.repeat(1e6), `s:${'1'.repeat(1e6)}`]) {
      expect(resolveCursor(text, stream)).toEqual({ outcome: 'snapshot', because: 'malformed' });
    }
  });

  it('survives being written and read', () => {
    const streamIds = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
    fc.assert(
      fc.property(streamIds, fc.maxSafeNat(), (streamId, seq) => {
        expect(parseCursor(formatCursor({ streamId, seq }))).toEqual({ streamId, seq });
        expect(formatCursor({ streamId, seq }).length).toBeLessThanOrEqual(128);
      }),
    );
  });

  it('is read in one way only: whatever is read is written the same again', () => {
    const near = fc.tuple(
      fc.constantFrom('s', 't', '', ':', ' ', 's:'),
      fc.constantFrom(':', '', '::', ' :'),
      fc.oneof(fc.double().map(String), fc.bigInt().map(String), fc.string()),
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      near.map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const cursor = parseCursor(text);
        if (cursor) expect(formatCursor(cursor)).toBe(text);
        const { outcome } = resolveCursor(text, stream);
        expect(outcome === 'replay').toBe(/^s:[4-9]$/.test(text));
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('a stream id', () => {
  it.each(['s', '-', '_', '0', 'A'.repeat(64), crypto.randomUUID()])('%j is one', (id) => {
    expect(isStreamId(id)).toBe(true);
  });

  it.each(['', ' ', 's ', ' s', 's:t', 's\n', 's\r', 's\0', 'é', '😀', 'A'.repeat(65), 's/t'])(
    '%j is none',
    (id) => {
      expect(isStreamId(id)).toBe(false);
    },
  );
});
