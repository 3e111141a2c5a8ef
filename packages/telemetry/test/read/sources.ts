import type { ReadItem } from '../../src/read/read-item.ts';
import type { Problem } from '../../src/read/problem.ts';
import type { SegmentSource } from '../../src/read/read-recording.ts';
import { encodeLine } from '../../src/record/encode-line.ts';
import type { EndLine, GapLine } from '../../src/record/envelope.ts';
import type { SegmentLine, TraceRecord } from '../../src/record/envelope.ts';

/** Text stays as it is, anything else becomes a line. */
export type Part = string | Uint8Array | TraceRecord | SegmentLine | GapLine | EndLine;

export function bytesOf(...parts: readonly Part[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => {
      if (part instanceof Uint8Array) return part;
      return Buffer.from(typeof part === 'string' ? part : encodeLine(part));
    }),
  );
}

/** A record's line without its line feed. */
export function text(record: TraceRecord): string {
  return encodeLine(record).slice(0, -1);
}

/** Bytes in chunks of that size. */
export async function* chunks(bytes: Uint8Array, size = 64): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export function source(name: string, bytes: Uint8Array, size?: number): SegmentSource {
  return { name, read: () => chunks(bytes, size) };
}

export async function collect(items: AsyncIterable<ReadItem>): Promise<ReadItem[]> {
  const all: ReadItem[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export const recordsOf = (items: readonly ReadItem[]) =>
  items.flatMap((item) => (item.type === 'record' ? [item.record] : []));

export const seqsOf = (items: readonly ReadItem[]): number[] =>
  recordsOf(items).map(({ seq }) => seq);

export const problemsOf = (items: readonly ReadItem[]): Problem[] =>
  items.flatMap((item) => (item.type === 'problem' ? [item.problem] : []));

export const kindsOf = (items: readonly ReadItem[]): string[] =>
  problemsOf(items).map(({ kind }) => kind);
