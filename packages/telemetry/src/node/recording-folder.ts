import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionOf } from './recording-file.js';
import { sessionKeys } from './session-key.js';
import { unreadableFolder } from './unreadable-folder.js';

/** A recording: its own folder's path, or the root it lies below and its session. */
export type RecordingPlace = string | { root: string; sessionId: string };

/** Where recordings lie below a root. */
export function tracesFolder(root: string): string {
  return join(root, 'traces', 'v1');
}

/** Where a session's recording is, or would be. */
export async function recordingFolder(root: string, sessionId: string): Promise<string> {
  const folders = sessionKeys(sessionId).map((key) => join(tracesFolder(root), key));
  for (const folder of folders) {
    const owner = await sessionOf(folder);
    if (owner === undefined || owner === sessionId) return folder;
  }
  return folders.at(-1) as string;
}

/** The folder of a recording, there or not. */
export async function folderOf(place: RecordingPlace): Promise<string> {
  return typeof place === 'string' ? place : recordingFolder(place.root, place.sessionId);
}

/**
 * The folders of all recordings below a root, whatever is in them. Links are not followed.
 *
 * @throws LoopTelemetryError `unreadable` where there is no such root
 */
export async function recordingFolders(root: string): Promise<string[]> {
  const parent = tracesFolder(root);
  const entries = await readdir(parent, { withFileTypes: true }).catch((cause: unknown) => {
    throw unreadableFolder(parent, cause);
  });
  return entries.flatMap((entry) => (entry.isDirectory() ? [join(parent, entry.name)] : []));
}
