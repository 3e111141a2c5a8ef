import { expected, hasField } from '../expect.js';
import type { SnapshotReason } from './sink.js';

/** A position in a stream. On the wire: `streamId:seq`, the id of a frame. */
export interface Cursor {
  readonly streamId: string;
  readonly seq: number;
}

/** Stream ids are safe in headers and query strings, and never hold the colon that ends them. */
const CURSOR = /^([A-Za-z0-9_-]{1,64}):(0|[1-9][0-9]*)$/;

/** Whether `streamId` may name a stream (DESIGN D3). */
export function isStreamId(streamId: unknown): boolean {
  return typeof streamId === 'string' && CURSOR.test(`${streamId}:0`);
}

/**
 * The id of a frame.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function formatCursor(cursor: Cursor): string {
  expected(hasField(cursor, 'seq'), 'cursor: expected { streamId, seq }.');
  return `${cursor.streamId}:${cursor.seq}`;
}

/** The position that `text` names; `undefined` where it names none. */
export function parseCursor(text: string): Cursor | undefined {
  const [, streamId, digits] = CURSOR.exec(text) ?? [];
  const seq = Number(digits);
  return streamId !== undefined && Number.isSafeInteger(seq) ? { streamId, seq } : undefined;
}

/**
 * What a reader with this cursor gets (DESIGN D1 to D4). Total: whatever was sent has an outcome,
 * none is an error.
 *
 * @param oldestSeq the first seq that is still retained; `seq + 1` when none is.
 */
export function resolveCursor(
  text: string | null | undefined,
  stream: { streamId: string; seq: number; oldestSeq: number },
): { outcome: 'replay'; from: number } | { outcome: 'snapshot'; because: SnapshotReason } {
  if (text === undefined || text === null || text === '') {
    return { outcome: 'snapshot', because: 'none' };
  }
  const cursor = parseCursor(text);
  if (!cursor) return { outcome: 'snapshot', because: 'malformed' };
  if (cursor.streamId !== stream.streamId) return { outcome: 'snapshot', because: 'other-stream' };
  if (cursor.seq >= stream.seq) return { outcome: 'snapshot', because: 'not-behind' };
  if (cursor.seq + 1 < stream.oldestSeq) return { outcome: 'snapshot', because: 'evicted' };
  return { outcome: 'replay', from: cursor.seq + 1 };
}
