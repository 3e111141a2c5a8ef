import type { AbortSignalLike } from '@loop/events';
import { stat } from 'node:fs/promises';
import { RecordingLedger } from '../read/recording-ledger.js';
import type { ReadItem } from '../read/read-item.js';
import { unreadableSegment, type ReadOptions } from '../read/read-recording.js';
import { SegmentDecoder } from '../read/segment-decoder.js';
import { folderOf, type RecordingPlace } from './recording-folder.js';
import { segmentsIn, type SegmentPath } from './segment-files.js';

/** What {@link followRecording} takes. */
export interface FollowOptions extends Pick<ReadOptions, 'schema' | 'maxLineBytes'> {
  /** Ends the following, without an error. */
  signal?: AbortSignalLike | undefined;
  /** How often the folder is looked at, in milliseconds. @default 250 */
  intervalMs?: number | undefined;
}

/** A segment that may grow. */
interface Followed extends SegmentPath {
  decoder: SegmentDecoder;
  offset: number;
  isEnded: boolean;
}

/**
 * Reads a recording and goes on with what is added to it, in new segments too, until it is told to
 * stop. An open last line waits for its end. Numbers that are missing are not told: what has not
 * come yet may come.
 *
 * @throws LoopTelemetryError `unreadable` where there is no recording, or none any more
 */
export async function* followRecording(
  place: RecordingPlace,
  { signal, intervalMs = 250, ...options }: FollowOptions = {},
): AsyncGenerator<ReadItem, void, undefined> {
  const folder = await folderOf(place);
  const ledger = new RecordingLedger();
  const followed = new Map<string, Followed>();
  while (!signal?.aborted) {
    for (const segment of await segmentsIn(folder)) {
      const known = followed.get(segment.name) ?? begin(segment, options, ledger.nextSeq);
      followed.set(segment.name, known);
      if (known.isEnded || !(await hasGrown(known))) continue;
      for await (const items of added(known, ledger)) {
        // Whoever stops wants nothing more, however much is there.
        if (signal?.aborted) return;
        yield* items;
      }
    }
    await pause(intervalMs, signal);
  }
}

function begin(segment: SegmentPath, options: Partial<ReadOptions>, nextSeq: number): Followed {
  const decoder = new SegmentDecoder({ ...options, segment: segment.name, nextSeq });
  return { ...segment, decoder, offset: 0, isEnded: false };
}

/** Cheap, as most looks find nothing new. What cannot be told shows when it is read. */
async function hasGrown({ path, offset }: Followed): Promise<boolean> {
  return stat(path).then(
    ({ size }) => size > offset,
    () => true,
  );
}

/** What a segment has gained since it was last looked at. */
async function* added(
  segment: Followed,
  ledger: RecordingLedger,
): AsyncGenerator<ReadItem[], void, undefined> {
  ledger.begin(segment.name);
  try {
    for await (const chunk of segment.read(segment.offset)) {
      segment.offset += chunk.length;
      yield account(segment, segment.decoder.push(chunk), ledger);
    }
  } catch (error) {
    segment.isEnded = true;
    const problem = unreadableSegment(segment.name, error);
    yield account(segment, [{ type: 'problem', problem }], ledger);
  }
  yield account(segment, segment.decoder.flush(), ledger);
}

function account(
  segment: Followed,
  items: readonly ReadItem[],
  ledger: RecordingLedger,
): ReadItem[] {
  const out: ReadItem[] = [];
  for (const item of items) {
    ledger.take(item, out);
    if (item.type === 'end') segment.isEnded = true;
  }
  return out;
}

/** Resolves early when the signal comes. */
function pause(ms: number, signal: AbortSignalLike | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}
