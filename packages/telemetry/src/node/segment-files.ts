import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SegmentSource } from '../read/read-recording.js';
import { fileBytes } from './file-bytes.js';
import { listSegments, segmentFile } from './segment-name.js';
import { unreadableFolder } from './unreadable-folder.js';

/** A segment's file. */
export interface SegmentPath extends SegmentSource {
  path: string;
  /** Its bytes, of a place on. */
  read(from?: number): AsyncIterable<Uint8Array>;
}

/**
 * The segments of a recording, by number.
 *
 * @throws LoopTelemetryError `unreadable` where there is no folder, or none that may be read
 */
export async function segmentsIn(folder: string): Promise<SegmentPath[]> {
  const segments = await listSegments(folder).catch((cause: unknown) => {
    throw unreadableFolder(folder, cause);
  });
  return segments.map(({ name }) => {
    const path = join(folder, segmentFile(name));
    return { name, path, read: (from) => fileBytes(path, from) };
  });
}

/** Bytes of all segments, and when the last one was written to, in epoch milliseconds. */
export async function sizeOf(folder: string): Promise<{ bytes: number; changedAt: number }> {
  const size = { bytes: 0, changedAt: 0 };
  for (const { path } of await segmentsIn(folder)) {
    const { size: bytes, mtimeMs } = await stat(path);
    size.bytes += bytes;
    size.changedAt = Math.max(size.changedAt, mtimeMs);
  }
  return size;
}
