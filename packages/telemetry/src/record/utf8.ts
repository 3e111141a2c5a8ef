const encoder = new TextEncoder();

/** How many bytes a text is in UTF-8. Nearly every line is ASCII, and that is told without a copy. */
export function utf8Length(text: string): number {
  // oxlint-disable-next-line no-control-regex -- ASCII is the point
  return /[^\u0000-\u007f]/.test(text) ? encoder.encode(text).length : text.length;
}
