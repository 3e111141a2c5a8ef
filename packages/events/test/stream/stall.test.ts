import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TextHub } from './a-hub.js';
import { byHand, type FakeSink, type Network } from './fake-sink.js';
import { turn } from './turn.js';

const beatMs = 15_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function closed(sink: FakeSink): string | undefined {
  return sink.connection?.stats.closed;
}

describe('a reader with bytes under way (D9)', () => {
  it('that takes none of them is cut at the third beat, though nothing is published', () => {
    const hub = new TextHub();
    const sink = hub.read(byHand);
    const other = hub.read();
    vi.advanceTimersByTime(3 * beatMs - 1);
    expect(closed(sink)).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(closed(sink)).toBe('stalled');
    expect(sink.endings).toEqual(['destroy']);
    expect(closed(other)).toBeUndefined();
  });

  it('that stops in the middle is cut two heartbeats after the first that saw it still', async () => {
    const hub = new TextHub();
    const sink = hub.read(byHand);
    sink.takeAll();
    vi.advanceTimersByTime(beatMs + 1);
    sink.takeAll();
    hub.say('x'.repeat(1_000));
    await turn();
    vi.advanceTimersByTime(100);
    sink.take(500);
    vi.advanceTimersByTime(3 * beatMs);
    expect(closed(sink)).toBe('stalled');
  });

  it('stays while it takes a single byte a beat', async () => {
    const hub = new TextHub();
    const sink = hub.read(byHand);
    hub.say('x'.repeat(100_000));
    await turn();
    for (let beats = 0; beats < 40; beats++) {
      vi.advanceTimersByTime(beatMs);
      sink.take(1);
    }
    expect(closed(sink)).toBeUndefined();
  });

  it('stays while it takes a piece in two heartbeats', async () => {
    const hub = new TextHub();
    const sink = hub.read(byHand);
    hub.say('x'.repeat(1_000_000));
    await turn();
    for (let pieces = 0; pieces < 15; pieces++) {
      vi.advanceTimersByTime(2 * beatMs - 1);
      sink.take();
    }
    expect(closed(sink)).toBeUndefined();
    vi.advanceTimersByTime(3 * beatMs);
    expect(closed(sink)).toBe('stalled');
  });

  it('is spared a heartbeat, and gets one again when all is taken', () => {
    const hub = new TextHub();
    const sink = hub.read(byHand);
    vi.advanceTimersByTime(2 * beatMs);
    expect(sink.text).not.toContain('heartbeat');
    sink.take();
    vi.advanceTimersByTime(beatMs);
    expect(sink.text).toContain('event: heartbeat');
    expect(closed(sink)).toBeUndefined();
    // The heartbeat itself is now under way.
    vi.advanceTimersByTime(3 * beatMs - 1);
    expect(sink.connection?.stats).toMatchObject({ heartbeats: 1, closed: undefined });
    vi.advanceTimersByTime(1);
    expect(closed(sink)).toBe('stalled');
  });

  it('that was sent something just before a beat has two whole heartbeats for it', async () => {
    const hub = new TextHub();
    const sink = hub.read(byHand);
    sink.take();
    vi.advanceTimersByTime(beatMs);
    sink.take();
    vi.advanceTimersByTime(beatMs - 1);
    sink.take();
    hub.say('x');
    await turn();
    vi.advanceTimersByTime(1);
    expect(sink.pending).toBeGreaterThan(0);
    vi.advanceTimersByTime(2 * beatMs - 1);
    expect(closed(sink)).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(closed(sink)).toBe('stalled');
  });

  it('that begins to take again in the last moment starts anew', () => {
    const hub = new TextHub();
    const sink = hub.read(byHand);
    for (let rounds = 0; rounds < 5; rounds++) {
      vi.advanceTimersByTime(2 * beatMs - 1);
      sink.take();
      hub.say('x');
      vi.advanceTimersByTime(1);
    }
    expect(closed(sink)).toBeUndefined();
  });

  const mark = 16_384;
  const deaf: [string, Network][] = [
    ['that counts its own framing as pending', (sink) => (sink.pending += 8) < mark],
    ['that never asks to wait', () => true],
    ['that asks to wait and says that nothing is pending', (sink) => ((sink.pending = 0), false)],
  ];

  it.each(deaf)('that takes none is cut also behind a sink %s', async (_, network) => {
    const hub = new TextHub();
    const sink = hub.read(byHand);
    sink.take();
    sink.network = network;
    for (let seconds = 0; seconds < 60; seconds += 5) {
      hub.say('now and then');
      await turn();
      vi.advanceTimersByTime(5_000);
    }
    expect(closed(sink)).toBe('stalled');
  });
});

describe('a process that was stopped for minutes', () => {
  it('does not take the beats it missed for beats that a reader let pass', () => {
    const clock = vi.spyOn(performance, 'now');
    const hub = new TextHub();
    const stuck = hub.read(byHand);
    const idle = hub.read();
    clock.mockReturnValue(600_000);
    vi.advanceTimersByTime(beatMs);
    expect(closed(stuck)).toBeUndefined();
    expect(idle.connection?.stats.heartbeats).toBe(1);
    clock.mockReturnValue(600_000 + beatMs - 1);
    vi.advanceTimersByTime(beatMs - 1);
    expect(idle.connection?.stats.heartbeats).toBe(1);
    clock.mockReturnValue(600_000 + beatMs);
    vi.advanceTimersByTime(1);
    expect(idle.connection?.stats.heartbeats).toBe(2);
    clock.mockRestore();
  });
});
