import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileSystem } from './file-system.js';
import { describeFolder, sessionOf } from './recording-file.js';

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
  if ((await sessionOf(folder)) === undefined) await describeFolder(folder, sessionId);
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

function refusal(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
