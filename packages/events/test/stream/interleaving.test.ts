import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextHub, type TextFrame } from './a-hub.js';
import { runs } from '../runs.js';
import { byHand, eager, nextTick, within, type FakeSink, type Network } from './fake-sink.js';
import { framesIn, range } from './received.js';
import { turn } from './turn.js';

/** One thing that happens, to a stream or to one of its readers. */
type Step =
  | { kind: 'say'; bytes: number; count: number }
  | { kind: 'open'; network: Network; behind: number | undefined }
  | { kind: 'take'; reader: number; bytes: number }
  | { kind: 'drain'; reader: number }
  | { kind: 'close'; reader: number }
  | { kind: 'turn' };

const reader = fc.nat({ max: 7 });
const bytes = fc.oneof(fc.nat({ max: 300 }), fc.constantFrom(40_000, 65_000, 66_000, 200_000));

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('say'),
      bytes,
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('open'),
      network: fc.constantFrom(eager, nextTick, within, byHand, byHand),
      behind: fc.option(fc.nat({ max: 12 }), { nil: undefined }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('take'), reader, bytes }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drain'), reader }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close'), reader }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('turn') }) },
) as fc.Arbitrary<Step>;

interface Opened {
  sink: FakeSink;
  /** The seq of the first frame it must get. */
  from: number;
  type: string;
}

function open(hub: TextHub, network: Network, behind: number | undefined): Opened {
  const cursor = behind === undefined ? undefined : `s:${hub.seq - behind}`;
  const isReplayed = behind !== undefined && behind > 0 && behind <= hub.stats().bufferedFrames;
  const sink = hub.read(network, { cursor, maxPendingBytes: 100_000 });
  return isReplayed
    ? { sink, from: hub.seq - behind + 1, type: 'text' }
    : { sink, from: hub.seq, type: 'opening' };
}

describe('whatever is published, opened, taken and closed, in whatever order', () => {
  it('each reader gets every frame from its start on, once and in order', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 60 }),
      async (steps) => {
        const hub = new TextHub({ maxFrames: 8, maxBytes: 300_000 });
        const readers: Opened[] = [];
        for (const next of steps) {
          if (next.kind === 'say') hub.say('x'.repeat(next.bytes), next.count);
          if (next.kind === 'open') readers.push(open(hub, next.network, next.behind));
          if (next.kind === 'take') readers[next.reader]?.sink.take(next.bytes);
          if (next.kind === 'drain') readers[next.reader]?.sink.connection?.drained();
          if (next.kind === 'close') readers[next.reader]?.sink.connection?.close();
          if (next.kind === 'turn') await turn();
        }
        await turn();
        for (const { sink, from, type } of readers) {
          const isOpen = sink.connection?.stats.closed === undefined;
          if (isOpen) sink.takeAll();
          expectConsecutive(framesIn<TextFrame>(sink), from, type, isOpen ? hub.seq : undefined);
          expect(sink.writes.every(({ length }) => length <= 65_536)).toBe(true);
          expect(sink.connection?.stats.sentBytes).toBe(sink.bytes);
          expect(sink.connection?.stats.closed).not.toBe('failed');
        }
        const open_ = readers.filter(({ sink }) => sink.connection?.stats.closed === undefined);
        expect(hub.stats().connections).toBe(open_.length);
        hub.dispose();
      },
    );
    await fc.assert(property, { numRuns: runs(60) });
  });
});

/** `last` is where a reader that is still open has to be by now; one that is closed may be anywhere. */
function expectConsecutive(
  frames: TextFrame[],
  from: number,
  type: string,
  last: number | undefined,
): void {
  const to = last ?? from + frames.length - 1;
  expect(frames.map(({ seq }) => seq)).toEqual(range(from, to));
  if (frames[0]) expect(frames[0].type).toBe(type);
  expect(frames.slice(1).every((frame) => frame.type === 'text')).toBe(true);
}
