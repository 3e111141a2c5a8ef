import { open } from 'node:fs/promises';

/** One call of the system; each costs a way through the thread pool. */
const READ_BYTES = 1024 * 1024;
/** One chunk: what is done with it then happens in the processor's cache. */
const CHUNK_BYTES = 64 * 1024;

/**
 * A file's bytes from a place on, to where it ends now; the next ones are fetched meanwhile. Chunks
 * share their memory: what is wanted of one is to be taken before the next.
 */
export async function* fileBytes(path: string, from = 0): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  const buffers = [new Uint8Array(READ_BYTES), new Uint8Array(READ_BYTES)] as const;
  let reading = file.read(buffers[0], 0, READ_BYTES, from);
  try {
    for (let at = from, turn = 1; ; turn++) {
      const { bytesRead, buffer } = await reading;
      if (bytesRead === 0) return;
      at += bytesRead;
      reading = file.read(turn % 2 === 0 ? buffers[0] : buffers[1], 0, READ_BYTES, at);
      for (let start = 0; start < bytesRead; start += CHUNK_BYTES) {
        yield buffer.subarray(start, Math.min(bytesRead, start + CHUNK_BYTES));
      }
    }
  } finally {
    await reading.catch(() => {});
    await file.close();
  }
}
