import type { CaptureMode, TraceSchema } from '@loop/events/trace';
import { LoopTelemetryError } from '../errors.js';
import type { RedactionOptions } from '../redact/redactor.js';
import type { Clock } from './clock.js';
import type { TraceLimits } from './limits.js';
import type { SegmentHead } from './open-segment.js';
import type { SyncPolicy } from './recording-status.js';
import type { RecordingDiagnostic } from './states.js';
import type { TraceStorage } from './storage.js';

/** What is recorded, and how; the same for every storage. */
export interface RecordingOptions<Events> {
  /** Names the conversation. Any text that is not empty. */
  sessionId: string;
  /** The vocabulary. */
  schema: TraceSchema<Events>;
  /** How much of a payload is kept. @default 'metadata' */
  mode?: CaptureMode;
  /** More of what is a credential: values that the host knows, names of keys, patterns. */
  redact?: RedactionOptions;
  limits?: Partial<TraceLimits>;
  /** The program that records, as segments name it. @default `{ name: 'loop', version: '0' }` */
  producer?: { name: string; version: string };
  /** When what is written has to reach the disk. @default 'interval' */
  sync?: SyncPolicy;
  /** Hears of every change of state, once. What it throws is ignored. */
  onDiagnostic?: (diagnostic: RecordingDiagnostic) => void;
  /** @default the platform's */
  clock?: Clock;
}

/** What {@link startRecording} takes: the storage, and what differs between platforms. */
export interface StartOptions<Events> extends RecordingOptions<Events> {
  storage: TraceStorage;
  /** SHA-256 in hexadecimal digits. Without it what is omitted has no hash. */
  hash?: (content: string | Uint8Array) => string;
  /** Names this opening in segments. @default eight hexadecimal digits */
  writer?: string;
  /** What segments tell of the process. @default nothing */
  host?: Pick<SegmentHead, 'pid' | 'host' | 'bootId'>;
  /** Runs a task in a later turn. @default `setTimeout` */
  defer?: (task: () => void) => void;
}

const modes: ReadonlySet<unknown> = new Set<CaptureMode>(['off', 'metadata', 'content', 'stream']);
const policies: ReadonlySet<unknown> = new Set<SyncPolicy>(['never', 'close', 'interval']);

/** @throws LoopTelemetryError `invalid-option` for another one than there are. */
export function checkMode(mode: unknown): asserts mode is CaptureMode {
  if (!modes.has(mode)) refuse('mode', [...modes].join(', '), mode);
}

/** @throws LoopTelemetryError `invalid-option` */
export function checkOptions(options: {
  [Name in keyof RecordingOptions<unknown>]?: unknown;
}): void {
  const { sessionId, schema, mode, sync, onDiagnostic, producer } = options;
  if (typeof sessionId !== 'string' || sessionId === '') refuse('sessionId', 'a text', sessionId);
  if (!((schema as { events?: unknown } | undefined)?.events instanceof Map)) {
    refuse('schema', 'what defineTraceSchema returns', schema);
  }
  if (mode !== undefined) checkMode(mode);
  if (sync !== undefined && !policies.has(sync)) refuse('sync', [...policies].join(', '), sync);
  if (onDiagnostic !== undefined && typeof onDiagnostic !== 'function') {
    refuse('onDiagnostic', 'a function', onDiagnostic);
  }
  const { name, version } = (producer ?? { name: '', version: '' }) as Record<string, unknown>;
  if (typeof name !== 'string' || typeof version !== 'string') {
    refuse('producer', 'a name and a version', producer);
  }
}

/** @throws LoopTelemetryError `invalid-option` */
export function checkStorage(storage: unknown): void {
  const { resume, open } = (storage ?? {}) as Record<string, unknown>;
  if (typeof resume === 'function' && typeof open === 'function') return;
  refuse('storage', 'a TraceStorage, such as createMemoryStorage() makes', storage);
}

function refuse(option: string, expected: string, got: unknown): never {
  const shown = typeof got === 'string' ? `"${got}"` : typeof got;
  throw new LoopTelemetryError('invalid-option', `${option}: expected ${expected}, got ${shown}.`);
}
