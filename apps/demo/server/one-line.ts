/** What turns the direction of writing, also of what stands beside it. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text as a name or a title: in one line, and nothing in it changes how others are read. */
export function oneLine(text: string): string {
  return text
    .replaceAll(TURNS, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
