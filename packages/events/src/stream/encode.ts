import { formatCursor, type Cursor } from './cursor.js';

const utf8 = new TextEncoder();

/**
 * One frame as an event of the HTML standard's event stream: an id, one line of data, no name.
 * `json` holds no line end, because JSON escapes them; the id holds none, because stream ids
 * cannot. This file is the only place that writes the event stream's syntax.
 */
export function encodeFrame(position: Cursor, json: string): Uint8Array {
  return utf8.encode(`id: ${formatCursor(position)}\ndata: ${json}\n\n`);
}

/**
 * The named event that tells a reader its link is alive. It has no id line: an empty one would
 * reset the reader's position. Contract: "Connection Lifecycle".
 */
export const heartbeat: Uint8Array = utf8.encode('event: heartbeat\ndata: {}\n\n');

/** Tells the reader how long to wait before it comes back. */
export function encodeRetry(milliseconds: number): Uint8Array {
  return utf8.encode(`retry: ${Math.round(milliseconds)}\n\n`);
}
