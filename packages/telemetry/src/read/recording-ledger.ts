import type { SegmentLine } from '../record/envelope.js';
import { IdSet } from './id-set.js';
import { NumberRanges } from './number-ranges.js';
import type { Position, Problem } from './problem.js';
import type { ReadItem, ReadRecord } from './read-item.js';
import { WriterClock } from './writer-clock.js';

/** The numbers of a segment. */
interface Span {
  segment: string;
  writer: string;
  from: number;
  to: number;
}

/** What was read of the segment at hand. */
interface Current extends Span {
  line: SegmentLine | undefined;
  hasEnd: boolean;
  hasRecords: boolean;
  hasProblem: boolean;
  /** Numbers that another writer has given, too. */
  shared: { from: number; to: number } | undefined;
}

/**
 * Accounts for a recording's numbers, ids and clocks, segment by segment. It remembers every
 * event's id, as the second one may come from anywhere.
 */
export class RecordingLedger {
  readonly #ids = new IdSet();
  readonly #numbers = new NumberRanges();
  readonly #accounted = new NumberRanges();
  readonly #byWriter = new Map<string, { numbers: NumberRanges; clock: WriterClock }>();
  readonly #spans: Span[] = [];
  readonly #open = new Map<string, Current>();
  #current: Current = unread('');

  /** The number that should come next. */
  get nextSeq(): number {
    return this.#accounted.highest + 1;
  }

  /** What follows is of this segment, for the first time or again. */
  begin(segment: string): void {
    this.#current = this.#open.get(segment) ?? unread(segment);
    this.#open.set(segment, this.#current);
  }

  /** Adds what a segment's item amounts to: itself, problems, or nothing for a duplicate. */
  take(item: ReadItem, out: ReadItem[]): void {
    const current = this.#current;
    if (item.type === 'segment') {
      current.line = item.segment;
      current.writer = item.segment.writer;
    } else if (item.type === 'gap') {
      this.#accounted.add(item.gap.from, item.gap.to);
    } else if (item.type === 'end') {
      current.hasEnd = true;
      current.to = Math.max(current.to, item.end.lastSeq);
    } else if (item.type === 'problem') {
      current.hasProblem = true;
    } else {
      this.#checkHeader(out);
      if (this.#isDuplicate(item.record, item.position, out)) return;
      this.#noteRecord(item.record, item.position, out);
    }
    out.push(item);
  }

  /** The segment is over. `isLive`: its writer goes on. */
  end(isLive: boolean, out: ReadItem[]): void {
    const { segment, writer, from, to, shared, hasEnd } = this.#current;
    this.#open.delete(segment);
    if (to > 0) this.#spans.push({ segment, writer, from, to });
    if (shared) {
      const message = `Two processes recorded at once: both have numbers ${shared.from} to ${shared.to}.`;
      out.push(problem('concurrent-writers', { segment, ...seqs(shared), message }));
    }
    if (hasEnd || isLive) return;
    const message = 'The segment was not closed: its process was stopped, or its disk failed.';
    out.push(problem('unclean', { segment, message }));
  }

  /** All segments are over: tells the numbers of which nothing is known. */
  finish(out: ReadItem[]): void {
    const highest = Math.max(this.#accounted.highest, ...this.#spans.map(({ to }) => to));
    for (const hole of this.#accounted.missing(highest)) {
      const segment = this.#segmentOf(hole);
      const count = hole.to - hole.from + 1;
      const message = `${count} ${count === 1 ? 'number has' : 'numbers have'} neither a record nor a gap line.`;
      out.push(
        problem('gap', { ...(segment !== undefined && { segment }), ...seqs(hole), message }),
      );
    }
  }

  #checkHeader(out: ReadItem[]): void {
    const current = this.#current;
    const isMissing = !current.hasRecords && !current.line && !current.hasProblem;
    current.hasRecords = true;
    if (!isMissing) return;
    const { segment } = current;
    const message = 'The first line of the segment is missing.';
    out.push(problem('not-an-envelope', { segment, line: 1, offset: 0, bytes: 0, message }));
  }

  #isDuplicate({ eventId, seq }: ReadRecord, position: Position, out: ReadItem[]): boolean {
    if (this.#ids.add(eventId)) return false;
    const message = 'The event was read already; the first one was kept.';
    const where = { ...position, fromSeq: seq, toSeq: seq, message };
    out.push(problem('duplicate-event', where));
    return true;
  }

  #noteRecord(record: ReadRecord, position: Position, out: ReadItem[]): void {
    const { seq } = record;
    const current = this.#current;
    const { numbers, clock } = this.#writer();
    if (numbers.has(seq)) {
      const message = 'Two events have this number; both were kept.';
      out.push(problem('duplicate-seq', { ...position, fromSeq: seq, toSeq: seq, message }));
    } else if (this.#numbers.has(seq)) {
      const { from = seq, to = seq } = current.shared ?? {};
      current.shared = { from: Math.min(from, seq), to: Math.max(to, seq) };
    }
    numbers.add(seq);
    this.#numbers.add(seq);
    this.#accounted.add(seq);
    current.from = Math.min(current.from, seq);
    current.to = Math.max(current.to, seq);
    const jump = clock.note(record, position);
    if (jump) out.push({ type: 'problem', problem: jump });
  }

  #writer(): { numbers: NumberRanges; clock: WriterClock } {
    const { writer } = this.#current;
    const known = this.#byWriter.get(writer);
    if (known) return known;
    const created = { numbers: new NumberRanges(), clock: new WriterClock() };
    this.#byWriter.set(writer, created);
    return created;
  }

  /** Where a hole is, if the same writer had numbers before and after it. */
  #segmentOf({ from, to }: { from: number; to: number }): string | undefined {
    const before = this.#spans.filter((span) => span.from < from).at(-1);
    const isOne = this.#spans.some((span) => span.writer === before?.writer && span.to >= to);
    return isOne ? before?.segment : undefined;
  }
}

function unread(segment: string): Current {
  return {
    segment,
    writer: segment,
    from: Infinity,
    to: 0,
    line: undefined,
    hasEnd: false,
    hasRecords: false,
    hasProblem: false,
    shared: undefined,
  };
}

function problem(kind: Problem['kind'], rest: Omit<Problem, 'kind'>): ReadItem {
  return { type: 'problem', problem: { kind, ...rest } };
}

function seqs({ from, to }: { from: number; to: number }): { fromSeq: number; toSeq: number } {
  return { fromSeq: from, toSeq: to };
}
