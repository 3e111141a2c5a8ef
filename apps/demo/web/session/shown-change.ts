import { structuredPatch } from 'diff';
import { visible } from '../shared/visible.js';

/** What an edit does to a piece of a file. */
export interface ShownChange {
  /** Unified, without file names and places: where in the file it is, only the tool knows. */
  text: string;
  added: number;
  removed: number;
}

/** Lines that differ, milliseconds, and lines to show: what it may cost. */
const MAX_EDITS = 1_000;
const MAX_MS = 50;
const MAX_LINES = 400;

/** The change that these arguments ask for; `undefined` where they ask for none, or too much. */
export function changeIn(args: unknown): ShownChange | undefined {
  const { oldText, newText } = Object(args) as { oldText?: unknown; newText?: unknown };
  if (typeof oldText !== 'string' || typeof newText !== 'string') return undefined;
  const patch = structuredPatch('', '', oldText, newText, '', '', {
    ...{ context: 3, maxEditLength: MAX_EDITS, timeout: MAX_MS },
  });
  if (!patch) return undefined;
  const lines = patch.hunks
    .flatMap((hunk) => hunk.lines)
    // Whether the piece ends with a line end says nothing about the file.
    .filter((line) => !line.startsWith('\\'));
  const shown = lines.slice(0, MAX_LINES).map(visible);
  const left = lines.length - shown.length;
  if (left > 0) shown.push(` … ${left} more lines`);
  return {
    text: shown.join('\n'),
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}
