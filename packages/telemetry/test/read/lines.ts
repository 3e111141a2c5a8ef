import type { EndLine, GapLine, SegmentLine, TraceRecord } from '../../src/record/envelope.ts';
import type { ReadItem } from '../../src/read/read-item.ts';

/** Wall clock of the first record. */
export const START = Date.parse('2026-01-02T03:04:05.000Z');

/** A record; what is not given follows from `seq`: one per 10 ms. */
export function record(seq: number, name: string, given: Partial<TraceRecord> = {}): TraceRecord {
  const { data = {}, ...fields } = given;
  return {
    v: 1,
    seq,
    eventId: `event-${seq}`,
    time: new Date(START + seq * 10).toISOString(),
    mono: seq * 10_000,
    name,
    sessionId: 'session',
    ...fields,
    data,
  };
}

/** A segment's first line. */
export function header(given: Partial<SegmentLine> = {}): SegmentLine {
  return {
    v: 1,
    kind: 'segment',
    format: 'loop.trace',
    requires: [],
    sessionId: 'session',
    writer: '0000000a',
    segment: 1,
    startedAt: new Date(START).toISOString(),
    monoOrigin: 0,
    mode: 'content',
    schema: { name: 'loop.trace', version: 1 },
    producer: { name: 'test', version: '1' },
    previous: null,
    ...given,
  };
}

export function gap(from: number, to: number, given: Partial<GapLine> = {}): GapLine {
  const time = new Date(START).toISOString();
  return {
    v: 1,
    kind: 'gap',
    from,
    to,
    count: to - from + 1,
    reason: 'queue-full',
    time,
    ...given,
  };
}

export function end(records: number, lastSeq: number, given: Partial<EndLine> = {}): EndLine {
  const time = new Date(START).toISOString();
  return { v: 1, kind: 'end', records, lastSeq, dropped: 0, bytes: 0, time, ...given };
}

/** The items of a segment, as a reader of an undamaged one yields them. */
export function items(
  records: readonly (TraceRecord | GapLine)[],
  given: Partial<SegmentLine> = {},
): ReadItem[] {
  const segment = header(given);
  const name = `${String(segment.segment).padStart(6, '0')}-${segment.writer}.jsonl`;
  return [
    { type: 'segment', segment, name },
    ...records.map((line, index): ReadItem => {
      if ('kind' in line) return { type: 'gap', gap: line, segment: name };
      const position = { segment: name, line: index + 2, offset: 0, bytes: 0 };
      return { type: 'record', record: line, position };
    }),
  ];
}
