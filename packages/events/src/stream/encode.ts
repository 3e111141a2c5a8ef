import { formatCursor, type Cursor } from './cursor.js';

const utf8 = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** JSON text, or parts that make one together; those that are bytes are UTF-8 already. */
export type Json = string | readonly (string | Uint8Array)[];

/** The text of the parts together. */
export function textOf(json: Json): string {
  if (typeof json === 'string') return json;
  return json.map((part) => (typeof part === 'string' ? part : decoder.decode(part))).join('');
}

/** A part of a JSON text, as bytes. */
export function encodeJson(text: string): Uint8Array {
  return utf8.encode(text);
}

/**
 * One frame as an event of the HTML standard's event stream: an id, one line of data, no name.
 * `json` holds no line end, because JSON escapes them; the id holds none, because stream ids
 * cannot. Parts that are bytes are not copied: what two frames have in common exists once. This
 * file is the only place that writes the event stream's syntax.
 */
export function encodeFrame(position: Cursor, json: Json): Uint8Array[] {
  const [head, end] = [`id: ${formatCursor(position)}\ndata: `, '\n\n'];
  if (typeof json === 'string') return [utf8.encode(head + json + end)];
  return [head, ...json, end].map((part) => (typeof part === 'string' ? utf8.encode(part) : part));
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
