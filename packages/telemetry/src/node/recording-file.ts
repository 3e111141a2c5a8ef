import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What `recording.json` holds: which session a folder belongs to. Written once. */
interface RecordingFile {
  format: 'loop.trace';
  version: 1;
  sessionId: string;
  /** RFC 3339. */
  createdAt: string;
}

const FILE = 'recording.json';

/** The session that a folder belongs to. `undefined`: it is not there, or does not say. */
export async function sessionOf(folder: string): Promise<string | undefined> {
  try {
    const file = JSON.parse(await readFile(join(folder, FILE), 'utf8')) as Partial<RecordingFile>;
    return typeof file.sessionId === 'string' ? file.sessionId : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Says which session a folder belongs to, for people and lists. Segments name their session too, so
 * a failure is no loss.
 */
export async function describeFolder(folder: string, sessionId: string): Promise<void> {
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
