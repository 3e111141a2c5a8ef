import type { Span } from './spans.js';

/** A text as it reads once it is decoded. */
export interface Decoded {
  readonly text: string;
  /** By decoded unit: where it begins and ends in the original. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/**
 * @param escape finds what is decoded; global.
 * @param decode what is written there: nothing that is longer.
 * @returns `undefined`: there is nothing to decode.
 */
export function decoded(
  original: string,
  escape: RegExp,
  decode: (escape: string) => string,
): Decoded | undefined {
  const starts = new Uint32Array(original.length);
  const ends = new Uint32Array(original.length);
  let text = '';
  let units = 0;
  let behind = 0;
  const keep = (until: number): void => {
    text += original.slice(behind, until);
    for (let at = behind; at < until; at++) {
      starts[units] = at;
      ends[units++] = at + 1;
    }
  };

  for (const { 0: found, index } of original.matchAll(escape)) {
    keep(index);
    behind = index + found.length;
    const written = decode(found);
    text += written;
    starts.fill(index, units, units + written.length);
    ends.fill(behind, units, (units += written.length));
  }
  if (behind === 0) return undefined;
  keep(original.length);
  return { text, starts, ends };
}

/** Spans of what was decoded, as spans of the original. */
export function spansOfOriginal({ starts, ends }: Decoded, spans: readonly Span[]): Span[] {
  return spans
    .filter(({ start, end }) => end > start)
    .map(({ start, end, kind }) => ({ start: starts[start]!, end: ends[end - 1]!, kind }));
}
