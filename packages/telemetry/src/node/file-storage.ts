import { randomUUID } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Resumption, TraceSegment, TraceStorage } from '../record/storage.js';
import { nodeFileSystem, type FileSystem } from './file-system.js';
import { takeLease } from './lease.js';
import { makeFolder } from './make-folder.js';
import { recordingFolder } from './recording-folder.js';
import { fileSegment } from './segment.js';
import { listSegments, segmentFile, segmentName } from './segment-name.js';
import { readLastSeq } from './segment-tail.js';

/** What {@link createFileStorage} takes. */
export interface FileStorageOptions {
  /** Below it recordings lie. Made when it is not there. */
  root: string;
  sessionId: string;
  /** Eight hexadecimal digits, new for every opening; part of the files' names. */
  writer: string;
  /** @default the system's */
  files?: FileSystem;
}

/** Segments that are looked at to find the highest number: a writer of long ago may have it. */
const TAILS = 8;
/** Names that are tried; each is taken by a file of our own opening only. */
const NAMES = 100;

/**
 * Keeps a recording in files, as TRACE-FORMAT lays them out. Nothing is made before a segment is
 * opened, and no file is ever written to by two openings.
 */
export function createFileStorage(options: FileStorageOptions): TraceStorage {
  const { root, sessionId, writer, files = nodeFileSystem } = options;
  const token = randomUUID();
  let leave: (() => Promise<void>) | undefined;
  let place: Promise<string> | undefined;

  return {
    async resume() {
      const folder = await findFolder();
      const segments = await existing(listSegments(folder), []);
      return readTails(segments.map(({ name }) => join(folder, segmentFile(name))));
    },
    async open() {
      const folder = await findFolder();
      await makeFolder(files, folder, sessionId);
      leave = await takeLease(folder, token);
      return createSegment(folder);
    },
    close: async () => leave?.(),
  };

  /** A link as the root is followed once: what it leads to later does not matter. */
  function findFolder(): Promise<string> {
    place ??= existing(realpath(root), resolve(root)).then((real) =>
      recordingFolder(real, sessionId),
    );
    return place;
  }

  async function createSegment(folder: string): Promise<TraceSegment> {
    const last = (await listSegments(folder)).at(-1);
    const first = (last?.number ?? 0) + 1;
    for (let number = first; ; number++) {
      const name = segmentName(number, writer);
      const path = join(folder, segmentFile(name));
      try {
        const fd = await files.open(path, 'ax', 0o600);
        const segment = { number, name, previous: last?.name ?? null, fd, path };
        return fileSegment(segment, files);
      } catch (error) {
        const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST';
        if (!isTaken || number >= first + NAMES) throw error;
      }
    }
  }
}

/** The highest number of all, as the last few segments tell it that have any. */
async function readTails(paths: readonly string[]): Promise<Resumption> {
  const found: Resumption = { lastSeq: 0, bytes: 0 };
  let told = 0;
  for (const path of [...paths].reverse()) {
    found.bytes += (await stat(path)).size;
    if (told === TAILS) continue;
    const lastSeq = await readLastSeq(path);
    if (lastSeq > 0) told++;
    found.lastSeq = Math.max(found.lastSeq, lastSeq);
  }
  return found;
}

/** What is asked for, or something else where nothing is there. */
async function existing<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}
