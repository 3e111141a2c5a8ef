import { traceSchema } from '@loop/events/trace';
import { readRecording, readSegment, type ReadItem, type SegmentSource } from '@loop/telemetry';

/** What a reader tells of an example, in the form of the document. */
export interface Findings {
  records: string[];
  problems: string[];
}

/** Where a segment begins, in a block that shows several. */
const NAME_LINE = /^-- (.+)\.jsonl$/m;

/** The text of each segment that a block of the document shows, under its name. */
export function segmentsIn(block: string): { name: string; text: string }[] {
  const [first = '', ...named] = block.split(NAME_LINE);
  if (named.length === 0) return [{ name: '', text: wholeLines(first) }];
  return named.flatMap((name, at) =>
    at % 2 === 0 ? [{ name, text: wholeLines(named[at + 1] ?? '') }] : [],
  );
}

/** Ended by LF, unless the document says that the last line is not. */
function wholeLines(text: string): string {
  const lines = text.replace(/^\n/, '').replace(/\n$/, '');
  return lines.endsWith('¶') ? lines.slice(0, -1) : `${lines}\n`;
}

/** The items of a segment that is shown alone, or of a recording. */
export function itemsOf(block: string): AsyncIterable<ReadItem> {
  const segments = segmentsIn(block);
  const sources = segments.map(({ name, text }): SegmentSource => ({
    name,
    read: () => chunksOf(text),
  }));
  const [alone] = sources;
  return alone?.name === ''
    ? readSegment(alone.read(), { segment: '000001-1f0c22aa', schema: traceSchema })
    : readRecording(sources, { schema: traceSchema });
}

/** What was found, in the order in which a reader tells it. */
export async function findingsOf(
  items: AsyncIterable<ReadItem> | Iterable<ReadItem>,
): Promise<Findings> {
  const findings: Findings = { records: [], problems: [] };
  for await (const item of items) {
    if (item.type === 'record') findings.records.push(item.record.eventId);
    if (item.type === 'problem') findings.problems.push(item.problem.kind);
  }
  return findings;
}

/** All items of a stream. */
export async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Its bytes, with those that no text can show. */
async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const part of text.replaceAll('␀', '\0').split(/(␦)/)) {
    yield part === '␦' ? Uint8Array.of(0xff) : encoder.encode(part);
  }
}
