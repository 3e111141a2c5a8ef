import { readFile } from 'node:fs/promises';
import { setAside } from './atomic-file.js';

/** Tells whoever runs the server of something that is wrong and does not stop it. */
export type Report = (message: string) => void;

/**
 * Reads a file that this server has written. One that is damaged is set aside and reported, and
 * counts as missing: the server starts, and nothing is overwritten.
 *
 * @param parse throws for a content that it does not know.
 */
export async function readStored<Value>(
  path: string,
  parse: (content: unknown) => Value,
  report: Report,
): Promise<Value | undefined> {
  const text = await readFile(path, 'utf8').catch(missing);
  if (text === undefined) return undefined;
  try {
    return parse(fromJson(text));
  } catch (error) {
    const aside = await setAside(path);
    report(`Damaged file set aside as ${aside}: ${(error as Error).message}`);
    return undefined;
  }
}

/** The parser's own message quotes the text, which is nothing for a report: it may hold a key. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
