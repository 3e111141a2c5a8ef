import type { CaptureMode, Recorder } from '@loop/events/trace';
import { createRedactor, type Redactor } from '../redact/redactor.js';
import { platformClock } from './clock.js';
import { limitsFrom } from './limits.js';
import { createRecorder, type OpenRecorder } from './recorder.js';
import { checkMode, checkOptions, checkStorage, type StartOptions } from './recording-options.js';
import type { RecordingResult, RecordingStatus } from './recording-status.js';
import type { Resumption, TraceStorage } from './storage.js';
import { resume, Writer } from './writer.js';

/**
 * A recording that is open. What it is told is copied before a call returns; what becomes of it
 * never reaches the run: nothing here throws, rejects or waits, and `status()` tells what was lost.
 */
export interface Recording<Events> {
  /** Takes the events. Usable in every state. */
  readonly recorder: Recorder<Events>;
  status(): RecordingStatus;
  /** From now on so much is kept of a payload; what follows goes to a new segment. @throws LoopTelemetryError `invalid-option` */
  setMode(mode: CaptureMode): void;
  /** A value that no record may hold from now on. @throws LoopTelemetryError `invalid-option` for fewer than 8 characters */
  registerSecret(value: string): void;
  /** Resolves when all that was recorded is with the system: it survives the end of the process. */
  flush(): Promise<RecordingResult>;
  /**
   * The same at once, for at most `maxMs`, to the segment that is open, whatever its mode. What is on
   * its way may land behind what this writes.
   */
  flushSync(maxMs?: number): RecordingResult;
  /** Resolves when all that was recorded is on the device: it survives a loss of power. */
  sync(): Promise<RecordingResult>;
  /** Writes what waits and ends the recording. Records that come later are counted only. */
  close(): Promise<RecordingResult>;
}

/**
 * Records to any storage. The disk is no reason to reject: a storage that fails is tried again, one
 * that refuses is left alone, and `status()` says which.
 *
 * @throws LoopTelemetryError `invalid-option`, as a rejection
 */
export async function startRecording<Events>(
  options: StartOptions<Events>,
): Promise<Recording<Events>> {
  checkOptions(options);
  checkStorage(options.storage);
  const resumption = await resume(options.storage);
  const recording = new StorageRecording(options, resumption);
  await recording.open();
  return recording;
}

class StorageRecording<Events> implements Recording<Events> {
  readonly recorder: Recorder<Events>;

  readonly #redactor: Redactor;
  readonly #storage: TraceStorage;
  readonly #writer: Writer;
  readonly #open: OpenRecorder<Events>;
  #mode: CaptureMode;
  #closing: Promise<RecordingResult> | undefined;

  constructor(options: StartOptions<Events>, resumption: Resumption | { error: unknown }) {
    const { sessionId, schema, hash } = options;
    const { clock = platformClock, storage, sync = 'interval', defer = setTimeout } = options;
    const { writer = newId().slice(0, 8), producer = { name: 'loop', version: '0' } } = options;
    const limits = limitsFrom(options.limits);
    const head = {
      ...{ sessionId, writer, producer, ...options.host },
      schema: { name: schema.name, version: schema.version },
    };
    // By way of this the recorder keeps the recording alive, which an exit hook may hold weakly.
    const mode = (): CaptureMode => this.#modeNow();
    this.#storage = storage;
    this.#mode = options.mode ?? 'metadata';
    this.#redactor = createRedactor(options.redact);
    this.#writer = new Writer(
      {
        ...{ storage, limits, head, clock, sync, mode },
        defer: (task) => void defer(task),
        onDiagnostic: options.onDiagnostic,
      },
      resumption,
    );
    this.#open = createRecorder<Events>({
      ...{ schema, mode, sessionId, redactor: this.#redactor, limits, clock, newId },
      ...(hash === undefined ? {} : { hash }),
      lines: this.#writer.queue,
      firstSeq: ('error' in resumption ? 0 : resumption.lastSeq) + 1,
    });
    this.recorder = this.#open.recorder;
  }

  /** Makes the first segment, so that its creator knows at once whether there is a place for it. */
  async open(): Promise<void> {
    if (this.#mode !== 'off') await this.#writer.pump.open(this.#modeNow());
  }

  status(): RecordingStatus {
    const { queue, states, segments } = this.#writer;
    const { written, gaps, waiting } = queue;
    const { redacted, omitted, failures } = this.#open.counters;
    const dropped = { ...queue.dropped };
    const lost = Object.values(dropped).reduce((sum, count) => sum + count, 0);
    return {
      state: states.state,
      mode: this.#modeNow(),
      captured: written + waiting.records + lost,
      ...{ written, dropped, gaps, queue: waiting },
      ...{ bytes: segments.bytes, segments: segments.count },
      ...{ redacted, omitted, failures, writeErrors: states.writeErrors },
      ...(states.lastError === undefined ? {} : { lastError: states.lastError }),
    };
  }

  setMode(mode: CaptureMode): void {
    checkMode(mode);
    // What is held was captured in the mode so far.
    this.#open.release();
    this.#mode = mode;
  }

  registerSecret(value: string): void {
    this.#redactor.registerSecret(value);
  }

  flush(): Promise<RecordingResult> {
    this.#open.release();
    return this.#writer.pump.flush();
  }

  flushSync(maxMs = Infinity): RecordingResult {
    this.#open.release();
    return this.#writer.pump.flushSync(maxMs);
  }

  sync(): Promise<RecordingResult> {
    this.#open.release();
    return this.#writer.pump.sync();
  }

  close(): Promise<RecordingResult> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<RecordingResult> {
    const { queue, pump } = this.#writer;
    this.#open.release();
    queue.refuse('closed');
    const result = await pump.close(this.#modeNow());
    try {
      await this.#storage.close?.();
    } catch {
      // Its segments are closed; what else a storage holds is no loss to the recording.
    }
    return result;
  }

  /** Once the recording's bytes are used up, metadata is all there is. */
  #modeNow(): CaptureMode {
    const isReduced = this.#writer.queue.isOverBudget && this.#mode !== 'off';
    return isReduced ? 'metadata' : this.#mode;
  }
}

function newId(): string {
  return crypto.randomUUID();
}
