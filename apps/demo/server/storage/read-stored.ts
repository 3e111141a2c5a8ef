import { readFile, stat } from 'node:fs/promises';
import { notSaved } from '../http/api-error.js';
import { setAside, writeAtomically } from './atomic-file.js';

/** Tells whoever runs the server of something that is wrong and does not stop it. */
export type Report = (message: string) => void;

/** What was found where a file of this server is kept. */
export type Stored<Content> =
  | { state: 'whole'; content: Content }
  /** Also one that was damaged: it has another name now. */
  | { state: 'missing' }
  /** Something stands there that cannot be read and must not be written over. */
  | { state: 'left' };

/** Says nothing about a file: the next attempt may succeed. */
const SHORTAGES = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']);

/**
 * Reads a file that this server has written. What cannot be read, or is damaged, is set aside and
 * reported: the server goes on, and nothing is overwritten.
 *
 * @param parse throws for a content that it does not know.
 */
export async function readStored<Content>(
  path: string,
  parse: (content: unknown) => Content,
  report: Report,
): Promise<Stored<Content>> {
  try {
    return { state: 'whole', content: parse(fromJson(await textOf(path))) };
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { state: 'missing' };
    try {
      if (SHORTAGES.has(code)) throw error;
      const aside = await setAside(path);
      report(`Damaged file set aside as ${aside}: ${message}`);
      return { state: 'missing' };
    } catch (hindrance) {
      const why = hindrance === error ? '' : `; ${(hindrance as Error).message}`;
      report(`${path} cannot be read, and is left as it is: ${message}${why}`);
      return { state: 'left' };
    }
  }
}

/** A file that is read at the start and written from then on. */
export interface StoredFile<Content> {
  /** `undefined` where there was none, or none that could be read. */
  readonly content: Content | undefined;
  /** What could not be read still stands there: nothing is written, so that it can be saved. */
  readonly isLeft: boolean;
  /** @throws ApiError (rejects) `not-saved` */
  write(text: string): Promise<void>;
}

/** Reads a file as {@link readStored} does; what it leaves is never written over. */
export async function openStored<Content>(
  path: string,
  parse: (content: unknown) => Content,
  report: Report,
): Promise<StoredFile<Content>> {
  const stored = await readStored(path, parse, report);
  const isLeft = stored.state === 'left';
  return {
    content: stored.state === 'whole' ? stored.content : undefined,
    isLeft,
    write(text) {
      return isLeft ? Promise.reject(notSaved()) : writeStored(path, text, report);
    },
  };
}

/**
 * Writes a file whole, for somebody who waits for it. What hinders is reported.
 *
 * @throws ApiError (rejects) `not-saved`
 */
export async function writeStored(path: string, text: string, report: Report): Promise<void> {
  try {
    await writeAtomically(path, text);
  } catch (error) {
    report(`${path} could not be saved: ${(error as Error).message}`);
    throw notSaved();
  }
}

/** Nothing but a file is opened: a pipe would be waited for without an end. */
async function textOf(path: string): Promise<string> {
  if (!(await stat(path)).isFile()) throw new Error('it is not a file');
  return readFile(path, 'utf8');
}

/** The parser's own message quotes the text, which is nothing for a report: it may hold a key. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
}
