import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isKeysFile } from '../../storage/keys-file.js';

/** Folders that hold what machines made: never listed, never searched. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  'dist',
  'build',
  'coverage',
  '.turbo',
  '.cache',
  '.venv',
  '__pycache__',
  'target',
]);

/** A file or folder below where a walk began. */
export interface WalkEntry {
  absolute: string;
  /** From the start of the walk, with `/`. */
  relative: string;
  kind: 'file' | 'folder' | 'link';
  depth: number;
}

/**
 * Everything below `start`, in name order, a folder before its content. Links are named and never
 * followed, so a walk neither leaves the workspace nor goes in circles. A folder that cannot be
 * read counts as empty.
 *
 * @param maxDepth 1 names only what lies directly in `start`.
 */
export async function* walk(
  start: string,
  { maxDepth = Infinity, signal }: { maxDepth?: number; signal?: AbortSignal | undefined } = {},
  prefix = '',
  depth = 1,
): AsyncGenerator<WalkEntry> {
  for (const child of await children(start)) {
    signal?.throwIfAborted();
    const entry: WalkEntry = {
      absolute: join(start, child.name),
      relative: prefix + child.name,
      kind: kindOf(child),
      depth,
    };
    yield entry;
    if (entry.kind === 'folder' && depth < maxDepth) {
      yield* walk(entry.absolute, { maxDepth, signal }, `${entry.relative}/`, depth + 1);
    }
  }
}

async function children(folder: string): Promise<Dirent[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return found
    .filter((child) => !(child.isDirectory() && SKIPPED_FOLDERS.has(child.name)))
    .filter((child) => !isKeysFile(child.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function kindOf(child: Dirent): WalkEntry['kind'] {
  if (child.isDirectory()) return 'folder';
  return child.isFile() ? 'file' : 'link';
}
