import { encodeText, type Json } from '../json.js';
import type { Cursor } from './cursor.js';

/**
 * One frame as an event of the HTML standard's event stream: an id, one line of data, no name.
 * `json` holds no line end, because JSON escapes them; the id holds none, because stream ids
 * cannot. Parts that are bytes are not copied: what two frames have in common exists once. This
 * file is the only place that writes the event stream's syntax.
 */
export function encodeFrame({ streamId, seq }: Cursor, json: Json): Uint8Array[] {
  const [head, end] = [`id: ${streamId}:${seq}\ndata: `, '\n\n'];
  if (typeof json === 'string') return [encodeText(head + json + end)];
  return [head, ...json, end].map((part) => (typeof part === 'string' ? encodeText(part) : part));
}

/**
 * The named event that tells a reader its link is alive. It has no id line: an empty one would
 * reset the reader's position. Contract: "Connection Lifecycle".
 */
export const heartbeat: Uint8Array = encodeText('event: heartbeat\ndata: {}\n\n');

/** Tells the reader how long to wait before it comes back. */
export function encodeRetry(milliseconds: number): Uint8Array {
  return encodeText(`retry: ${Math.round(milliseconds)}\n\n`);
}
