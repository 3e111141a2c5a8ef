import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileSystem } from './file-system.js';
import { recordingsFolder, sessionKeys } from './session-key.js';

/** What `recording.json` holds: which session a folder belongs to. Written once. */
export interface RecordingFile {
  format: 'loop.trace';
  version: 1;
  sessionId: string;
  /** RFC 3339. */
  createdAt: string;
}

const FILE = 'recording.json';

/** Where a session's recording is, or would be. */
export async function recordingFolder(root: string, sessionId: string): Promise<string> {
  const folders = sessionKeys(sessionId).map((key) => join(recordingsFolder(root), key));
  for (const folder of folders) {
    const owner = await sessionOf(folder);
    if (owner === undefined || owner === sessionId) return folder;
  }
  return folders.at(-1) as string;
}

/** The session that a folder belongs to. `undefined`: it is not there, or does not say. */
export async function sessionOf(folder: string): Promise<string | undefined> {
  try {
    const file = JSON.parse(await readFile(join(folder, FILE), 'utf8')) as Partial<RecordingFile>;
    return typeof file.sessionId === 'string' ? file.sessionId : undefined;
  } catch {
    return undefined;
  }
}

/** Makes what is missing of a recording's folder, for us alone. @throws where others may write */
export async function makeFolder(
  files: FileSystem,
  folder: string,
  sessionId: string,
): Promise<void> {
  // The root may be anybody's; what is below it is ours.
  for (const path of [dirname(dirname(folder)), dirname(folder), folder]) {
    await makePrivate(files, path);
  }
  if ((await sessionOf(folder)) === undefined) await describe(folder, sessionId);
}

async function makePrivate(files: FileSystem, path: string): Promise<void> {
  await make(files, path);
  const { mode, uid } = await stat(path).then((found) => {
    if (!found.isDirectory()) throw refusal('ENOTDIR', `${path} is no folder. Move it away.`);
    return found;
  });
  const ours = process.getuid?.();
  if (ours !== undefined && uid !== ours) {
    throw refusal('EPERM', `${path} belongs to user ${uid}. Choose another root.`);
  }
  if (ours !== undefined && (mode & 0o022) !== 0) {
    throw refusal('EPERM', `${path} can be written by others. Run chmod 700 on it.`);
  }
}

/** One folder after the other: made all at once, the system's reason for a refusal is lost. */
async function make(files: FileSystem, path: string, isLastTry = false): Promise<void> {
  try {
    await files.mkdir(path, 0o700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || isLastTry) throw error;
    await make(files, dirname(path));
    await make(files, path, true);
  }
}

/** For people and lists; segments name their session too, so a failure is no loss. */
async function describe(folder: string, sessionId: string): Promise<void> {
  const file: RecordingFile = {
    ...{ format: 'loop.trace', version: 1, sessionId },
    createdAt: new Date().toISOString(),
  };
  const temporary = join(folder, `${FILE}.${randomUUID()}`);
  try {
    await writeFile(temporary, `${JSON.stringify(file)}\n`, { flag: 'wx', mode: 0o600 });
    await putOnce(temporary, join(folder, FILE));
  } catch {
    // See above.
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

/** A link never replaces what is there. Not every file system has links. */
async function putOnce(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rename(temporary, path);
  }
}

function refusal(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
