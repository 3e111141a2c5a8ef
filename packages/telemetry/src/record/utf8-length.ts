const encoder = new TextEncoder();
/** Nearly every line fits, and is measured without new memory. */
const scratch = new Uint8Array(64 * 1024);

/** How many bytes a text is in UTF-8. */
export function utf8Length(text: string): number {
  // No UTF-16 unit makes more than three of them.
  const fits = text.length * 3 <= scratch.length;
  return fits ? encoder.encodeInto(text, scratch).written : encoder.encode(text).length;
}
