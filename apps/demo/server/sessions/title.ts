import { oneLine } from '../one-line.js';

const MAX_CHARS = 60;

/** A title from what was asked first: its first line that says something, cut at a word. */
export function titleFrom(text: string): string {
  const line = text.split('\n').map(oneLine).find(Boolean) ?? '';
  // By code points, so that no emoji is cut in half.
  const start = Array.from(line).slice(0, MAX_CHARS).join('');
  if (start === line) return line;
  return `${start.slice(0, start.lastIndexOf(' ')) || start}…`;
}
