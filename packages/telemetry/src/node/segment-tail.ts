import { open, type FileHandle } from 'node:fs/promises';
import { highestSeq } from '../record/highest-seq.js';

/** More than a batch: one that was under way may have landed behind what an exit hook wrote. */
const FIRST_WINDOW = 1024 * 1024;

/** The highest number in a segment, read from its end in windows that grow until there is one. */
export async function readLastSeq(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    for (let window = FIRST_WINDOW; ; window *= 8) {
      const lastSeq = highestSeq(await readEnd(file, size, window));
      if (lastSeq > 0 || window >= size) return lastSeq;
    }
  } finally {
    await file.close();
  }
}

async function readEnd(file: FileHandle, size: number, window: number): Promise<string> {
  const bytes = Buffer.alloc(Math.min(size, window));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, size - bytes.length);
  return bytes.toString('utf8', 0, bytesRead);
}
