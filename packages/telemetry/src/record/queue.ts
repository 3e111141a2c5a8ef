import type { CaptureMode } from '@loop/events/trace';
import { joinBatch, type Batch } from './batch.js';
import { addLoss, gapEntry, type Entry, type LineEntry } from './entries.js';
import type { GapReason } from './envelope.js';
import type { TraceLimits } from './limits.js';
import type { LineQueue, RecordLine } from './lines.js';
import { leave, Rooms } from './rooms.js';
import { noLosses, TrailingGaps } from './trailing-gaps.js';

/** What a queue needs. */
export interface QueueOptions {
  limits: TraceLimits;
  /** What the recording has from before, in bytes. */
  usedBytes: number;
  /** How what comes now was captured; asked again once the recording's bytes are used up. */
  mode(): CaptureMode;
  /** Wall clock, for gap lines. */
  now(): number;
  /** Something waits. */
  onAdded(): void;
}

/**
 * Lines that wait for the storage, within bounds. What does not fit becomes a gap in its place: of
 * the lines that come to a full queue those that are not spared are dropped, the others go on into
 * a reserve. What is taken counts as waiting until its fate is known.
 */
export class BoundedQueue implements LineQueue {
  /** Records that got no line, by reason. */
  readonly dropped: Record<GapReason, number> = noLosses();
  /** Records, and gap lines, that the storage has. */
  written = 0;
  gaps = 0;
  /** Batches whose fate is open. */
  inFlight = 0;
  /** The recording's bytes are used up. */
  isOverBudget: boolean;

  readonly #options: QueueOptions;
  readonly #rooms: Rooms;
  readonly #trailing = new TrailingGaps();
  #entries: Entry[] = [];
  #serial = 0;
  #usedBytes: number;
  #refusal: GapReason | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#rooms = new Rooms(options.limits);
    this.#usedBytes = options.usedBytes;
    this.isOverBudget = options.usedBytes >= options.limits.recordingBytes;
  }

  get fill(): number {
    return this.#rooms.fill;
  }

  /** What waits, in UTF-8. */
  get waiting(): { records: number; bytes: number } {
    const { records, bytes } = this.#rooms;
    return { records, bytes };
  }

  /** The mode of what is next. `undefined`: nothing waits. */
  get nextMode(): CaptureMode | undefined {
    return this.#entries[0]?.mode;
  }

  /** Where the queue ends now, for {@link holds}. */
  get end(): number {
    return this.#serial;
  }

  /** Whether something waits that was in the queue when it ended at `end`. */
  holds(end: number): boolean {
    const [first] = this.#entries;
    return first !== undefined && first.serial <= end;
  }

  push(line: RecordLine): void {
    if (this.#refusal !== undefined) return this.lost(line.seq, this.#refusal);
    const { bytes } = line;
    const mode = this.#options.mode();
    if (this.#goesOverBudget(bytes, mode) && !line.spare) return this.lost(line.seq, 'limit');
    const room = this.#rooms.take(bytes, line.spare);
    if (room === undefined) return this.lost(line.seq, 'queue-full');
    this.#usedBytes += bytes;
    this.#trailing.clear();
    this.#add({ kind: 'line', serial: ++this.#serial, mode, bytes, line, room });
  }

  lost(seq: number, reason: GapReason): void {
    this.dropped[this.#refusal ?? reason]++;
    if (this.#refusal !== undefined || this.#trailing.extend(seq, reason)) return;
    const gap = gapEntry(seq, reason, this.#options.mode(), ++this.#serial);
    this.#trailing.add(gap);
    this.#add(gap);
  }

  /** The next lines: of one mode, one write. `undefined`: nothing waits. */
  take(): Batch | undefined {
    const { limits, now } = this.#options;
    const batch = joinBatch(this.#entries, Math.min(limits.batchBytes, limits.segmentBytes), now());
    if (batch === undefined) return undefined;
    this.#entries.splice(0, batch.entries.length);
    this.#trailing.clear();
    this.inFlight++;
    return batch;
  }

  /** The storage has all of it. */
  settle(batch: Batch): void {
    this.giveBack(batch, batch.bytes);
  }

  /**
   * Of a batch the storage has so many bytes. The lines behind them wait again; where it cannot tell
   * they count as lost, for written again they might be there twice.
   */
  giveBack(batch: Batch, writtenBytes: number | undefined): void {
    this.inFlight--;
    const rest: Entry[] = [];
    let end = 0;
    for (const entry of batch.entries) {
      end += entry.bytes;
      if (end <= (writtenBytes ?? -1)) this.#settleOne(entry);
      else if (writtenBytes !== undefined || entry.kind === 'gap') rest.push(entry);
      else {
        this.#lose(entry, 'write-error');
        addLoss(rest, entry, 'write-error');
      }
    }
    if (rest.length > 0) this.#entries = [...rest, ...this.#entries];
  }

  /** From now on what comes is counted, and nothing else. What waits goes on. */
  refuse(reason: GapReason): void {
    this.#refusal ??= reason;
  }

  /** Nothing will be written any more: drops what waits. */
  discard(reason: GapReason): void {
    this.refuse(reason);
    for (const entry of this.#entries) {
      if (entry.kind === 'line') this.#lose(entry, reason);
    }
    this.#entries = [];
    this.#trailing.clear();
  }

  /** Whether the recording's bytes are used up by this line, in a mode that is not the least. */
  #goesOverBudget(bytes: number, mode: CaptureMode): boolean {
    if (this.isOverBudget) return false;
    this.isOverBudget = this.#usedBytes + bytes > this.#options.limits.recordingBytes;
    return this.isOverBudget && this.#options.mode() !== mode;
  }

  #add(entry: Entry): void {
    this.#entries.push(entry);
    this.#options.onAdded();
  }

  #settleOne(entry: Entry): void {
    if (entry.kind === 'gap') {
      this.gaps++;
      return;
    }
    this.written++;
    leave(entry);
  }

  #lose(entry: LineEntry, reason: GapReason): void {
    this.dropped[reason]++;
    leave(entry);
  }
}
