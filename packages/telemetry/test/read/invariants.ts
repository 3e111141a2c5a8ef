import { isDeepStrictEqual } from 'node:util';
import type { Position, Problem } from '../../src/read/problem.ts';
import { isLoss } from '../../src/read/problem.ts';
import type { ReadItem, ReadRecord } from '../../src/read/read-item.ts';
import { readRecording } from '../../src/read/read-recording.ts';
import { damagedRecording, MAX_LINE_BYTES, type Damaged, type Written } from './damaged.ts';
import { Random } from './random.ts';
import { collect, source } from './sources.ts';

const LINE_FEED = 0x0a;

type Read = { record: ReadRecord; position: Position };

/** Damages a recording and reads it; throws, with the seed, where the reader's promise is broken. */
export async function checkDamaged(seed: number): Promise<void> {
  const random = new Random(seed);
  const { segments, written } = damagedRecording(random);
  const sources = segments.map(({ name, bytes }) =>
    source(name, bytes, random.of([37, 500, 5_000])),
  );
  const options = { sessionId: 'session', maxLineBytes: MAX_LINE_BYTES };
  const items = await collect(readRecording(sources, options));
  const read = items.flatMap((item) => (item.type === 'record' ? [item] : []));
  const problems = items.flatMap((item) => (item.type === 'problem' ? [item.problem] : []));
  const context = `seed ${seed}`;
  expectIntactOnce(segments, written, read, problems, context);
  expectNothingInvented(segments, read, context);
  expectAllTold(segments, items, problems, context);
  expectNumbersTold(written, items, problems, segments, context);
}

function expectIntactOnce(
  segments: readonly Damaged[],
  written: readonly Written[],
  read: readonly Read[],
  problems: readonly Problem[],
  context: string,
): void {
  const refused = new Set(
    problems.filter(({ kind }) => kind === 'unsupported-segment').map(({ segment }) => segment),
  );
  for (const one of written) {
    const file = segments[one.segment] as Damaged;
    if (refused.has(file.name) || !isIntact(file, one)) continue;
    const found = read.filter(({ record }) => record.eventId === one.record.eventId);
    if (found.length !== 1) throw new Error(`${context}: seq ${one.record.seq} ×${found.length}`);
    // A copy that was damaged may stand before it, under the same id.
    if (countOf(segments, one.record.eventId) > 1) continue;
    const expected = JSON.parse(JSON.stringify(one.record)) as unknown;
    if (isDeepStrictEqual(found.map(plain), [expected])) continue;
    throw new Error(`${context}: seq ${one.record.seq} is another record`);
  }
}

/**
 * Whether all its bytes are there, side by side, in a line that may be read, and neither of its
 * neighbours makes it look like a value of another record.
 */
function isIntact({ bytes, origins }: Damaged, { from, to }: Written): boolean {
  const at = origins.indexOf(from);
  if (at === -1) return false;
  for (let index = from; index < to; index++) {
    if (origins[at + index - from] !== index) return false;
  }
  const end = at + to - from;
  if (lineLength(bytes, at, end) > MAX_LINE_BYTES) return false;
  const before = String.fromCharCode(bytes[at - 1] ?? LINE_FEED);
  const after = String.fromCharCode(bytes[end] ?? LINE_FEED);
  return !':[, \t'.includes(before) && !',]}'.includes(after);
}

function lineLength(bytes: Uint8Array, from: number, to: number): number {
  const next = bytes.indexOf(LINE_FEED, to);
  const before = from === 0 ? -1 : bytes.lastIndexOf(LINE_FEED, from - 1);
  return (next === -1 ? bytes.length : next) - before - 1;
}

function expectNothingInvented(
  segments: readonly Damaged[],
  read: readonly Read[],
  context: string,
): void {
  for (const { record, position } of read) {
    const file = segments.find(({ name }) => name === position.segment) as Damaged;
    const { offset, bytes } = position;
    const text = Buffer.from(file.bytes.subarray(offset, offset + bytes)).toString();
    if (isDeepStrictEqual(JSON.parse(text), plain({ record }))) continue;
    throw new Error(`${context}: seq ${record.seq} does not stand there`);
  }
}

/** As it stands in the file. */
function plain({ record }: { record: ReadRecord }): unknown {
  const { isSalvaged: _, isUnterminated: __, ...rest } = record;
  return rest;
}

/** Every line is a record and nothing else, a line of another kind, or told as a problem. */
function expectAllTold(
  segments: readonly Damaged[],
  items: readonly ReadItem[],
  problems: readonly Problem[],
  context: string,
): void {
  for (const file of segments) {
    const told = problems.filter(({ segment }) => segment === file.name);
    if (told.some(({ kind }) => kind === 'unsupported-segment')) continue;
    const toldLines = new Set(told.map(({ line }) => line));
    const records = new Map(
      items.flatMap((item) =>
        item.type === 'record' && item.position.segment === file.name
          ? [[item.position.line, item.position.bytes] as const]
          : [],
      ),
    );
    for (const [index, text] of linesOf(file.bytes).entries()) {
      if (text.length === 0 || toldLines.has(index + 1)) continue;
      if (records.get(index + 1) === text.length) continue;
      const { v, kind } = JSON.parse(text.toString()) as Record<string, unknown>;
      if (v === 1 && typeof kind === 'string') continue;
      throw new Error(`${context}: ${file.name}:${index + 1} is not told`);
    }
  }
}

/** Every number that has no record any more is in a gap, or behind all that is known. */
function expectNumbersTold(
  written: readonly Written[],
  items: readonly ReadItem[],
  problems: readonly Problem[],
  segments: readonly Damaged[],
  context: string,
): void {
  const known = new Set<number>();
  const gaps: [number, number][] = [];
  for (const item of items) {
    if (item.type === 'record') known.add(item.record.seq);
    if (item.type === 'gap') gaps.push([item.gap.from, item.gap.to]);
  }
  for (const { kind, fromSeq = 0, toSeq = 0 } of problems) {
    if (kind === 'gap') gaps.push([fromSeq, toSeq]);
  }
  const highest = Math.max(0, ...known, ...gaps.map(([, to]) => to));
  for (const { record, segment } of written) {
    const { seq } = record;
    if (known.has(seq) || gaps.some(([from, to]) => from <= seq && seq <= to)) continue;
    const name = segments[segment]?.name;
    const isTold = problems.some(
      (problem) => problem.segment === name && (isLoss(problem) || problem.kind === 'unclean'),
    );
    if (seq <= highest || !isTold) throw new Error(`${context}: number ${seq} is not told`);
  }
}

function linesOf(bytes: Uint8Array): Buffer[] {
  const lines: Buffer[] = [];
  const all = Buffer.from(bytes);
  for (let from = 0; from < all.length;) {
    const feed = all.indexOf(LINE_FEED, from);
    const to = feed === -1 ? all.length : feed;
    lines.push(all.subarray(from, to));
    from = to + 1;
  }
  return lines;
}

function countOf(segments: readonly Damaged[], eventId: string): number {
  return segments.reduce(
    (sum, { bytes }) => sum + Buffer.from(bytes).toString('latin1').split(eventId).length - 1,
    0,
  );
}
