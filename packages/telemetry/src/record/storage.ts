/**
 * Where segments are kept. Write another one to record to something else than files; the
 * suite of `@loop/telemetry/testing` runs on any. A storage belongs to one recording.
 *
 * What it throws or rejects with counts as a write error; a `code` as Node's system errors have it
 * (`ENOSPC`, `EACCES`, …) decides whether the recording tries again or gives up.
 */
export interface TraceStorage {
  /** What is there from before. Asked once, first. */
  resume(): Promise<Resumption>;
  /** Begins a new, empty segment; never one that is there already. */
  open(): Promise<TraceSegment>;
  /** The recording is over, its segments are closed. */
  close?(): Promise<void>;
}

/** What earlier writers have left. */
export interface Resumption {
  /** The highest number that any record or gap has; `highestSeq` finds it in a text. 0: none. */
  lastSeq: number;
  /** All segments together. */
  bytes: number;
}

/** A segment that is being written, by one writer. One call at a time, except {@link appendSync}. */
export interface TraceSegment {
  readonly number: number;
  readonly name: string;
  /** Name of the segment before it. */
  readonly previous: string | null;
  /**
   * Writes lines, all of them; each has its line feed. They come apart because joining them costs
   * more than writing them. A rejection should say how much is there, see {@link WriteFailure}.
   *
   * @returns how many bytes they are
   */
  append(lines: readonly string[]): Promise<number>;
  /** The same at once, for the process's last moment, even while an `append` is under way. */
  appendSync?(lines: readonly string[]): number;
  /** Resolves when all that was appended survives a loss of power, as far as the storage can tell. */
  sync(): Promise<void>;
  /** Waits for an `append` that is under way. Called once, also after a failure. */
  close(): Promise<void>;
}

/** What a failed `append` may tell. Without it nobody knows what is there, and its records count as lost. */
export interface WriteFailure {
  /** So many bytes of the lines are in the segment, and no more. */
  writtenBytes?: number;
}
