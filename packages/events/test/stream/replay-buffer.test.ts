import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { LinkedFrames, type FrameNode } from '../../src/stream/linked-frames.js';
import { ReplayBuffer } from '../../src/stream/replay-buffer.js';
import { TextHub } from './a-hub.js';
import { byHand } from './fake-sink.js';
import { framesIn, range, seqsIn } from './received.js';
import { turn } from './turn.js';

interface Limits {
  maxFrames: number;
  maxBytes: number;
}

/** The rule of the contract, said the slow way: the longest run of latest frames within limits. */
function retained(sizes: readonly number[], { maxFrames, maxBytes }: Limits): number[] {
  let bytes = 0;
  let from = sizes.length;
  while (from > 0 && sizes.length - from < maxFrames) {
    bytes += sizes[from - 1] ?? 0;
    if (bytes > maxBytes) break;
    from--;
  }
  return sizes.slice(from);
}

describe('the replay buffer', () => {
  it('holds the latest frames within both limits, whatever is published', () => {
    const sizes = fc.array(
      fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constantFrom(99, 100, 101, 200_000)),
      {
        maxLength: 60,
      },
    );
    const limits = fc.record({
      maxFrames: fc.nat({ max: 12 }),
      maxBytes: fc.oneof(fc.nat({ max: 100 }), fc.constant(300_000)),
    });
    fc.assert(
      fc.property(limits, sizes, (within, all) => {
        const list = new LinkedFrames();
        const buffer = new ReplayBuffer(within.maxFrames, within.maxBytes);
        const nodes: FrameNode[] = [];
        all.forEach((size, index) => {
          nodes.push(list.append([new Uint8Array(size)]));
          buffer.add(nodes.at(-1) as FrameNode);
          const kept = retained(all.slice(0, index + 1), within);
          expect(buffer.frames).toBe(kept.length);
          expect(buffer.bytes).toBe(kept.reduce((sum, bytes) => sum + bytes, 0));
          expect(buffer.evictions.frames + buffer.evictions.bytes + buffer.frames).toBe(index + 1);
          const held = range(0, kept.length).map((position) => buffer.at(position));
          const expected = [...nodes.slice(nodes.length - kept.length), undefined];
          expect(held.every((node, position) => node === expected[position])).toBe(true);
        });
      }),
    );
  });

  it('says for which limit frames had to go', () => {
    const evicted: [string, number][] = [];
    const hub = new TextHub({
      maxFrames: 4,
      maxBytes: 1_000,
      hooks: { onEvict: (limit, frames) => evicted.push([limit, frames]) },
    });
    hub.say('', 5);
    hub.say('x'.repeat(800));
    hub.say('x'.repeat(2_000));
    expect(evicted).toEqual([
      ['frames', 1],
      ['frames', 1],
      ['bytes', 1],
      ['bytes', 4],
    ]);
    expect(hub.stats()).toMatchObject({ evictions: { frames: 2, bytes: 5 }, bufferedFrames: 0 });
  });
});

it('lets frames go unseen where nobody watches for it', () => {
  const onError = vi.fn();
  const hub = new TextHub({ maxFrames: 1, hooks: { onError } });
  hub.say('x', 3);
  expect(hub.stats().evictions.frames).toBe(2);
  expect(onError).not.toHaveBeenCalled();
});

describe('a cursor is replayed exactly when all after it is retained (C-061)', () => {
  const hub = new TextHub({ maxFrames: 256 });
  hub.say('', 300);

  it.each([
    ['s:43', [300], 'opening'],
    ['s:44', range(45, 300), 'text'],
    ['s:45', range(46, 300), 'text'],
    ['s:299', [300], 'text'],
    ['s:300', [300], 'opening'],
  ])('%s', (cursor, seqs, type) => {
    const sink = hub.read(undefined, { cursor });
    expect(seqsIn(sink)).toEqual(seqs);
    expect(framesIn(sink)[0]?.type).toBe(type);
  });

  it('on a stream that keeps nothing: never', () => {
    for (const limits of [{ maxFrames: 0 }, { maxBytes: 0 }, { maxBytes: 10 }]) {
      const empty = new TextHub(limits);
      empty.say('', 3);
      expect(framesIn(empty.read(undefined, { cursor: 's:2' }))).toMatchObject([
        { type: 'opening', seq: 3 },
      ]);
      expect(empty.stats()).toMatchObject({ bufferedFrames: 0, bufferedBytes: 0 });
    }
  });

  it('after a frame larger than the buffer, which is delivered and not retained (D7)', async () => {
    const large = new TextHub();
    const live = large.read();
    large.say('before', 3);
    large.say('x'.repeat(4_194_304));
    await turn();
    expect(seqsIn(live)).toEqual(range(0, 4));
    expect(large.stats()).toMatchObject({ bufferedFrames: 0, bufferedBytes: 0 });
    expect(framesIn(large.read(undefined, { cursor: 's:3' }))).toMatchObject([{ type: 'opening' }]);
    large.say('after');
    expect(seqsIn(large.read(undefined, { cursor: 's:3' }))).toEqual([5]);
    expect(seqsIn(large.read(undefined, { cursor: 's:4' }))).toEqual([5]);
    expect(large.read(undefined, { cursor: 's:3' }).text).toContain('opening');
    expect(large.read(undefined, { cursor: 's:4' }).text).toContain('after');
  });
});

describe('bytes are counted as they travel (C-010)', () => {
  it.each([
    ['漢', 20_000, 60_000],
    ['🙂', 10_000, 40_000],
    ['é', 30_000, 60_000],
    ['\n', 30_000, 60_000],
    ['\ud83d', 10_000, 60_000],
  ])('%j', (letter, count, bytes) => {
    const hub = new TextHub();
    hub.say(letter.repeat(count), 130);
    const { bufferedFrames, bufferedBytes, largestFrameBytes } = hub.stats();
    expect(bufferedBytes).toBeLessThanOrEqual(4_194_304);
    expect(bufferedFrames).toBe(Math.floor(4_194_304 / largestFrameBytes));
    expect(largestFrameBytes).toBeGreaterThan(bytes);
    expect(largestFrameBytes).toBeLessThan(bytes + 100);
    const oldest = 130 - bufferedFrames;
    expect(hub.read(byHand, { cursor: `s:${oldest}` }).connection?.stats.opening).toEqual({
      outcome: 'replay',
      frames: bufferedFrames,
    });
    expect(hub.read(byHand, { cursor: `s:${oldest - 1}` }).connection?.stats.opening).toEqual({
      outcome: 'snapshot',
      because: 'evicted',
    });
  });
});
