import { traceSchema, type CaptureMode, type TraceEvents } from '@loop/events/trace';
import { LoopTelemetryError, type Recording } from '@loop/telemetry';
import { openRecording, recordingFolder } from '@loop/telemetry/node';
import { rm } from 'node:fs/promises';
import { notReadable } from '../http/api-error.js';
import type { Report } from '../storage/read-stored.js';

/** The recordings of all sessions, below the data folder. */
export interface SessionTraces {
  readonly mode: CaptureMode;
  /** Opens a session's recording. What the disk says to that never concerns the session. */
  open(sessionId: string): Promise<SessionRecording>;
  /**
   * Reads the folder of a session's recording, there or not, with all that was recorded so far.
   *
   * @throws ApiError (rejects) `not-readable` where the disk does not give it.
   */
  read<Result>(sessionId: string, from: (folder: string) => Promise<Result>): Promise<Result>;
  /** A session that is removed leaves no trace. */
  remove(sessionId: string): Promise<void>;
  /** A value that no recording may hold from now on. */
  registerSecret(value: string): void;
}

/** What a session is recorded with. */
export type SessionRecording = Pick<Recording<TraceEvents>, 'recorder' | 'close'>;

/** What recording sessions takes. */
export interface SessionTracesOptions {
  dataFolder: string;
  mode: CaptureMode;
  report: Report;
}

/** Records the sessions of one server. */
export function createSessionTraces(options: SessionTracesOptions): SessionTraces {
  const { dataFolder, mode, report } = options;
  const open = new Map<string, Recording<TraceEvents>>();
  const secrets = new Set<string>();

  return {
    mode,
    async open(sessionId) {
      const recording = await openRecording({
        ...{ root: dataFolder, sessionId, mode, schema: traceSchema },
        redact: { secrets: [...secrets] },
        producer: { name: 'loop-demo', version: '0.1.0' },
        onDiagnostic: ({ message }) => report(`Trace of session ${sessionId}: ${message}`),
      });
      open.set(sessionId, recording);
      return {
        recorder: recording.recorder,
        close() {
          if (open.get(sessionId) === recording) open.delete(sessionId);
          return recording.close();
        },
      };
    },
    async read(sessionId, from) {
      await open.get(sessionId)?.flush();
      try {
        return await from(await recordingFolder(dataFolder, sessionId));
      } catch (error) {
        if (!isOfTheDisk(error)) throw error;
        report(`Trace of session ${sessionId}: ${error.message}`);
        throw notReadable('recording');
      }
    },
    async remove(sessionId) {
      const folder = await recordingFolder(dataFolder, sessionId);
      await rm(folder, { recursive: true, force: true }).catch(ignoreNoFolder);
    },
    registerSecret(value) {
      secrets.add(value);
      for (const recording of open.values()) recording.registerSecret(value);
    },
  };
}

function isOfTheDisk(error: unknown): error is Error {
  if (error instanceof LoopTelemetryError) return error.code === 'unreadable';
  return error instanceof Error && 'syscall' in error;
}

/** Where something else stands in place of the recordings there is none to remove. */
function ignoreNoFolder(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTDIR') throw error;
}
