import { open, rm } from 'node:fs/promises';
import { CommandError, EXIT } from './exit-code.js';
import { neutral } from './neutral.js';

/**
 * Writes a file that only its owner may read. One that is there already stays as it is; one that
 * cannot be finished is removed.
 *
 * @returns its size in bytes
 */
export async function writeNewFile(path: string, pieces: AsyncIterable<string>): Promise<number> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw refusal(path, error as NodeJS.ErrnoException);
  });
  let isWhole = false;
  try {
    // Neither the process's umask nor what the folder hands on decides who may read it.
    await file.chmod(0o600);
    let bytes = 0;
    for await (const piece of pieces) {
      const lines = piece.split('\n').map(neutral).join('\n');
      await file.appendFile(lines);
      bytes += Buffer.byteLength(lines);
    }
    isWhole = true;
    return bytes;
  } finally {
    await file.close();
    if (!isWhole) await rm(path, { force: true });
  }
}

function refusal(path: string, { code, message }: NodeJS.ErrnoException): CommandError {
  return code === 'EEXIST'
    ? new CommandError(EXIT.cannotWrite, `${path} is there already.`, 'Choose another name.')
    : new CommandError(EXIT.cannotWrite, `${path} cannot be written: ${message}.`);
}
