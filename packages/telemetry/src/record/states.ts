import { failureOf, type StorageFailure } from './storage-failure.js';
import { startTimer } from './timer.js';

/** What becomes of records. */
export type RecordingState =
  /** They are written. */
  | 'active'
  /** A write failed: they wait, within bounds, and writing is tried again. */
  | 'degraded'
  /** The storage refuses: they are counted and dropped, until the recording is opened again. */
  | 'disabled'
  /** The recording has been closed. */
  | 'closed';

/** A change of state, told once. */
export interface RecordingDiagnostic {
  state: RecordingState;
  /** What went wrong, as the system names it (`ENOSPC`). `UNKNOWN` for an error without a code. */
  code?: string;
  /** In words, for people. Holds no content of a record. */
  message: string;
}

/** What states need. */
export interface StatesOptions {
  onDiagnostic: ((diagnostic: RecordingDiagnostic) => void) | undefined;
  /** It is time to try again. */
  onRetry(): void;
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/** Waiting does not help against these when a segment is opened. */
const refusals: ReadonlySet<string> = new Set(['EACCES', 'EROFS', 'EPERM', 'ENOTDIR']);

/** The state of a recording, and when a storage that failed is tried again. */
export class RecordingStates {
  state: RecordingState = 'active';
  writeErrors = 0;
  lastError: StorageFailure | undefined;

  readonly #options: StatesOptions;
  #retryMs = FIRST_RETRY_MS;
  #stopRetry: (() => void) | undefined;

  constructor(options: StatesOptions) {
    this.#options = options;
  }

  /** The storage failed. Where a segment could not even be opened it may be for good. */
  failed(error: unknown, during: 'open' | 'write'): void {
    const failure = failureOf(error);
    this.writeErrors++;
    this.lastError = failure;
    if (this.state === 'closed') return;
    if (during === 'open' && refusals.has(failure.code)) this.disabled(failure);
    else this.#degraded(failure);
  }

  /** Nothing will be recorded. */
  disabled(failure: StorageFailure): void {
    this.lastError = failure;
    this.#stopRetry?.();
    this.#change('disabled', `Nothing is recorded: ${failure.message}`, failure.code);
  }

  /** Something was written. */
  worked(): void {
    this.#retryMs = FIRST_RETRY_MS;
    if (this.state === 'degraded') this.#change('active', 'Recording goes on.');
  }

  close(): void {
    this.#stopRetry?.();
    this.state = 'closed';
  }

  #degraded({ code, message }: StorageFailure): void {
    this.#stopRetry?.();
    this.#stopRetry = startTimer(() => this.#options.onRetry(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
    if (this.state === 'degraded') return;
    this.#change('degraded', `Recording waits for its storage: ${message}`, code);
  }

  #change(state: RecordingState, message: string, code?: string): void {
    this.state = state;
    try {
      this.#options.onDiagnostic?.({ state, message, ...(code === undefined ? {} : { code }) });
    } catch {
      // A host that cannot hear of it is no reason to disturb its run.
    }
  }
}
