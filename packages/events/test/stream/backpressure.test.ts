import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TextHub } from './a-hub.js';
import { byHand, eager, FakeSink, nextTick, within, type Network } from './fake-sink.js';
import { framesIn, range, seqsIn } from './received.js';
import { turn, turns } from './turn.js';

const KiB = 1_024;

describe('a reader that asks to wait', () => {
  const yes =
    (network: Network): Network =>
    (sink) => {
      network(sink);
      return true;
    };

  it.each<[string, Network]>([
    ['in the next tick', nextTick],
    ['before write returns', within],
    ['before write returns, which says that there was no need', yes(within)],
    ['in the next tick, which there was no need for', yes(nextTick)],
  ])('gets each frame once and in order when it drains %s (C-077)', async (_, network) => {
    const hub = new TextHub();
    const sink = hub.read(network);
    for (let left = 100; left > 0; left--) {
      hub.say('x'.repeat(left * 100), left % 3);
      await turn();
    }
    await turn();
    expect(seqsIn(sink)).toEqual(range(0, hub.seq));
  });

  it('is not written to from within a write, however much there is to send', async () => {
    const hub = new TextHub();
    let depth = 0;
    let deepest = 0;
    const sink = hub.read(byHand);
    hub.say('x'.repeat(40 * KiB), 50);
    await turn();
    sink.network = (network) => {
      deepest = Math.max(deepest, ++depth);
      network.take();
      depth--;
      return false;
    };
    sink.take();
    expect(seqsIn(sink)).toEqual(range(0, 50));
    expect(deepest).toBe(1);
  });

  it('waits, even where an earlier write, which had drained meanwhile, returns true only now', async () => {
    const hub = new TextHub();
    const sink = hub.read(byHand);
    hub.say('x'.repeat(40 * KiB), 5);
    await turn();
    let writes = 0;
    sink.network = (network) => {
      writes++;
      if (writes > 1) return false;
      network.take();
      return true;
    };
    sink.take();
    expect(writes).toBe(2);
    expect(seqsIn(sink)).toEqual([0, 1, 2]);
  });

  it('is not woken by a drain that nobody waited for', async () => {
    const hub = new TextHub();
    const sink = hub.read();
    sink.connection?.drained();
    hub.say('', 3);
    sink.connection?.drained();
    sink.connection?.drained();
    await turn();
    expect(seqsIn(sink)).toEqual([0, 1, 2, 3]);
  });

  it('may be the one that publishes, or that closes another, by being written to', async () => {
    const hub = new TextHub();
    const [before, sink, after, other] = [hub.read(), hub.read(), hub.read(byHand), hub.read()];
    sink.network = () => {
      if (hub.seq < 5) hub.say('more');
      other.connection?.close();
      return true;
    };
    hub.say('x');
    await turns(6);
    after.takeAll();
    for (const reader of [before, sink, after]) expect(seqsIn(reader)).toEqual(range(0, 5));
    expect(seqsIn(other)).toEqual([0]);
  });

  it('gets what was said in one turn as one piece, the same for all', async () => {
    const hub = new TextHub();
    const readers = [hub.read(), hub.read(), hub.read(byHand)];
    readers[2]?.take();
    hub.say('x', 16);
    expect(readers.map(({ writes }) => writes.length)).toEqual([1, 1, 1]);
    await turn();
    expect(readers.map(({ writes }) => writes.length)).toEqual([2, 2, 2]);
    expect(new Set(readers.map(({ writes }) => writes[1]))).toHaveProperty('size', 1);
  });
});

describe('a reader is not cut for what is sent at once', () => {
  it('200 × 16 KiB in one turn (C-014)', async () => {
    const hub = new TextHub();
    const readers = [hub.read(), hub.read(nextTick), hub.read(byHand)];
    hub.say('x'.repeat(16 * KiB), 200);
    await turn();
    hub.say('after');
    await turns(60);
    readers[2]?.takeAll();
    for (const sink of readers) expect(seqsIn(sink)).toEqual(range(0, 201));
    expect(hub.stats().closes).toMatchObject({ lagging: 0, stalled: 0 });
  });

  it('a replay of nearly 4 MiB, taken piece by piece while more is said (C-001)', async () => {
    const hub = new TextHub();
    hub.say('x'.repeat(15 * KiB), 256);
    const sink = hub.read(byHand, { cursor: 's:0' });
    for (let more = 0; more < 100; more++) {
      hub.say('more');
      await turn();
      sink.take();
    }
    sink.takeAll();
    expect(seqsIn(sink)).toEqual(range(1, 356));
    hub.say('after');
    await turn();
    sink.takeAll();
    expect(seqsIn(sink).at(-1)).toBe(357);
  });

  it('an opening of 3 MiB (C-001)', async () => {
    const hub = new TextHub();
    hub.opening = () => 'x'.repeat(3 * KiB * KiB);
    const sink = hub.read(byHand);
    expect(sink.bytes).toBeLessThanOrEqual(64 * KiB);
    hub.say('after');
    await turn();
    sink.takeAll();
    expect(framesIn(sink).map(({ seq, type }) => [seq, type])).toEqual([
      [0, 'opening'],
      [1, 'text'],
    ]);
  });
});

describe('over minutes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('a reader of 200 KiB a second gets a replay of nearly 4 MiB whole (C-001)', async () => {
    const hub = new TextHub();
    hub.say('x'.repeat(15 * KiB), 256);
    const sink = hub.read(byHand, { cursor: 's:0' });
    for (let seconds = 0; seconds < 40; seconds++) {
      hub.say('live');
      await turn();
      for (let part = 0; part < 8; part++) sink.take(25 * KiB);
      vi.advanceTimersByTime(1_000);
    }
    expect(sink.connection?.stats.closed).toBeUndefined();
    expect(seqsIn(sink).slice(0, 290)).toEqual(range(1, 290));
  });

  it('a reader that asked to wait once, and drained, is like any other (C-101)', async () => {
    const hub = new TextHub();
    const sink = new FakeSink(byHand);
    sink.connection = hub.connect(sink);
    vi.advanceTimersByTime(20);
    sink.network = eager;
    sink.take();
    for (let left = 100; left > 0; left--) {
      hub.say('small');
      vi.advanceTimersByTime(600);
      await turn();
    }
    expect(seqsIn(sink)).toEqual(range(0, 100));
    expect(sink.connection.stats).toMatchObject({ closed: undefined, heartbeats: 4 });
  });
});
