import { measuredLine } from '../../src/record/encode-line.ts';
import type { EndLine, GapLine, SegmentLine, TraceRecord } from '../../src/record/envelope.ts';
import type { RecordLine } from '../../src/record/lines.ts';

/** A record's line as a recorder makes it. */
export function recordLine(
  seq: number,
  { pad = 0, of = 'x', spare = false, sync = false } = {},
): RecordLine {
  const line = measuredLine({
    v: 1,
    seq,
    eventId: `event-${seq}`,
    time: new Date(0).toISOString(),
    mono: seq,
    name: 'tool.called',
    sessionId: 'session',
    data: { pad: of.repeat(pad) },
  });
  return { seq, ...line, spare, sync };
}

/** The lines of segments, by kind, in the order in which they stand there. */
export interface Parsed {
  records: TraceRecord[];
  gaps: GapLine[];
  heads: SegmentLine[];
  ends: EndLine[];
  /** What is no whole line of JSON. */
  damaged: string[];
}

/** Reads segments as simply as can be: nothing that is shared with what wrote them. */
export function parseSegments(texts: readonly string[]): Parsed {
  const parsed: Parsed = { records: [], gaps: [], heads: [], ends: [], damaged: [] };
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    if (line !== '') parseLine(line, parsed);
  }
  return parsed;
}

function parseLine(line: string, parsed: Parsed): void {
  let value: { kind?: string };
  try {
    value = JSON.parse(line) as { kind?: string };
  } catch {
    parsed.damaged.push(line);
    return;
  }
  const { kind = 'record' } = value;
  const lists: Record<string, unknown[]> = {
    ...{ record: parsed.records, gap: parsed.gaps },
    ...{ segment: parsed.heads, end: parsed.ends },
  };
  lists[kind]?.push(value);
}

/** What stands in records and gaps, as one list of numbers: each should be there once. */
export function accountedFor({ records, gaps }: Parsed): number[] {
  const lost = gaps.flatMap(({ from, count }) => Array.from({ length: count }, (_, i) => from + i));
  return [...records.map(({ seq }) => seq), ...lost].sort((a, b) => a - b);
}

/** The numbers from 1. */
export function numbersTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
