import { LoopTelemetryError } from '../errors.js';
import type { SegmentLine } from '../record/envelope.js';
import { isLoss, type Problem } from './problem.js';
import type { ReadItem } from './read-item.js';
import { RecordingLedger } from './recording-ledger.js';
import { SegmentDecoder, type SegmentOptions } from './segment-decoder.js';

/** A segment, wherever it is kept. */
export interface SegmentSource {
  /** Begins with its number, as the names of segments do. */
  name: string;
  /** Its bytes. A chunk may be used again once the next one is asked for. */
  read(): AsyncIterable<Uint8Array>;
}

/** How a recording is read. */
export interface ReadOptions extends Omit<SegmentOptions, 'segment' | 'nextSeq'> {
  /** Whether the process that wrote a segment still writes. @default none does */
  isLive?: ((segment: SegmentLine) => boolean) | undefined;
}

/**
 * Reads one segment: its lines, and what is wrong with them. What concerns a whole recording, such
 * as numbers that are missing, is {@link readRecording}'s.
 *
 * @throws LoopTelemetryError `damaged` in strict mode, at the first problem.
 */
export async function* readSegment(
  bytes: AsyncIterable<Uint8Array>,
  options: SegmentOptions,
): AsyncGenerator<ReadItem, void, undefined> {
  const decoder = new SegmentDecoder(options);
  for await (const chunk of bytes) yield* strictly(decoder.push(chunk), options);
  yield* strictly(decoder.end(), options);
}

/**
 * Reads a recording, segment after segment in the order of their numbers, each by the numbers of
 * its records. Damage never stops it and never hides what is whole: it is told as a problem, as is
 * every number of which nothing is known.
 *
 * Contract: "Compatibility and IDs".
 *
 * @throws LoopTelemetryError `damaged` in strict mode, at the first problem.
 */
export async function* readRecording(
  segments: Iterable<SegmentSource>,
  options: ReadOptions = {},
): AsyncGenerator<ReadItem, void, undefined> {
  for await (const batch of readBatches(segments, options)) yield* batch;
}

/** The same in batches, for whoever handles many: an item at a time costs more than most work. */
export async function* readBatches(
  segments: Iterable<SegmentSource>,
  options: ReadOptions,
): AsyncGenerator<ReadItem[], void, undefined> {
  const ledger = new RecordingLedger();
  let before = 0;
  for (const segment of inOrder(segments)) {
    const number = numberOf(segment.name);
    yield strictly(missingSegments(before + 1, number - 1), options);
    before = Math.max(before, number);
    for await (const batch of readThrough(segment, ledger, options)) {
      yield strictly(batch, options);
    }
  }
  const rest: ReadItem[] = [];
  ledger.finish(rest);
  yield strictly(rest, options);
}

/** In the order in which they were begun: a number is given to no two segments of one writer. */
function inOrder<Segment extends { name: string }>(segments: Iterable<Segment>): Segment[] {
  return [...segments].sort(
    (a, b) => numberOf(a.name) - numberOf(b.name) || (a.name < b.name ? -1 : 1),
  );
}

async function* readThrough(
  { name, read }: SegmentSource,
  ledger: RecordingLedger,
  options: ReadOptions,
): AsyncGenerator<ReadItem[], void, undefined> {
  const decoder = new SegmentDecoder({ ...options, segment: name, nextSeq: ledger.nextSeq });
  let line: SegmentLine | undefined;
  const account = (items: readonly ReadItem[]): ReadItem[] => {
    const out: ReadItem[] = [];
    for (const item of items) {
      if (item.type === 'segment') line = item.segment;
      ledger.take(item, out);
    }
    return out;
  };
  ledger.begin(name);
  try {
    for await (const chunk of read()) yield account(decoder.push(chunk));
  } catch (error) {
    yield account([{ type: 'problem', problem: unreadableSegment(name, error) }]);
  }
  const rest = account(decoder.end());
  ledger.end(line !== undefined && (options.isLive?.(line) ?? false), rest);
  yield rest;
}

function missingSegments(from: number, to: number): ReadItem[] {
  if (from > to) return [];
  const which = from === to ? `Segment ${from} is` : `Segments ${from} to ${to} are`;
  const problem: Problem = { kind: 'missing-segment', message: `${which} not there.` };
  return [{ type: 'problem', problem }];
}

/** The problem of a segment whose bytes cannot be had. */
export function unreadableSegment(segment: string, error: unknown): Problem {
  const { code } = error as { code?: unknown };
  const why = typeof code === 'string' ? ` (${code})` : '';
  return { kind: 'unreadable', segment, message: `The segment cannot be read to its end${why}.` };
}

/** A name without a number stands first. */
function numberOf(name: string): number {
  return Number(/^\d{1,15}/.exec(name)?.[0] ?? 0);
}

function strictly(items: ReadItem[], { mode }: { mode?: SegmentOptions['mode'] }): ReadItem[] {
  if (mode !== 'strict') return items;
  const damage = items.find((item) => item.type === 'problem' && isLoss(item.problem));
  if (damage?.type !== 'problem') return items;
  const { kind, segment, line, message } = damage.problem;
  const where = [segment, line].filter((part) => part !== undefined).join(':');
  throw new LoopTelemetryError(
    'damaged',
    `${where === '' ? '' : `${where}: `}${kind}. ${message} Read in tolerant mode to get the rest.`,
  );
}
