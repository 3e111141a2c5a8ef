import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Heartbeats } from '../../src/stream/heartbeats.js';
import { TextHub } from './a-hub.js';
import { byHand, type FakeSink } from './fake-sink.js';
import { eventsIn, range, seqsIn } from './received.js';
import { turn } from './turn.js';

const beat = 'event: heartbeat\ndata: {}\n\n';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function beats(sink: FakeSink): number {
  return sink.connection?.stats.heartbeats ?? 0;
}

describe('a heartbeat (C-098)', () => {
  it('comes at 15,000 ms and 30,000 ms, to the byte, and not before', () => {
    const hub = new TextHub();
    const sink = hub.read();
    const opening = sink.text;
    for (const expected of ['', beat, beat + beat]) {
      expect(sink.text).toBe(opening + expected);
      vi.advanceTimersByTime(14_999);
      expect(sink.text).toBe(opening + expected);
      vi.advanceTimersByTime(1);
    }
  });

  it('comes also while frames flow, takes no seq and has no id', async () => {
    const hub = new TextHub();
    const sink = hub.read();
    for (let seconds = 1; seconds <= 60; seconds++) {
      hub.say('x');
      await turn();
      vi.advanceTimersByTime(1_000);
    }
    expect(seqsIn(sink)).toEqual(range(0, 60));
    const events = eventsIn(sink.writes);
    expect(events.filter(({ event }) => event !== undefined)).toEqual(
      Array.from({ length: 4 }, () => ({ event: 'heartbeat', data: '{}', id: undefined })),
    );
    expect(events.findIndex(({ event }) => event === 'heartbeat')).toBe(16);
    expect(hub.seq).toBe(60);
  });

  it('follows what was published before it in the same turn', async () => {
    const hub = new TextHub();
    const sink = hub.read();
    vi.advanceTimersByTime(14_999);
    hub.say('x');
    vi.advanceTimersByTime(1);
    await turn();
    expect(eventsIn(sink.writes).map(({ id, event }) => id ?? event)).toEqual([
      's:0',
      's:1',
      'heartbeat',
    ]);
  });

  it('is not sent while bytes are under way, also behind a sink that never asks to wait', () => {
    const hub = new TextHub();
    const sink = hub.read(byHand);
    sink.take();
    sink.network = () => true;
    vi.advanceTimersByTime(30_000);
    expect(beats(sink)).toBe(1);
    sink.pending = 0;
    vi.advanceTimersByTime(15_000);
    expect(beats(sink)).toBe(2);
  });

  it('is due one interval after its reader came, whoever came before, at its own pace', () => {
    const hub = new TextHub();
    const first = hub.read();
    vi.advanceTimersByTime(5_000);
    const second = hub.read();
    const quick = hub.read(undefined, { heartbeatMs: 1_000 });
    vi.advanceTimersByTime(10_000);
    expect([first, second, quick].map(beats)).toEqual([1, 0, 10]);
    first.connection?.close();
    vi.advanceTimersByTime(5_000);
    expect([first, second, quick].map(beats)).toEqual([1, 1, 15]);
    vi.advanceTimersByTime(15_000);
    expect([first, second, quick].map(beats)).toEqual([1, 2, 30]);
  });
});

describe('the timer of heartbeats', () => {
  it('is one for many readers of many streams, and gone after the last', () => {
    const hubs = [new TextHub(), new TextHub()];
    const readers = hubs.flatMap((hub) => range(1, 30).map(() => hub.read()));
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(100_000);
    expect(vi.getTimerCount()).toBe(1);
    for (const { connection } of readers.slice(1)) connection?.close();
    expect(vi.getTimerCount()).toBe(1);
    hubs[0]?.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('serves 5,000 readers that are due together in batches, others in between', async () => {
    const hub = new TextHub();
    const readers = range(1, 5_000).map(() => hub.read());
    const served = (): number => readers.filter((sink) => beats(sink) > 0).length;
    vi.advanceTimersByTime(15_000);
    let before = 0;
    let batches = 0;
    for (; served() < 5_000; batches++) {
      expect(served() - before).toBeLessThanOrEqual(64);
      expect(served()).toBeGreaterThan(before);
      before = served();
      await turn();
    }
    expect(batches).toBeGreaterThan(50);
    vi.advanceTimersByTime(15_000);
    await turn();
    expect(readers.every((sink) => beats(sink) <= 2)).toBe(true);
    hub.dispose();
  });

  it('outlives readers that come and go in a beat', () => {
    const hub = new TextHub();
    const readers: FakeSink[] = [];
    const leave = (): boolean => {
      readers[1]?.connection?.close();
      readers.push(hub.read());
      return false;
    };
    readers.push(hub.read(undefined, { revalidate: leave }), hub.read(), hub.read());
    vi.advanceTimersByTime(30_000);
    expect(readers.map(beats)).toEqual([0, 0, 2, 1]);
    expect(hub.stats()).toMatchObject({ connections: 2, closes: { client: 1, revoked: 1 } });
  });

  it('is not stopped for one test by readers that another has left behind', () => {
    new TextHub().read();
    vi.advanceTimersByTime(40_000);
    vi.useRealTimers();
    vi.useFakeTimers();
    const sink = new TextHub().read();
    vi.advanceTimersByTime(15_000);
    expect(beats(sink)).toBe(1);
  });

  it('works where the clock that is asked stands still', () => {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hub = new TextHub();
    const first = hub.read();
    vi.advanceTimersByTime(30_000);
    const second = hub.read();
    vi.advanceTimersByTime(30_000);
    expect([first, second].map(beats)).toEqual([4, 2]);
  });

  it('knows nobody in the end', () => {
    const hub = new TextHub();
    hub.read();
    expect(Heartbeats.every(15_000).size).toBe(1);
    hub.dispose();
    expect(Heartbeats.every(15_000).size).toBe(0);
  });
});
