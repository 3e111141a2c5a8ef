import type { CaptureMode } from '@loop/events/trace';
import type { Clock } from './clock.js';
import type { BoundedQueue } from './queue.js';
import type { RecordingResult } from './recording-status.js';
import type { Segments } from './segments.js';
import type { RecordingStates } from './states.js';

/** What a pump needs. */
export interface PumpOptions {
  queue: BoundedQueue;
  states: RecordingStates;
  segments: Segments;
  clock: Clock;
  /** Runs a task in a later turn. */
  defer(task: () => void): void;
}

/**
 * Moves lines from the queue to the segments. Whatever touches the storage runs one at a time, in
 * the order it was asked for. A batch is one such task, so that a sync never waits for a queue that
 * is filled as fast as it is emptied. Nothing rejects.
 */
export class Pump {
  readonly #options: PumpOptions;
  #last: Promise<void> = Promise.resolve();
  #isAwake = false;

  constructor(options: PumpOptions) {
    this.#options = options;
  }

  /** Something waits: all that comes in this turn leaves in one write. */
  wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    this.#options.defer(() => {
      this.#isAwake = false;
      void this.flush();
    });
  }

  /** Opens a segment, the first or the one after a failure, and writes what waits. */
  async open(mode: CaptureMode): Promise<RecordingResult> {
    await this.#inOrder(() => this.#options.segments.open(mode));
    return this.flush();
  }

  /** Resolves when the storage has what waits now, or does not take it. */
  async flush(): Promise<RecordingResult> {
    const { queue, segments } = this.#options;
    const { end } = queue;
    do {
      await this.#inOrder(async () => {
        if (queue.holds(end)) await segments.step();
      });
    } while (queue.holds(end) && segments.canWrite);
    return this.#result();
  }

  async sync(): Promise<RecordingResult> {
    const flushed = await this.flush();
    if (!flushed.ok) return flushed;
    await this.#inOrder(() => this.#options.segments.sync());
    return this.#result();
  }

  /** Writes in this very turn, for at most `maxMs`. */
  flushSync(maxMs: number): RecordingResult {
    const { queue, segments, clock } = this.#options;
    const until = clock.mono() + maxMs * 1_000;
    while (queue.nextMode !== undefined && segments.canWrite) {
      if (clock.mono() > until) return { ok: false, reason: 'late' };
      const done = segments.writeSync();
      if (done !== 'written') return { ok: false, reason: done };
    }
    return queue.inFlight > 0 ? { ok: false, reason: 'in-flight' } : this.#result();
  }

  /** Writes what waits, trying a storage that failed once more, and the last line. */
  async close(mode: CaptureMode): Promise<RecordingResult> {
    const { queue, segments, states } = this.#options;
    if (states.state === 'degraded') await this.open(mode);
    else await this.flush();
    queue.discard('write-error');
    await this.#inOrder(() => segments.end());
    const result = this.#result();
    states.close();
    return result;
  }

  #result(): RecordingResult {
    const { state } = this.#options.states;
    return state === 'active' ? { ok: true } : { ok: false, reason: state };
  }

  /** Tasks do not reject. Should one do so nevertheless, no run must end by it. */
  #inOrder(task: () => Promise<void>): Promise<void> {
    const { states } = this.#options;
    this.#last = this.#last.then(task).catch((error: unknown) => states.failed(error, 'write'));
    return this.#last;
  }
}
