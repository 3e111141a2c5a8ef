import { LoopTelemetryError } from '../errors.js';
import type { ReadItem } from '../read/read-item.js';
import { readBatches, type ReadOptions } from '../read/read-recording.js';
import { isWrittenBy, liveWriter } from './live-writer.js';
import { sessionOf } from './recording-file.js';
import { folderOf, type RecordingPlace } from './recording-folder.js';
import { segmentsIn } from './segment-files.js';

/**
 * Reads a recording from its files, a piece at a time, and leaves them as they are. See
 * `readRecording` of `@loop/telemetry` for what it yields; whether a writer lives is told by the
 * folder's lease.
 *
 * @throws LoopTelemetryError `unreadable` where there is no recording; `damaged` in strict mode
 */
export async function* readRecording(
  place: RecordingPlace,
  options: ReadOptions = {},
): AsyncGenerator<ReadItem, void, undefined> {
  for await (const batch of readFileBatches(await folderOf(place), options)) yield* batch;
}

/** The same, in batches. */
export async function* readFileBatches(
  folder: string,
  options: ReadOptions,
): AsyncGenerator<ReadItem[], void, undefined> {
  const segments = await segmentsIn(folder);
  if (segments.length === 0) throw empty(folder);
  const lease = await liveWriter(folder);
  yield* readBatches(segments, {
    sessionId: await sessionOf(folder),
    isLive: (segment) => isWrittenBy(lease, segment),
    ...options,
  });
}

/**
 * For the folds of `@loop/telemetry`: tells which segments' writers live, so that an operation is
 * told as open, not as crashed.
 */
export async function livenessOf(
  place: RecordingPlace,
): Promise<NonNullable<ReadOptions['isLive']>> {
  const lease = await liveWriter(await folderOf(place));
  return (segment) => isWrittenBy(lease, segment);
}

function empty(folder: string): LoopTelemetryError {
  return new LoopTelemetryError(
    'unreadable',
    `${folder}: there are no segments in it. Name the folder of one recording.`,
  );
}
