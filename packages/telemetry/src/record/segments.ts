import type { CaptureMode } from '@loop/events/trace';
import type { Batch } from './batch.js';
import type { Clock } from './clock.js';
import type { TraceLimits } from './limits.js';
import { OpenSegment, type SegmentHead } from './open-segment.js';
import type { BoundedQueue } from './queue.js';
import type { SyncPolicy } from './recording-status.js';
import type { RecordingStates } from './states.js';
import { writtenBytesOf } from './storage-failure.js';
import type { TraceStorage } from './storage.js';
import { startTimer } from './timer.js';

/** What writing needs. */
export interface SegmentsOptions {
  storage: TraceStorage;
  queue: BoundedQueue;
  states: RecordingStates;
  limits: TraceLimits;
  head: SegmentHead;
  clock: Clock;
  policy: SyncPolicy;
  /** Highest number that the recording has from before. */
  lastSeq: number;
  /** A second has passed since something was written that is not synced. */
  onSyncDue(): void;
}

const SYNC_MS = 1_000;

/**
 * The segment that is being written, and its successors. What fails is told to the states and ends
 * the segment: nothing is ever written behind a line that may be torn. Nothing here throws; one
 * call at a time, but for {@link writeSync}.
 */
export class Segments {
  /** What this opening has written: all lines, in UTF-8. */
  bytes = 0;
  count = 0;

  readonly #options: SegmentsOptions;
  #current: OpenSegment | undefined;
  #lastSeq: number;
  #stopSync: (() => void) | undefined;

  constructor(options: SegmentsOptions) {
    this.#options = options;
    this.#lastSeq = options.lastSeq;
  }

  get canWrite(): boolean {
    return this.#current !== undefined || this.#options.states.state === 'active';
  }

  /** Begins a segment where there is none; one that is there will do. */
  async open(mode: CaptureMode): Promise<void> {
    const { states } = this.#options;
    if (this.#current !== undefined) states.worked();
    else if (states.state === 'active' || states.state === 'degraded') await this.#begin(mode);
  }

  /** Does one thing for what waits: begins the segment that is due, or writes a batch. */
  async step(): Promise<void> {
    const { queue, limits } = this.#options;
    const mode = queue.nextMode;
    if (mode === undefined || !this.canWrite) return;
    const bytes = Math.min(queue.waiting.bytes, limits.batchBytes);
    const hasRoom = this.#current?.hasRoom(mode, bytes, limits.segmentBytes) ?? false;
    await (hasRoom ? this.#write(this.#current as OpenSegment) : this.#begin(mode));
  }

  /** Writes a batch at once. @returns whether there was a way to */
  writeSync(): 'written' | 'in-flight' | 'unsupported' {
    const segment = this.#current;
    if (segment === undefined) return 'in-flight';
    if (!segment.canAppendSync) return 'unsupported';
    const batch = this.#options.queue.take();
    if (batch === undefined) return 'written';
    try {
      segment.appendSync(batch);
      this.#written(batch);
    } catch (error) {
      this.#options.queue.giveBack(batch, writtenBytesOf(error));
      void this.#leave(segment, error);
    }
    return 'written';
  }

  async sync(): Promise<void> {
    const segment = this.#current;
    this.#stopSync?.();
    this.#stopSync = undefined;
    try {
      await segment?.sync();
    } catch (error) {
      await this.#leave(segment, error);
    }
  }

  /** Writes the last line and closes. */
  async end(): Promise<void> {
    const segment = this.#current;
    this.#stopSync?.();
    this.#current = undefined;
    await this.#end(segment, this.#options.policy !== 'never');
  }

  /** The new segment is there before the old one goes: an exit in between finds one. */
  async #begin(mode: CaptureMode): Promise<void> {
    const { storage, head, clock, queue, states } = this.#options;
    const old = this.#current;
    try {
      const start = { mode, now: clock.now(), mono: clock.mono() };
      this.#current = await OpenSegment.begin(storage, head, start);
    } catch (error) {
      await this.#leave(old, error, 'open');
      return;
    }
    this.count++;
    this.bytes += this.#current.bytes;
    if (queue.nextMode === undefined) states.worked();
    await this.#end(old, true);
  }

  async #write(segment: OpenSegment): Promise<void> {
    const { queue, policy } = this.#options;
    const batch = queue.take();
    if (batch === undefined) return;
    try {
      await segment.append(batch);
    } catch (error) {
      queue.giveBack(batch, writtenBytesOf(error));
      await this.#leave(segment, error);
      return;
    }
    this.#written(batch);
    if (batch.sync && policy === 'interval') await this.sync();
  }

  #written(batch: Batch): void {
    const { queue, states, policy } = this.#options;
    queue.settle(batch);
    this.bytes += batch.bytes;
    this.#lastSeq = Math.max(this.#lastSeq, batch.lastSeq);
    states.worked();
    if (policy === 'interval') this.#stopSync ??= startTimer(() => this.#syncIsDue(), SYNC_MS);
  }

  #syncIsDue(): void {
    this.#stopSync = undefined;
    this.#options.onSyncDue();
  }

  async #end(segment: OpenSegment | undefined, isSynced: boolean): Promise<void> {
    try {
      const bytes = await segment?.end(this.#lastSeq, this.#options.clock.now(), isSynced);
      this.bytes += bytes ?? 0;
    } catch (error) {
      await this.#leave(segment, error);
    }
  }

  async #leave(
    segment: OpenSegment | undefined,
    error: unknown,
    during: 'open' | 'write' = 'write',
  ): Promise<void> {
    const { states, queue } = this.#options;
    if (this.#current === segment) this.#current = undefined;
    states.failed(error, during);
    if (states.state === 'disabled') queue.discard('write-error');
    await segment?.abandon();
  }
}
