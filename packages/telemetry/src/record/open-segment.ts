import type { CaptureMode } from '@loop/events/trace';
import type { Batch } from './batch.js';
import { encodeLine } from './encode-line.js';
import type { SegmentLine } from './envelope.js';
import type { TraceSegment, TraceStorage } from './storage.js';

/** The fields of a segment's first line that are the same for every segment of an opening. */
export type SegmentHead = Omit<
  SegmentLine,
  | 'v'
  | 'kind'
  | 'format'
  | 'requires'
  | 'segment'
  | 'startedAt'
  | 'monoOrigin'
  | 'mode'
  | 'previous'
>;

/** What the first line says of this segment alone. */
export interface SegmentStart {
  mode: CaptureMode;
  /** Epoch milliseconds. */
  now: number;
  /** Microseconds. */
  mono: number;
}

/** A segment that has its first line. */
export class OpenSegment {
  readonly mode: CaptureMode;
  bytes = 0;
  records = 0;
  /** Something was written since the storage was synced. */
  isDirty = true;

  readonly #segment: TraceSegment;
  #dropped = 0;
  #isClosed = false;

  private constructor(segment: TraceSegment, mode: CaptureMode) {
    this.#segment = segment;
    this.mode = mode;
  }

  /** Opens a segment and writes its first line. */
  static async begin(
    storage: TraceStorage,
    head: SegmentHead,
    { mode, now, mono }: SegmentStart,
  ): Promise<OpenSegment> {
    const segment = await storage.open();
    const open = new OpenSegment(segment, mode);
    const { sessionId, writer, schema, producer, ...host } = head;
    const line: SegmentLine = {
      ...{ v: 1, kind: 'segment', format: 'loop.trace', requires: [] },
      ...{ sessionId, writer, segment: segment.number, ...host },
      ...{ startedAt: new Date(now).toISOString(), monoOrigin: mono, mode },
      ...{ schema, producer, previous: segment.previous },
    };
    try {
      open.bytes = await segment.append([encodeLine(line)]);
    } catch (error) {
      await open.abandon();
      throw error;
    }
    return open;
  }

  /** Whether lines of this mode belong here, and so many bytes more are not too many. */
  hasRoom(mode: CaptureMode, bytes: number, maxBytes: number): boolean {
    return mode === this.mode && (this.records === 0 || this.bytes + bytes <= maxBytes);
  }

  get canAppendSync(): boolean {
    return this.#segment.appendSync !== undefined;
  }

  async append(batch: Batch): Promise<void> {
    const bytes = await this.#segment.append(batch.lines);
    this.#count(batch, bytes);
  }

  /** Only where {@link canAppendSync}. */
  appendSync(batch: Batch): void {
    const bytes = this.#segment.appendSync?.(batch.lines) ?? 0;
    this.#count(batch, bytes);
  }

  async sync(): Promise<void> {
    if (!this.isDirty) return;
    this.isDirty = false;
    try {
      await this.#segment.sync();
    } catch (error) {
      this.isDirty = true;
      throw error;
    }
  }

  /** Writes the last line and closes. @returns how many bytes that line is */
  async end(lastSeq: number, now: number, isSynced: boolean): Promise<number> {
    const { records, bytes } = this;
    const counted = { records, lastSeq, dropped: this.#dropped, bytes };
    const time = new Date(now).toISOString();
    const last = encodeLine({ v: 1, kind: 'end', ...counted, time });
    const added = await this.#segment.append([last]);
    this.isDirty = true;
    if (isSynced) await this.sync();
    await this.#close();
    return added;
  }

  /** Closes as it is. What is in it is synced first, as no `sync()` will look here again. */
  async abandon(): Promise<void> {
    for (const task of [() => this.sync(), () => this.#close()]) {
      try {
        await task();
      } catch {
        // What made us leave is told; that leaving fails too says nothing more.
      }
    }
  }

  /** Once: what is closed may be somebody else's by now. */
  async #close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#segment.close();
  }

  #count(batch: Batch, bytes: number): void {
    this.bytes += bytes;
    this.records += batch.records;
    this.#dropped += batch.dropped;
    this.isDirty = true;
  }
}
