const utf8 = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** JSON text, or parts that make one together; those that are bytes are UTF-8 already. */
export type Json = string | readonly (string | Uint8Array)[];

/** The text of the parts together. */
export function textOf(json: Json): string {
  if (typeof json === 'string') return json;
  return json.map((part) => (typeof part === 'string' ? part : decoder.decode(part))).join('');
}

export function encodeText(text: string): Uint8Array {
  return utf8.encode(text);
}
