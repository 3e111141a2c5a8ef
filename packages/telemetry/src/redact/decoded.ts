import type { Span } from './spans.js';

/**
 * Decodes a text, looks through it, and gives what is found as spans of the original.
 *
 * @param escape finds what is decoded; global.
 * @returns `undefined`: there is nothing to decode.
 */
export function spansInDecoded(
  text: string,
  escape: RegExp,
  decode: (escape: string) => string,
  find: (text: string) => readonly Span[],
): Span[] | undefined {
  /** By decoded unit: where it begins and ends in the original. */
  const starts: number[] = [];
  const ends: number[] = [];
  let decoded = '';
  let behind = 0;
  const keep = (until: number): void => {
    decoded += text.slice(behind, until);
    for (let at = behind; at < until; at++) ends[starts.push(at) - 1] = at + 1;
  };

  for (const { 0: found, index } of text.matchAll(escape)) {
    keep(index);
    behind = index + found.length;
    const written = decode(found);
    decoded += written;
    for (let unit = 0; unit < written.length; unit++) ends[starts.push(index) - 1] = behind;
  }
  if (behind === 0) return undefined;
  keep(text.length);
  return find(decoded)
    .filter(({ start, end }) => end > start)
    .map(({ start, end, kind }) => ({ start: starts[start]!, end: ends[end - 1]!, kind }));
}
