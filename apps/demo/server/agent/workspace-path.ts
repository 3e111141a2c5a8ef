import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep, win32 } from 'node:path';
import { isKeysFile } from '../storage/keys-file.js';

/** A place inside the workspace. */
export interface WorkspacePath {
  /** The real path on disk, links resolved: what tools open. */
  absolute: string;
  /** The path from the workspace's root, with `/`; `.` for the root. What models and people see. */
  relative: string;
}

/**
 * Finds `path` in the workspace at `root`, whether or not there is a file yet. The one place that
 * decides what the file tools may touch.
 *
 * Links count by where they lead, the workspace's own root included. A link can still be swapped
 * between this check and the opening of the file: this keeps a model in bounds, it is no sandbox
 * against a hostile process that writes in the same folder.
 *
 * @throws Error that tells the model what to do instead, when `path` leads outside.
 */
export async function findInWorkspace(root: string, path: string): Promise<WorkspacePath> {
  refuseForeignForms(path);
  const base = await realpath(root).catch(() => {
    throw new Error('The workspace folder is gone.');
  });
  const wanted = resolve(base, path);
  if (!isWithin(base, wanted)) throw outside(path, 'it leads out of the workspace');
  const real = await resolveLinks(wanted, path);
  if (!isWithin(base, real)) throw outside(path, 'a link on the way leads out of the workspace');
  if (isKeysFile(real)) throw outside(path, 'the server keeps keys there');
  return { absolute: real, relative: toRelative(base, wanted) };
}

/** Forms that would be read in another way than as a path below the root. */
function refuseForeignForms(path: string): void {
  if (path.includes('\0')) throw outside(path.replaceAll('\0', '\\0'), 'it holds a zero byte');
  if (isAbsolute(path) || win32.isAbsolute(path) || /^[a-z]:/i.test(path)) {
    throw outside(path, 'it is absolute');
  }
  if (path === '~' || path.startsWith('~/')) throw outside(path, 'it names a home folder');
}

/** The real path of what exists on the way to `wanted`, plus the rest. */
async function resolveLinks(wanted: string, path: string): Promise<string> {
  try {
    return await realpath(wanted);
  } catch (error) {
    if (codeOf(error) === 'ELOOP') throw outside(path, 'a link on the way leads in a circle');
    if (codeOf(error) !== 'ENOENT') throw withoutMachinePath(error, path);
  }
  // A link to nothing has no real path, yet writing to it would create its target, anywhere.
  if (await isLink(wanted)) throw outside(path, 'a link on the way leads to nothing');
  return join(await resolveLinks(dirname(wanted), path), basename(wanted));
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}

function isWithin(base: string, path: string): boolean {
  const way = relative(base, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function toRelative(base: string, path: string): string {
  return relative(base, path).split(sep).join('/') || '.';
}

/** What the file system said about `path`, without the absolute path that its own messages hold. */
export function withoutMachinePath(error: unknown, path: string): Error {
  const code = codeOf(error);
  return new Error(`${JSON.stringify(path)}: ${REASONS[code ?? ''] ?? code ?? 'cannot be used'}.`);
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'the disk is full',
};

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

function outside(path: string, why: string): Error {
  return new Error(
    `The path ${JSON.stringify(path)} is refused: ${why}. Use a path relative to the workspace, such as "src/index.ts".`,
  );
}
