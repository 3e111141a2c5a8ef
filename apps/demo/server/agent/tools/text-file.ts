import { readFile, stat } from 'node:fs/promises';
import type { WorkspacePath } from '../workspace-path.js';
import { onPath } from './result.js';

/** Bytes of the largest file that the tools load. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;

/**
 * The text of a file.
 *
 * @throws Error, worded for the model, when there is none, when it is larger than `maxBytes`, and
 * when it is no regular file or not text.
 */
export async function readTextFile(
  { absolute, relative }: WorkspacePath,
  maxBytes: number = MAX_FILE_BYTES,
): Promise<string> {
  const found = await onPath(relative, stat(absolute));
  if (found.isDirectory())
    throw new Error(`"${relative}" is a folder. Use the list tool for folders.`);
  // A pipe or a device would be read for ever.
  if (!found.isFile()) throw new Error(`"${relative}" is not a regular file.`);
  if (found.size > maxBytes) {
    throw new Error(`"${relative}" is too large: ${found.size} bytes, at most ${maxBytes}.`);
  }
  const bytes = await onPath(relative, readFile(absolute));
  if (bytes.includes(0)) throw new Error(`"${relative}" is not a text file.`);
  return bytes.toString('utf8');
}

/** The lines of a text; a line end at the very end begins no further line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
