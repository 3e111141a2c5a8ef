import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LoopTelemetryError } from '../errors.js';
import type { SegmentLine } from '../record/envelope.js';
import type { SegmentSource } from '../read/read-recording.js';
import { recordingFolder } from './directory.js';
import { fileBytes } from './file-bytes.js';
import { isLive, readLease, type Lease } from './lease.js';
import { listSegments, segmentFile } from './segment-name.js';
import { recordingsFolder } from './session-key.js';

/** A recording: its own folder's path, or the root it lies below and its session. */
export type RecordingPlace = string | { root: string; sessionId: string };

/** A segment's file. */
export interface SegmentPath extends SegmentSource {
  path: string;
  /** Its bytes, of a place on. */
  read(from?: number): AsyncIterable<Uint8Array>;
}

/** The folder of a recording, there or not. */
export async function folderOf(place: RecordingPlace): Promise<string> {
  return typeof place === 'string' ? place : recordingFolder(place.root, place.sessionId);
}

/**
 * The segments of a recording, by number.
 *
 * @throws LoopTelemetryError `unreadable` where there is no folder, or none that may be read
 */
export async function segmentsIn(folder: string): Promise<SegmentPath[]> {
  const segments = await listSegments(folder).catch((cause: unknown) => {
    throw unreadable(folder, cause);
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

/**
 * The folders of all recordings below a root, whatever is in them. Links are not followed.
 *
 * @throws LoopTelemetryError `unreadable` where there is no such root
 */
export async function recordingFolders(root: string): Promise<string[]> {
  const parent = recordingsFolder(root);
  const entries = await readdir(parent, { withFileTypes: true }).catch((cause: unknown) => {
    throw unreadable(parent, cause);
  });
  return entries.flatMap((entry) => (entry.isDirectory() ? [join(parent, entry.name)] : []));
}

/** The live writer of a recording, if one has its lease. */
export async function liveWriter(folder: string): Promise<Lease | undefined> {
  const lease = await readLease(folder);
  return lease && isLive(lease) ? lease : undefined;
}

/** Whether a segment is a live writer's: a lease names one process, the first of several. */
export function isWrittenBy(lease: Lease | undefined, { pid, host, bootId }: SegmentLine): boolean {
  if (!lease) return false;
  return lease.pid === pid && lease.host === host && lease.bootId === bootId;
}

/** The error for what cannot be read. */
function unreadable(path: string, cause: unknown): LoopTelemetryError {
  const { code } = cause as NodeJS.ErrnoException;
  const why =
    code === 'ENOENT' ? 'there is no such folder' : `it cannot be read (${code ?? String(cause)})`;
  return new LoopTelemetryError('unreadable', `${path}: ${why}. Check the root and the session.`, {
    cause,
  });
}
