import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { LoopTelemetryError } from '../errors.js';
import { checkOptions, type RecordingOptions } from '../record/recording-options.js';
import { startRecording, type Recording } from '../record/recording.js';
import { flushAtExit } from './exit-hook.js';
import { createFileStorage } from './file-storage.js';
import { currentBootId } from './lease.js';

/** What {@link openRecording} takes. */
export interface OpenRecordingOptions<Events> extends RecordingOptions<Events> {
  /** Recordings lie below it, in `traces/v1`. Made when it is not there. */
  root: string;
}

/**
 * Records a session to files below `root`, in segments of its own: what earlier openings have
 * written stays as it is, and numbers go on from there. It keeps no process alive. When the process
 * exits, what waits is written at once, within 200 ms; a signal without a handler loses it.
 *
 * The disk is no reason to reject: see `status()`.
 *
 * @throws LoopTelemetryError `invalid-option`, as a rejection
 */
export async function openRecording<Events>(
  options: OpenRecordingOptions<Events>,
): Promise<Recording<Events>> {
  const { root, ...others } = options;
  if (typeof root !== 'string' || root === '') {
    throw new LoopTelemetryError('invalid-option', 'root: expected the path of a folder.');
  }
  checkOptions(others);
  const writer = randomBytes(4).toString('hex');
  const bootId = currentBootId();
  const recording = await startRecording({
    ...others,
    writer,
    storage: createFileStorage({ root, sessionId: others.sessionId, writer }),
    hash: (content) => createHash('sha256').update(content).digest('hex'),
    host: {
      ...{ pid: process.pid, host: hostname() },
      ...(bootId === undefined ? {} : { bootId }),
    },
    defer: setImmediate,
  });
  flushAtExit(recording);
  return recording;
}
