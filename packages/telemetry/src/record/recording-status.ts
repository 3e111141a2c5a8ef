import type { CaptureMode } from '@loop/events/trace';
import type { GapReason } from './envelope.js';
import type { RecordingState } from './states.js';
import type { StorageFailure } from './storage-failure.js';

/**
 * When the storage is synced, besides `sync()`: not at all; when the recording closes; or also once
 * a second while something is new, and after events whose declaration asks for it. A segment that
 * is full is synced in any case, so that `sync()` never has to look back.
 */
export type SyncPolicy = 'never' | 'close' | 'interval';

/** How a request to write ended. It never rejects. */
export type RecordingResult = { ok: true } | { ok: false; reason: RecordingRefusal };

/** Why something was not done. */
export type RecordingRefusal =
  /** The storage failed; lines wait for the next try. */
  | 'degraded'
  /** The storage refuses; lines are dropped and counted. */
  | 'disabled'
  /** The recording was closed before. */
  | 'closed'
  /** Some lines are on their way and cannot be waited for at once. */
  | 'in-flight'
  /** The storage cannot write at once. */
  | 'unsupported'
  /** Its time was over. */
  | 'late';

/**
 * What became of a recording, counted since it was opened. Each number that was given to an event
 * ends in `written` or `dropped`, or is in the `queue`, or held for its credentials to be complete.
 */
export interface RecordingStatus {
  state: RecordingState;
  /** What is captured now: less than was asked for when the recording's bytes are used up. */
  mode: CaptureMode;
  /** Events that have a number; those that are held count once they are let go. */
  captured: number;
  /** Records that the storage has. */
  written: number;
  /** Records that were lost, by reason. */
  dropped: Readonly<Record<GapReason, number>>;
  /** Lines that tell of losses and that the storage has. */
  gaps: number;
  /** What waits, in UTF-8 bytes. */
  queue: { records: number; bytes: number };
  /** UTF-8 bytes of all lines, and segments that hold them. */
  bytes: number;
  segments: number;
  /** Credentials that were replaced, values that were left out, events that could not be captured. */
  redacted: number;
  omitted: number;
  failures: number;
  /** Calls of the storage that failed, and the last failure. */
  writeErrors: number;
  lastError?: StorageFailure;
}
