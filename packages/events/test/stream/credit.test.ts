import { describe, expect, it, vi } from 'vitest';
import { TextHub } from './a-hub.js';
import { byHand, eager, type FakeSink } from './fake-sink.js';
import { range, seqsIn } from './received.js';
import { turn } from './turn.js';

const target = 10_000;

/** A reader with a small target, who takes nothing of its own accord. */
function slowReader(hub: TextHub, cursor?: string): FakeSink {
  return hub.read(byHand, { maxPendingBytes: target, cursor });
}

/** Says so many bytes, frame overhead included, in a turn of their own. */
async function say(hub: TextHub, bytes: number): Promise<void> {
  const before = hub.frames.total;
  hub.say('x'.repeat(bytes - 70));
  expect(hub.frames.total - before).toBeGreaterThan(bytes - 20);
  await turn();
}

function isOpen(sink: FakeSink): boolean {
  return sink.connection?.stats.closed === undefined;
}

/** How many turns of 1,000 bytes a reader that takes nothing outlives. */
async function turnsUntilCut(hub: TextHub, sink: FakeSink): Promise<number> {
  for (let count = 0; count < 1_000; count++) {
    if (!isOpen(sink)) return count;
    await say(hub, 1_000);
  }
  return Infinity;
}

describe('what a reader may be behind (D8)', () => {
  it('is the target, for one that opened with nearly nothing, and a turn to notice', async () => {
    const hub = new TextHub();
    const sink = slowReader(hub);
    // Each turn below the target is credit as a whole, the last one before it, too.
    expect(await turnsUntilCut(hub, sink)).toBe(12);
    expect(sink.connection?.stats.closed).toBe('lagging');
    expect(sink.endings).toEqual(['destroy']);
  });

  it('is no less for one that took all it was sent, however much that was', async () => {
    const hub = new TextHub();
    const opening = hub.read();
    const sink = hub.read(byHand, { maxPendingBytes: opening.bytes });
    await turn();
    sink.takeAll();
    await say(hub, 3 * opening.bytes);
    hub.say('x');
    expect(isOpen(sink)).toBe(true);
  });

  it.each<[string, (hub: TextHub) => string | undefined]>([
    ['an opening frame', (hub) => void (hub.opening = () => 'x'.repeat(50_000))],
    ['a replay', (hub) => (hub.say('x'.repeat(4_930), 10), 's:0')],
  ])('is more by what it opens with: %s', async (_, prepare) => {
    const hub = new TextHub();
    const cursor = prepare(hub);
    const sink = slowReader(hub, cursor);
    await turn();
    expect(await turnsUntilCut(hub, sink)).toBe(12);
  });

  it('is more by the turn it opens in, before and after', async () => {
    const hub = new TextHub();
    hub.say('x'.repeat(30_000));
    const sink = slowReader(hub, 's:0');
    hub.say('x'.repeat(30_000));
    await turn();
    expect(await turnsUntilCut(hub, sink)).toBe(12);
  });

  it.each([1, 100])(
    'is more by a turn that found it below the target: %d frames',
    async (frames) => {
      const hub = new TextHub();
      const sink = slowReader(hub);
      await say(hub, 9_000);
      expect(isOpen(sink)).toBe(true);
      hub.say('x'.repeat(100_000 / frames), frames);
      await turn();
      // 9,000 bytes that are no credit stand against the target already.
      expect(await turnsUntilCut(hub, sink)).toBe(2);
    },
  );

  it('is not more by a turn that found it beyond the target', async () => {
    const hub = new TextHub();
    const sink = slowReader(hub);
    await say(hub, 20_000);
    await say(hub, 5_000);
    await say(hub, 4_000);
    expect(isOpen(sink)).toBe(true);
    await say(hub, 2_000);
    expect(isOpen(sink)).toBe(true);
    await say(hub, 100);
    expect(isOpen(sink)).toBe(false);
  });

  it('is the target again once it has been below', async () => {
    const hub = new TextHub();
    hub.opening = () => 'x'.repeat(50_000);
    const sink = slowReader(hub);
    await turn();
    sink.take(45_000);
    await say(hub, 1_000);
    expect(await turnsUntilCut(hub, sink)).toBeLessThan(10);
  });

  it('is the target again also for one that took everything in between', async () => {
    const hub = new TextHub();
    hub.opening = () => 'x'.repeat(500_000);
    const sink = slowReader(hub);
    await turn();
    sink.takeAll();
    expect(await turnsUntilCut(hub, sink)).toBeLessThan(15);
  });

  it('is looked at when a turn begins, also one that only brings a new reader', async () => {
    const hub = new TextHub();
    const sink = slowReader(hub);
    await say(hub, 9_900);
    await say(hub, 500);
    await say(hub, 9_900);
    expect(isOpen(sink)).toBe(true);
    const sent = sink.writes.length;
    hub.read();
    expect(isOpen(sink)).toBe(false);
    expect(sink.writes).toHaveLength(sent);
  });

  it('is not looked at within a turn', async () => {
    const hub = new TextHub();
    hub.opening = () => 'x'.repeat(50_000);
    const sink = slowReader(hub);
    await turn();
    hub.say('x'.repeat(10_000), 10);
    expect(isOpen(sink)).toBe(true);
    await turn();
    hub.say('');
    expect(isOpen(sink)).toBe(false);
  });

  it('is nothing that a single frame or turn can use up', async () => {
    const hub = new TextHub();
    const readers = [slowReader(hub), slowReader(hub)];
    hub.say('x'.repeat(5_000_000));
    await turn();
    readers[0]?.takeAll();
    hub.say('x'.repeat(5_000), 1_000);
    await turn();
    hub.say('end');
    await turn();
    expect(readers.map(isOpen)).toEqual([true, false]);
    readers[0]?.takeAll();
    expect(seqsIn(readers[0] as FakeSink)).toEqual(range(0, 1_002));
  });

  it('is more by its whole turn for one that a heartbeat makes wait in the middle of it', async () => {
    vi.useFakeTimers();
    const hub = new TextHub();
    const sink = hub.read(eager, { maxPendingBytes: target });
    await turn();
    sink.network = byHand;
    hub.say('x'.repeat(100_000));
    vi.advanceTimersByTime(15_000);
    vi.useRealTimers();
    expect(sink.pending).toBeGreaterThan(0);
    hub.say('x'.repeat(100_000));
    await turn();
    await say(hub, 1_000);
    expect(isOpen(sink)).toBe(true);
    sink.takeAll();
    expect(seqsIn(sink)).toEqual(range(0, 3));
  });

  it('is not asked of one that opens while another is cut', async () => {
    const hub = new TextHub();
    hub.opening = () => 'x'.repeat(50_000);
    const readers: FakeSink[] = [];
    const comeBack = (): void => void readers.push(slowReader(hub));
    readers.push(hub.read(byHand, { maxPendingBytes: target, onClose: comeBack }));
    await turn();
    await say(hub, 30_000);
    await say(hub, 1_000);
    expect(readers.map(isOpen)).toEqual([false, true]);
    expect(await turnsUntilCut(hub, readers[1] as FakeSink)).toBe(12);
  });
});

describe('a reader that never reads (C-006)', () => {
  it('is cut also behind a sink that never asks to wait', async () => {
    const hub = new TextHub();
    const sink = hub.read(() => true, { maxPendingBytes: target });
    expect(await turnsUntilCut(hub, sink)).toBe(13);
    expect(sink.connection?.stats.closed).toBe('lagging');
  });

  it('is told from one that does by asking the sink now and then', async () => {
    const hub = new TextHub();
    const sink = hub.read(eager, { maxPendingBytes: target });
    const asked = vi.spyOn(sink, 'pendingBytes');
    expect(await turnsUntilCut(hub, sink)).toBe(Infinity);
    expect(asked.mock.calls.length).toBeLessThanOrEqual(1_000_000 / target);
  });

  it('is cut and free, while the others get everything', async () => {
    const hub = new TextHub();
    const stuck = hub.read(byHand);
    const sink = hub.read();
    let held = 0;
    for (let left = 100; left > 0; left--) {
      hub.say('x'.repeat(65_536));
      await turn();
      if (isOpen(stuck)) held = Math.max(held, hub.frames.total);
    }
    expect(stuck.connection?.stats.closed).toBe('lagging');
    expect(held).toBeLessThan(1_048_576 + 3 * 66_000);
    expect(seqsIn(sink)).toEqual(range(0, 100));
    expect(hub.stats()).toMatchObject({ connections: 1, closes: { lagging: 1 } });
  });
});
