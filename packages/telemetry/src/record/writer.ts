import type { CaptureMode } from '@loop/events/trace';
import type { Clock } from './clock.js';
import type { TraceLimits } from './limits.js';
import type { SegmentHead } from './open-segment.js';
import { Pump } from './pump.js';
import { BoundedQueue } from './queue.js';
import type { SyncPolicy } from './recording-status.js';
import { Segments } from './segments.js';
import { RecordingStates, type RecordingDiagnostic } from './states.js';
import { failureOf } from './storage-failure.js';
import type { Resumption, TraceStorage } from './storage.js';

/** What a writer needs. */
export interface WriterOptions {
  storage: TraceStorage;
  limits: TraceLimits;
  head: SegmentHead;
  clock: Clock;
  sync: SyncPolicy;
  /** How lines that come now were captured. */
  mode(): CaptureMode;
  /** Runs a task in a later turn. */
  defer(task: () => void): void;
  onDiagnostic: ((diagnostic: RecordingDiagnostic) => void) | undefined;
}

/** The parts that bring lines to a storage, put together. */
export class Writer {
  readonly queue: BoundedQueue;
  readonly states: RecordingStates;
  readonly segments: Segments;
  readonly pump: Pump;

  constructor(options: WriterOptions, resumption: Resumption | { error: unknown }) {
    const { mode, defer, sync: policy, onDiagnostic, ...shared } = options;
    const { clock, limits } = shared;
    const { lastSeq, bytes } = 'error' in resumption ? { lastSeq: 0, bytes: 0 } : resumption;
    const states = new RecordingStates({
      onDiagnostic,
      onRetry: () => void this.pump.open(mode()),
    });
    this.states = states;
    const onAdded = (): void => this.pump.wake();
    const queue = new BoundedQueue({
      limits,
      usedBytes: bytes,
      mode,
      now: () => clock.now(),
      onAdded,
    });
    this.queue = queue;
    const onSyncDue = (): void => void this.pump.sync();
    this.segments = new Segments({ ...shared, queue, states, policy, lastSeq, onSyncDue });
    this.pump = new Pump({ queue, states, segments: this.segments, clock, defer });
    if ('error' in resumption) this.#refuse(resumption.error);
  }

  /** Without the numbers that are there, new records would stand under old ones. */
  #refuse(error: unknown): void {
    this.states.disabled(failureOf(error));
    this.queue.discard('write-error');
  }
}

/** Asks a storage what it has. Never rejects. */
export async function resume(storage: TraceStorage): Promise<Resumption | { error: unknown }> {
  try {
    return await storage.resume();
  } catch (error) {
    return { error };
  }
}
