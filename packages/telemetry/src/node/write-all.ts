import { setTimeout as wait } from 'node:timers/promises';
import type { WriteFailure } from '../record/storage.js';
import type { FileSystem } from './file-system.js';

/** Errors that mean: not now. */
const passing: ReadonlySet<unknown> = new Set(['EAGAIN', 'EINTR']);
/** Tries in a row that write nothing, and the pause between them. */
const MAX_TRIES = 200;
const PAUSE_MS = 5;

/** Writes all of it. @throws what stopped it, with the number of bytes that are there */
export async function writeAll(files: FileSystem, fd: number, bytes: Uint8Array): Promise<void> {
  const progress = new Progress(bytes.length);
  while (!progress.isDone) {
    try {
      progress.wrote(await files.write(fd, bytes, progress.offset));
    } catch (error) {
      progress.failed(error);
    }
    if (progress.tries > 0) await wait(PAUSE_MS);
  }
}

/** The same at once, without a pause: files hardly ever say "not now". */
export function writeAllSync(files: FileSystem, fd: number, bytes: Uint8Array): void {
  const progress = new Progress(bytes.length);
  while (!progress.isDone) {
    try {
      progress.wrote(files.writeSync(fd, bytes, progress.offset));
    } catch (error) {
      progress.failed(error);
    }
  }
}

class Progress {
  offset = 0;
  tries = 0;
  readonly #length: number;

  constructor(length: number) {
    this.#length = length;
  }

  get isDone(): boolean {
    return this.offset >= this.#length;
  }

  wrote(count: number): void {
    this.offset += count;
    this.tries = count > 0 ? 0 : this.tries + 1;
    if (this.tries > MAX_TRIES) throw stuck();
  }

  failed(error: unknown): void {
    const isPassing = passing.has((error as NodeJS.ErrnoException).code);
    if (isPassing && ++this.tries <= MAX_TRIES) return;
    throw Object.assign(error as Error, { writtenBytes: this.offset } satisfies WriteFailure);
  }
}

function stuck(): Error {
  return Object.assign(new Error('the file takes no bytes'), { code: 'EIO' });
}
