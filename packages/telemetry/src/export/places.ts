import type { OperationNode } from '../read/operation-node.js';
import type { ReadItem, ReadRecord } from '../read/read-item.js';

/** When an operation began and ended; `end` is missing where it has none. Microseconds, epoch. */
export interface Span {
  start: number;
  end: number | undefined;
}

/** What a reader yields of a recording. */
export type Items = AsyncIterable<ReadItem> | Iterable<ReadItem>;

interface Anchor {
  writer: string;
  /** Wall clock less steady clock of the writer's first segment, in microseconds. */
  offset: number;
}

/**
 * Where records were written, and when, by their writers' steady clocks: a wall clock that was set
 * back in between turns no order round. Fed with a reader's items as they pass.
 */
export class Places {
  readonly #writers = new Map<string, Anchor>();
  readonly #segments = new Map<string, Anchor>();
  // Weak, so that it keeps none of the records that nobody else keeps.
  readonly #records = new WeakMap<ReadRecord, Anchor>();
  #last = 0;
  /** Of the first record. */
  sessionId = '';
  /** What wrote the recording, and with which vocabulary: of its first segment. */
  producer = { name: 'loop', version: '' };
  schema = { name: '', version: 0 };

  /** Takes in what an item tells. */
  note(item: ReadItem): void {
    if (item.type === 'segment') {
      const { writer, startedAt, monoOrigin } = item.segment;
      const anchor = this.#writers.get(writer) ?? {
        writer,
        offset: Date.parse(startedAt) * 1000 - monoOrigin,
      };
      this.#writers.set(writer, anchor);
      this.#segments.set(item.name, anchor);
      if (this.schema.name !== '') return;
      this.producer = { ...this.producer, ...item.segment.producer };
      this.schema = { ...this.schema, ...item.segment.schema };
    }
    if (item.type !== 'record') return;
    this.sessionId ||= item.record.sessionId;
    const anchor = this.#segments.get(item.position.segment);
    if (anchor) this.#records.set(item.record, anchor);
    this.#last = Math.max(this.#last, this.at(item.record));
  }

  /** Hands items on, noting them. */
  async *watch(items: Items): AsyncGenerator<ReadItem> {
    for await (const item of items) {
      this.note(item);
      yield item;
    }
  }

  /** The time of the last record that passed. */
  get last(): number {
    return this.#last;
  }

  /** Empty where nobody knows it. */
  writerOf(record: ReadRecord): string {
    return this.#records.get(record)?.writer ?? '';
  }

  /** When a record was captured, in microseconds; by the wall clock alone where nothing is known of the writer. */
  at(record: ReadRecord): number {
    const anchor = this.#records.get(record);
    const micros = anchor ? anchor.offset + record.mono : Date.parse(record.time) * 1000;
    // Damage can leave a time that is none; an export has to put it somewhere.
    return Number.isFinite(micros) ? Math.max(0, Math.round(micros)) : this.#last;
  }

  /** When an operation began and ended. */
  span({ started, completed, startedAt }: OperationNode): Span {
    const end = completed && this.at(completed);
    if (started) {
      const start = this.at(started);
      return { start, end: end === undefined ? undefined : Math.max(start, end) };
    }
    const wall = completed ? Date.parse(completed.time) : startedAt;
    const took = Math.max(0, Math.round((wall - startedAt) * 1000)) || 0;
    const known = end ?? this.#last;
    return { start: Math.max(0, known - took), end };
  }
}
