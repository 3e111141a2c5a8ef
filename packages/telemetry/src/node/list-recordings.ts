import { SummaryFold, type RecordingSummary } from '../read/summary.js';
import type { Vocabulary } from '../read/vocabulary.js';
import { isWrittenBy, liveWriter } from './live-writer.js';
import { readFileBatches } from './read-recording.js';
import { sessionOf } from './recording-file.js';
import { recordingFolders } from './recording-folder.js';
import { sizeOf } from './segment-files.js';

/** A recording below a root. */
export interface ListedRecording {
  folder: string;
  /** As its files name it; missing where none of them can be read. */
  sessionId?: string;
  bytes: number;
  /** When its last segment was written to, epoch milliseconds. */
  changedAt: number;
  isLive: boolean;
  /** Missing where it cannot be read at all. */
  summary?: RecordingSummary;
  /** Why not. */
  error?: string;
}

/**
 * All recordings below a root, the latest first. Each is read whole, one after the other; one that
 * cannot be read is listed with the reason.
 *
 * @throws LoopTelemetryError `unreadable` where there is no such root
 */
export async function listRecordings(
  root: string,
  { schema }: { schema?: Vocabulary | undefined } = {},
): Promise<ListedRecording[]> {
  const listed: ListedRecording[] = [];
  for (const folder of await recordingFolders(root)) listed.push(await look(folder, schema));
  return listed.sort((a, b) => b.changedAt - a.changedAt);
}

async function look(folder: string, schema: Vocabulary | undefined): Promise<ListedRecording> {
  const lease = await liveWriter(folder);
  const named = await sessionOf(folder);
  const listed: ListedRecording = {
    folder,
    ...(named !== undefined && { sessionId: named }),
    ...{ bytes: 0, changedAt: 0, isLive: lease !== undefined },
  };
  try {
    Object.assign(listed, await sizeOf(folder));
    const fold = new SummaryFold({ schema, isLive: (segment) => isWrittenBy(lease, segment) });
    for await (const batch of readFileBatches(folder, { schema })) {
      for (const item of batch) fold.take(item);
    }
    listed.summary = fold.summary();
    const sessionId = named ?? listed.summary.sessionId;
    if (sessionId !== undefined) listed.sessionId = sessionId;
  } catch (error) {
    listed.error = (error as Error).message;
  }
  return listed;
}
