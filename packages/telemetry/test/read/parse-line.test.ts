import { describe, expect, it } from 'vitest';
import { envelopeOf, parseJson } from '../../src/read/parse-line.js';

const time = '2026-11-30T10:00:00.000Z';

/** One of each kind that the format has, with the fields that it cannot do without. */
const WHOLE = {
  record: {
    ...{ v: 1, seq: 1, eventId: 'e', time, mono: 0, name: 'a.b', sessionId: '', data: {} },
    ...{ runId: 'r', operationId: 'o', parentOperationId: 'p' },
  },
  segment: {
    ...{ v: 1, kind: 'segment', format: 'loop.trace', requires: [] },
    ...{ writer: 'w', sessionId: 's', startedAt: time },
  },
  gap: { v: 1, kind: 'gap', from: 3, to: 3, count: 1 },
  end: { v: 1, kind: 'end', lastSeq: 0, records: 0 },
} as const;

/** What each field must not be. */
const WRONG: Readonly<Record<keyof typeof WHOLE, Readonly<Record<string, readonly unknown[]>>>> = {
  record: {
    seq: [undefined, null, '1', 0, -1, 1.5, 2 ** 53],
    eventId: [undefined, null, 1, ''],
    time: [undefined, 1, 'yesterday', ''],
    mono: [undefined, null, '0'],
    name: [undefined, null, 1, ''],
    sessionId: [undefined, null, 1],
    data: [undefined, null, 'x', []],
    runId: [null, 1, ''],
    operationId: [null, 1, ''],
    parentOperationId: [null, 1, ''],
  },
  segment: {
    format: [undefined, null, 1],
    requires: [undefined, null, 'x', {}],
    writer: [undefined, null, 1, ''],
    sessionId: [undefined, null, 1, ''],
    startedAt: [undefined, 1, 'yesterday'],
  },
  gap: {
    from: [undefined, '3', 0, 4],
    to: [undefined, '3', 0, 2],
    count: [undefined, null, '1'],
  },
  end: {
    lastSeq: [undefined, null, '0', 0.5],
    records: [undefined, null, '0', 0.5],
  },
};

describe.each(Object.entries(WHOLE))('%s', (type, whole) => {
  it('is what it says, with fields that nobody knows', () => {
    expect(envelopeOf({ ...whole, more: 1 })).toEqual({ type, [type]: { ...whole, more: 1 } });
  });

  const wrong = Object.entries(WRONG[type as keyof typeof WHOLE]).flatMap(([field, values]) =>
    values.map((value) => [field, value] as const),
  );
  it.each(wrong)('is none with a %s of %j', (field, value) => {
    expect(envelopeOf({ ...whole, [field]: value })).toEqual({
      type: 'problem',
      kind: 'not-an-envelope',
    });
  });
});

it('needs no ids of runs and operations in a record', () => {
  const { runId: _r, operationId: _o, parentOperationId: _p, ...record } = WHOLE.record;
  expect(envelopeOf(record)).toEqual({ type: 'record', record });
});

it('asks nothing of a segment that asks for what we do not know', () => {
  const segment = { v: 1, kind: 'segment', format: 'other', requires: ['x'] };
  expect(envelopeOf(segment)).toEqual({ type: 'segment', segment });
  expect(envelopeOf({ ...segment, format: 1 }).type).toBe('problem');
});

it.each([
  [{ v: 1, kind: 'later', from: 1, to: 2, count: 2 }, { type: 'unknown' }],
  [{ ...WHOLE.segment, kind: 'later' }, { type: 'unknown' }],
  [{ ...WHOLE.end, kind: 'later' }, { type: 'unknown' }],
  [
    { v: 1, kind: 5 },
    { type: 'problem', kind: 'not-an-envelope' },
  ],
  [
    { v: 1, kind: null },
    { type: 'problem', kind: 'not-an-envelope' },
  ],
  [
    { ...WHOLE.record, v: 2 },
    { type: 'problem', kind: 'unsupported-version' },
  ],
  [
    { ...WHOLE.record, v: '1' },
    { type: 'problem', kind: 'not-an-envelope' },
  ],
  [[], { type: 'problem', kind: 'not-an-envelope' }],
  [null, { type: 'problem', kind: 'not-an-envelope' }],
  ['x', { type: 'problem', kind: 'not-an-envelope' }],
])('%j is %j', (value, envelope) => {
  expect(envelopeOf(value)).toEqual(envelope);
});

it('has no value for what is no JSON text', () => {
  expect(parseJson(undefined)).toBeUndefined();
  expect(parseJson('{"v":1')).toBeUndefined();
  expect(parseJson('null')).toBeNull();
});
