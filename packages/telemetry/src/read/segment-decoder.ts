import type { SegmentLine, TraceRecord } from '../record/envelope.js';
import { decodeUtf8 } from './decode-utf8.js';
import { InOrder } from './in-order.js';
import { LineSplitter, type RawLine } from './line-splitter.js';
import { mendLine, type Part } from './mend-line.js';
import { envelopeOf, parseJson } from './parse-line.js';
import { LINE_MESSAGES, type Position, type Problem, type ProblemKind } from './problem.js';
import type { ReadItem, ReadRecord } from './read-item.js';
import { nameOfToday, type Vocabulary } from './vocabulary.js';

/** How a segment is read. */
export interface SegmentOptions {
  /** The segment's name, for positions and problems. */
  segment: string;
  schema?: Vocabulary | undefined;
  /** The session it belongs to: no other's record is taken from a damaged line. @default what its first line says */
  sessionId?: string | undefined;
  /**
   * `salvage` also takes from damaged lines what may have been a value of another record.
   * @default 'tolerant'
   */
  mode?: 'tolerant' | 'strict' | 'salvage' | undefined;
  /** A longer line is skipped. @default 64 MiB */
  maxLineBytes?: number | undefined;
  /** The number that its first record should have, where that is known. */
  nextSeq?: number | undefined;
}

const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** A record whose place is in doubt until the next one is read. */
interface Doubtful {
  record: TraceRecord;
  position: Position;
  /** Number of the record before it. */
  after: number;
}

type Flag = 'isSalvaged' | 'isUnterminated';

/** Makes items of a segment's bytes, as they come. Never throws. */
export class SegmentDecoder {
  readonly #options: SegmentOptions;
  readonly #lines: LineSplitter;
  readonly #order: InOrder<ReadItem>;
  #ready: ReadItem[] = [];
  /** What stands behind all records. */
  #end: ReadItem[] = [];
  #sessionId: string | undefined;
  #hasHeader = false;
  #isRefused = false;
  /** Number of the record that was read last. */
  #latest = 0;
  #doubtful: Doubtful[] = [];

  constructor(options: SegmentOptions) {
    this.#options = options;
    this.#sessionId = options.sessionId;
    this.#lines = new LineSplitter(options.maxLineBytes ?? MAX_LINE_BYTES, (line) =>
      this.#takeLine(line),
    );
    this.#order = new InOrder(options.nextSeq, (item) => this.#ready.push(item));
  }

  /** @returns what is ready. Records that came before a lower number wait for it. */
  push(bytes: Uint8Array): ReadItem[] {
    if (!this.#isRefused) this.#lines.push(bytes);
    return this.#taken();
  }

  /** What is ready now: waits no longer for lower numbers. */
  flush(): ReadItem[] {
    this.#order.flush();
    for (const item of this.#end) this.#ready.push(item);
    this.#end = [];
    return this.#taken();
  }

  /** The segment is over. */
  end(): ReadItem[] {
    if (!this.#isRefused) this.#lines.end();
    this.#settle(Infinity);
    return this.flush();
  }

  #taken(): ReadItem[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  #takeLine(line: RawLine): void {
    const value = parseJson(line.text ?? decodeUtf8(line.bytes()));
    if (value !== undefined) {
      this.#take({ start: 0, length: line.length, envelope: envelopeOf(value) }, line);
    } else for (const part of mendLine(line)) this.#take(part, line);
  }

  #take({ envelope, start, length, found }: Part, line: RawLine): void {
    if (this.#isRefused) return;
    const position = this.#positionOf(line, start, length);
    const { segment } = this.#options;
    switch (envelope.type) {
      case 'record':
        if (found) return this.#takeFound(envelope.record, position, found === 'doubtful');
        return this.#takeRecord(envelope.record, position, flagOf(line));
      case 'segment':
        // The first line of another session got into the damage: it says nothing of this segment.
        if (found && this.#isForeign(envelope.segment)) return;
        return this.#takeHeader(envelope.segment, position);
      case 'gap': {
        const { gap } = envelope;
        const item: ReadItem = { type: 'gap', gap, segment };
        return this.#order.add(item, gap.from, gap.to, length);
      }
      case 'end':
        this.#end.push({ type: 'end', end: envelope.end, segment });
        return;
      case 'problem':
        return this.#report(envelope.kind, position);
      case 'unknown':
        return;
    }
  }

  #takeFound(record: TraceRecord, position: Position, isDoubtful: boolean): void {
    if (this.#isForeign(record)) return;
    if (isDoubtful && this.#options.mode !== 'salvage') {
      this.#doubtful.push({ record, position, after: this.#latest });
    } else this.#takeRecord(record, position, 'isSalvaged');
  }

  #takeHeader(segment: SegmentLine, position: Position): void {
    if (this.#hasHeader) return this.#report('not-an-envelope', position);
    this.#hasHeader = true;
    this.#isRefused = segment.requires.length > 0 || segment.format !== 'loop.trace';
    if (this.#isRefused) return this.#report('unsupported-segment', position);
    this.#sessionId ??= segment.sessionId;
    this.#ready.push({ type: 'segment', segment, name: this.#options.segment });
  }

  #takeRecord(record: TraceRecord, position: Position, flag: Flag | undefined): void {
    this.#sessionId ??= record.sessionId;
    this.#settle(record.seq);
    this.#latest = record.seq;
    const item: ReadItem = { type: 'record', record: this.#named(record, flag), position };
    this.#order.add(item, record.seq, record.seq, position.bytes);
  }

  /** What was in doubt is a record if its number lies between those of its neighbours. */
  #settle(next: number): void {
    const doubtful = this.#doubtful;
    if (doubtful.length === 0) return;
    this.#doubtful = [];
    for (const { record, position, after } of doubtful) {
      // Where the numbers fall, a writer's last lines begin: there is no order to go by.
      const fits = record.seq > after && (record.seq < next || next <= after);
      if (fits && !this.#isForeign(record)) this.#takeRecord(record, position, 'isSalvaged');
    }
  }

  #isForeign({ sessionId }: { sessionId: string }): boolean {
    return this.#sessionId !== undefined && sessionId !== this.#sessionId;
  }

  #named(record: ReadRecord, flag: Flag | undefined): ReadRecord {
    const { schema } = this.#options;
    const { name } = record;
    if (flag) record[flag] = true;
    record.name = nameOfToday(name, schema);
    if (record.name !== name) record.originalName = name;
    if (schema && !schema.events.has(record.name)) record.isUnknown = true;
    return record;
  }

  #positionOf({ line, offset }: RawLine, start: number, bytes: number): Position {
    return { segment: this.#options.segment, line, offset: offset + start, bytes };
  }

  #report(kind: ProblemKind, position: Position): void {
    const problem: Problem = { kind, ...position, message: LINE_MESSAGES[kind] ?? kind };
    this.#ready.push({ type: 'problem', problem });
  }
}

function flagOf({ isUnterminated }: RawLine): Flag | undefined {
  return isUnterminated ? 'isUnterminated' : undefined;
}
