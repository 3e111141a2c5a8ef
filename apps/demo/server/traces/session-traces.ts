import { traceSchema, type CaptureMode, type TraceEvents } from '@loop/events/trace';
import type { Recording } from '@loop/telemetry';
import { openRecording, recordingFolder } from '@loop/telemetry/node';
import { rm } from 'node:fs/promises';
import type { Report } from '../storage/read-stored.js';

/** The recordings of all sessions, below the data folder. */
export interface SessionTraces {
  readonly mode: CaptureMode;
  /** Opens a session's recording. What the disk says to that never concerns the session. */
  open(sessionId: string): Promise<SessionRecording>;
  /** The folder of a session's recording, with all that was recorded so far; there or not. */
  folderOf(sessionId: string): Promise<string>;
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
    async folderOf(sessionId) {
      await open.get(sessionId)?.flush();
      return recordingFolder(dataFolder, sessionId);
    },
    async remove(sessionId) {
      const folder = await recordingFolder(dataFolder, sessionId);
      await rm(folder, { recursive: true, force: true });
    },
    registerSecret(value) {
      secrets.add(value);
      for (const recording of open.values()) recording.registerSecret(value);
    },
  };
}
