import { encodeLine } from '../../src/record/encode-line.ts';
import type { TraceRecord } from '../../src/record/envelope.ts';
import { end, gap, header, record, START } from './lines.ts';
import type { Random } from './random.ts';

/** A byte of a file: its value, and which byte of the undamaged file it was. -1: none. */
interface Bytes {
  values: number[];
  origins: number[];
}

/** A record as it was written, and where. */
export interface Written {
  record: TraceRecord;
  segment: number;
  from: number;
  to: number;
}

/** A segment with its damage. */
export interface Damaged {
  name: string;
  bytes: Uint8Array;
  origins: readonly number[];
}

/** Longer lines are too long. */
export const MAX_LINE_BYTES = 4_096;

/** A sound recording, then damaged in one to three places. */
export function damagedRecording(random: Random): { segments: Damaged[]; written: Written[] } {
  const { segments, written } = soundRecording(random);
  for (let count = 1 + random.below(3); count > 0; count--) {
    random.of(DAMAGES)(random.of(segments), segments, random);
  }
  const damaged = segments.map(({ values, origins }, index) => ({
    name: nameOf(index),
    bytes: Uint8Array.from(values),
    origins,
  }));
  return { segments: damaged, written };
}

function soundRecording(random: Random): { segments: Bytes[]; written: Written[] } {
  const segments: Bytes[] = [];
  const written: Written[] = [];
  let seq = 1;
  for (let segment = 0; segment < 1 + random.below(3); segment++) {
    const lines: { text: string; record?: TraceRecord }[] = [];
    for (let count = random.below(8); count > 0; count--) {
      if (random.chance(0.1)) {
        lines.push({ text: encodeLine(gap(seq, (seq += 2))) });
        seq++;
      }
      const one = randomRecord(seq++, random);
      lines.push({ text: encodeLine(one), record: one });
    }
    // What an exit hook wrote may stand before a batch that was on its way.
    if (random.chance(0.2)) lines.push(...lines.splice(0, random.below(4)));
    const writer = `0000000${segment}`;
    lines.unshift({ text: encodeLine(header({ writer, segment: segment + 1 })) });
    if (random.chance(0.7)) lines.push({ text: encodeLine(end(lines.length - 1, seq - 1)) });
    let at = 0;
    for (const line of lines) {
      const bytes = Buffer.byteLength(line.text);
      if (line.record) {
        written.push({ record: line.record, segment, from: at, to: at + bytes - 1 });
      }
      at += bytes;
    }
    const values = [...Buffer.from(lines.map(({ text }) => text).join(''))];
    segments.push({ values, origins: values.map((_, index) => index) });
  }
  return { segments, written };
}

const NAMES = ['tool.started', 'queue_changed', 'future.thing'];

function randomRecord(seq: number, random: Random): TraceRecord {
  const eventId = random.uuid();
  const time = new Date(START + seq * 10).toISOString();
  const more = random.chance(0.5) ? { operationId: `call-${random.below(5)}` } : {};
  return record(seq, random.of(NAMES), { eventId, time, ...more, data: randomData(seq, random) });
}

/** With what looks like records, as text and as objects, and what is hard to cut. */
function randomData(seq: number, random: Random): Record<string, unknown> {
  const inner = () => record(random.below(40), 'inner', { eventId: random.uuid() });
  return random.of<() => Record<string, unknown>>([
    () => ({}),
    () => ({ text: 'a: [b, {c}] \\ "d"' }),
    () => ({ text: '😀é\u2028\n\r\u0000'.repeat(1 + random.below(4)) }),
    () => ({ quoted: encodeLine(inner()), seq }),
    () => ({ list: [inner(), inner()], last: inner() }),
    () => ({ error: null, deep: { a: [[[{ b: [true, 1.5e-7] }]]] } }),
  ])();
}

type Damage = (file: Bytes, all: readonly Bytes[], random: Random) => void;

const DAMAGES: readonly Damage[] = [
  function cut(file, _, random) {
    replace(file, random.below(file.values.length), lengthBy(random), []);
  },
  function cutOff(file, _, random) {
    replace(file, random.below(file.values.length), Infinity, []);
  },
  function flip(file, _, random) {
    replace(file, random.below(file.values.length), 1, [random.below(256)]);
  },
  function flipLineFeed(file, _, random) {
    const feeds = file.values.flatMap((value, at) => (value === 0x0a ? [at] : []));
    if (feeds.length > 0) replace(file, random.of(feeds), 1, [random.below(256)]);
  },
  function splice(file, all, random) {
    const { values } = random.of(all);
    const from = random.below(values.length);
    const piece = values.slice(from, from + lengthBy(random));
    replace(file, random.below(file.values.length), 0, piece);
  },
  function nul(file, _, random) {
    const length = lengthBy(random);
    const isFilled = random.chance(0.5);
    const nuls = Array.from({ length }, () => 0);
    replace(file, random.below(file.values.length), isFilled ? length : 0, nuls);
  },
  function oversized(file, _, random) {
    const feeds = file.values.flatMap((value, at) => (value === 0x0a ? [at + 1] : []));
    const long = Array.from({ length: MAX_LINE_BYTES + 1 + random.below(500) }, () => 0x7b);
    replace(file, random.of([0, ...feeds]), 0, [...long, 0x0a]);
  },
];

/** Mostly short, at times more than a line. */
function lengthBy(random: Random): number {
  return 1 + random.below(random.of([3, 40, 400]));
}

function replace({ values, origins }: Bytes, at: number, count: number, by: number[]): void {
  const removed = values.splice(at, count, ...by);
  const isSame = (index: number): boolean => by.length === 1 && by[index] === removed[index];
  const before = origins.splice(at, count, ...by.map(() => -1));
  for (const index of by.keys()) if (isSame(index)) origins[at + index] = before[index] ?? -1;
}

function nameOf(index: number): string {
  return `${String(index + 1).padStart(6, '0')}-0000000${index}`;
}
