import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LoopTelemetryError } from '../errors.js';
import { liveWriter } from './live-writer.js';
import { sessionOf } from './recording-file.js';
import { recordingFolders } from './recording-folder.js';
import { segmentsIn, sizeOf } from './segment-files.js';

/** What may stay. Whatever one of them says goes, goes; at least one is to be given. */
export interface PruneOptions {
  /** Recordings that nobody wrote to for longer go. In milliseconds. */
  olderThanMs?: number | undefined;
  /** So many stay, the latest. */
  keep?: number | undefined;
  /** The latest stay, as far as they fit into it together. In bytes. */
  maxBytes?: number | undefined;
  /** Tells what would go, and removes nothing. @default false */
  dryRun?: boolean | undefined;
  /** Epoch milliseconds. @default the time */
  now?: number | undefined;
}

/** A recording that goes. */
export interface PrunedRecording {
  folder: string;
  sessionId?: string;
  bytes: number;
  /** When its last segment was written to, epoch milliseconds. */
  changedAt: number;
  reason: 'age' | 'count' | 'size';
  /** `false` in a dry run, where a writer came in between, and where a file could not be removed. */
  isRemoved: boolean;
}

/**
 * Removes recordings, the oldest first. One with a live writer stays, and counts for what may stay.
 * Files that are none of a recording's are left, and their folder with them.
 *
 * @throws LoopTelemetryError `invalid-option`; `unreadable` where there is no such root
 */
export async function pruneRecordings(
  root: string,
  options: PruneOptions,
): Promise<PrunedRecording[]> {
  check(options);
  const doomed = choose(await candidates(root), options).reverse();
  if (options.dryRun) return doomed;
  for (const recording of doomed) recording.isRemoved = await remove(recording.folder);
  return doomed;
}

type Candidate = Omit<PrunedRecording, 'reason' | 'isRemoved'> & { isLive: boolean };

/** The latest first. */
async function candidates(root: string): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const folder of await recordingFolders(root)) {
    // One that may not even be looked into is left alone.
    const size = await sizeOf(folder).catch(() => undefined);
    if (!size) continue;
    const sessionId = await sessionOf(folder);
    const isLive = (await liveWriter(folder)) !== undefined;
    found.push({ folder, ...(sessionId !== undefined && { sessionId }), ...size, isLive });
  }
  return found.sort((a, b) => b.changedAt - a.changedAt);
}

function choose(recordings: readonly Candidate[], options: PruneOptions): PrunedRecording[] {
  const doomed: PrunedRecording[] = [];
  const kept = { count: 0, bytes: 0 };
  for (const { isLive, ...recording } of recordings) {
    const reason = isLive ? undefined : reasonFor(recording, kept, options);
    if (reason) doomed.push({ ...recording, reason, isRemoved: false });
    else {
      kept.count++;
      kept.bytes += recording.bytes;
    }
  }
  return doomed;
}

function reasonFor(
  { bytes, changedAt }: { bytes: number; changedAt: number },
  kept: { count: number; bytes: number },
  { olderThanMs = Infinity, keep = Infinity, maxBytes = Infinity, now = Date.now() }: PruneOptions,
): PrunedRecording['reason'] | undefined {
  if (now - changedAt > olderThanMs) return 'age';
  if (kept.count >= keep) return 'count';
  return kept.bytes + bytes > maxBytes ? 'size' : undefined;
}

/** What a writer adds while it goes on stays, and so does the folder. */
async function remove(folder: string): Promise<boolean> {
  try {
    if (await liveWriter(folder)) return false;
    for (const { path } of await segmentsIn(folder)) await rm(path);
    for (const name of await readdir(folder)) {
      if (isOurs(name)) await rm(join(folder, name));
    }
    await rmdir(folder);
    return true;
  } catch {
    return false;
  }
}

function isOurs(name: string): boolean {
  // What was to become one of them has something behind its name.
  return /^(recording|writer)\.json(\..*)?$/.test(name);
}

function check({ olderThanMs, keep, maxBytes }: PruneOptions): void {
  const given = Object.entries({ olderThanMs, keep, maxBytes }).filter(
    ([, value]) => value !== undefined,
  );
  const message =
    given.length === 0
      ? 'Say what may stay: olderThanMs, keep or maxBytes.'
      : given
          .filter(([, value]) => !(typeof value === 'number' && value >= 0))
          .map(([name, value]) => `${name}: expected a number from 0, got ${String(value)}.`)[0];
  if (message !== undefined) throw new LoopTelemetryError('invalid-option', message);
}
