import type { CaptureMode } from '@loop/events/trace';
import { encodeLine } from './encode-line.js';
import type { Entry, GapEntry } from './entries.js';

/** Lines that are written together. */
export interface Batch {
  entries: readonly Entry[];
  mode: CaptureMode;
  lines: readonly string[];
  bytes: number;
  /** Number of records, of records that its gaps stand for, and the highest seq of both. */
  records: number;
  dropped: number;
  lastSeq: number;
  /** The storage is synced after it. */
  sync: boolean;
}

/** Joins the first entries: of one mode, at most `maxBytes`, but one at least. */
export function joinBatch(
  entries: readonly Entry[],
  maxBytes: number,
  now: number,
): Batch | undefined {
  const [first] = entries;
  if (first === undefined) return undefined;
  const { mode } = first;
  const batch = { mode, bytes: 0, records: 0, dropped: 0, lastSeq: 0, sync: false };
  const taken: Entry[] = [];
  const lines: string[] = [];
  for (const entry of entries) {
    const text = entry.kind === 'line' ? entry.line.text : gapText(entry, now);
    if (entry.kind === 'gap') entry.bytes = text.length;
    if (taken.length > 0 && (entry.mode !== mode || batch.bytes + entry.bytes > maxBytes)) break;
    taken.push(entry);
    lines.push(text);
    batch.bytes += entry.bytes;
    count(batch, entry);
  }
  return { ...batch, entries: taken, lines };
}

function count(batch: Pick<Batch, 'records' | 'dropped' | 'lastSeq' | 'sync'>, entry: Entry): void {
  if (entry.kind === 'line') {
    batch.records++;
    batch.sync ||= entry.line.sync;
    batch.lastSeq = Math.max(batch.lastSeq, entry.line.seq);
  } else {
    batch.dropped += entry.count;
    batch.lastSeq = Math.max(batch.lastSeq, entry.to);
  }
}

function gapText({ from, to, count, reason }: GapEntry, now: number): string {
  const time = new Date(now).toISOString();
  return encodeLine({ v: 1, kind: 'gap', from, to, count, reason, time });
}
