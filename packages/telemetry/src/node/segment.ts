import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { TraceSegment } from '../record/storage.js';
import type { FileSystem } from './file-system.js';
import { LineEncoder } from './line-encoder.js';
import { writeAll, writeAllSync } from './write-all.js';

/** A segment's file, opened for appending, by us alone. */
export interface SegmentFile {
  number: number;
  name: string;
  previous: string | null;
  fd: number;
  path: string;
}

/** The segment that a file holds. */
export function fileSegment(file: SegmentFile, files: FileSystem): TraceSegment {
  const { number, name, previous, fd, path } = file;
  const encoder = new LineEncoder();
  let isEmpty = true;
  let isEntered = false;
  /** The descriptor stays open for it: closed, its number could become another file's. */
  let underWay: Promise<unknown> = Promise.resolve();

  return {
    number,
    name,
    previous,
    append(lines) {
      const written = append(encoder.encode(lines));
      underWay = written.catch(() => {});
      return written;
    },
    appendSync(lines) {
      // A write that is under way has the other one's memory.
      const bytes = new LineEncoder().encode(lines);
      writeAllSync(files, fd, bytes);
      isEmpty = false;
      return bytes.length;
    },
    async sync() {
      await files.datasync(fd);
      if (!isEntered) await syncFolder(dirname(path));
      isEntered = true;
    },
    async close() {
      await underWay;
      await files.close(fd);
      // A full disk would otherwise be covered with files that hold nothing.
      if (isEmpty) await rm(path, { force: true });
    },
  };

  async function append(bytes: Uint8Array): Promise<number> {
    await writeAll(files, fd, bytes);
    if (files.isRemoved(fd)) throw removed();
    isEmpty = false;
    return bytes.length;
  }
}

/** A new file's entry in its folder. Not every system can, nor needs to. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // See above.
  }
}

/** The system goes on writing to a file that nobody will ever find again. */
function removed(): Error {
  const failure = { code: 'ENOENT', writtenBytes: 0 };
  return Object.assign(new Error('the segment was removed while it was written'), failure);
}
