import { open } from 'node:fs/promises';

const CHUNK_BYTES = 256 * 1024;

/**
 * A file's bytes from a place on, to where it ends now. All chunks are in the same memory: what is
 * wanted of one is to be taken before the next.
 */
export async function* fileBytes(path: string, from = 0): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (let at = from; ;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
