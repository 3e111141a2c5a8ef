import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';
import type { FileChange } from '../tools/file-change.js';
import { visible } from './visible.js';

/** A change as a person reads it. */
export interface ShownDiff {
  /** Unified, without file names. */
  text: string;
  added: number;
  removed: number;
  /** There is more of it than `text` holds. */
  isCut: boolean;
}

/** Beyond these a diff is no longer read, and every snapshot would carry it. */
const MAX_LINES = 400;
const MAX_CHARS = 24_000;
/** Lines that differ, and milliseconds: what a comparison may cost the server. */
const MAX_EDITS = 4_000;
const MAX_MS = 200;

/** What changes in the file, bounded in size and in the time it takes to find out. */
export function diffOf({ before, after }: FileChange): ShownDiff {
  if (before === undefined) return summary('The file is not text, or too large to compare.', after);
  const patch = structuredPatch('', '', before ?? '', after, '', '', {
    context: 3,
    maxEditLength: MAX_EDITS,
    timeout: MAX_MS,
  });
  if (!patch) return summary('The two versions differ too much to compare.', after);
  if (patch.hunks.length === 0) {
    return { text: 'The file stays as it is.', added: 0, removed: 0, isCut: false };
  }
  const lines = formatPatch(patch, OMIT_HEADERS).replace(/\n$/, '').split('\n');
  const changed = patch.hunks.flatMap((hunk) => hunk.lines);
  return {
    ...cut(lines),
    added: changed.filter((line) => line.startsWith('+')).length,
    removed: changed.filter((line) => line.startsWith('-')).length,
  };
}

function summary(why: string, after: string): ShownDiff {
  const lines = after.split('\n').map((line) => `+${line}`);
  const shown = cut([why, 'The whole new content:', ...lines]);
  return { ...shown, added: lines.length, removed: 0 };
}

/** The first lines, as many as fit, and how many do not. */
function cut(lines: string[]): { text: string; isCut: boolean } {
  const shown: string[] = [];
  let chars = 0;
  for (const line of lines) {
    const text = visible(line);
    chars += text.length + 1;
    if (shown.length === MAX_LINES || chars > MAX_CHARS) break;
    shown.push(text);
  }
  const left = lines.length - shown.length;
  if (left === 0) return { text: shown.join('\n'), isCut: false };
  const more = `… ${left} more ${left === 1 ? 'line' : 'lines'} that are not shown here`;
  return { text: [...shown, more].join('\n'), isCut: true };
}
