import type { CloseReason, ConnectOptions, StreamHooks } from '@loop/events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TextHub } from './a-hub.js';
import { byHand, eager, FakeSink } from './fake-sink.js';
import { seqsIn } from './received.js';
import { turn } from './turn.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const bang = new Error('bang');

function throwing(): never {
  throw bang;
}

/** What can end a reader that waits and is far behind, and how its transport ends by it. */
const ends: Record<CloseReason, { end: (hub: TextHub, sink: FakeSink) => unknown; how: string[] }> =
  {
    client: { end: (_, sink) => sink.connection?.close(), how: [] },
    lagging: { end: (hub) => hub.say('x'), how: ['destroy'] },
    stalled: { end: () => vi.advanceTimersByTime(45_000), how: ['destroy'] },
    revoked: { end: () => vi.advanceTimersByTime(15_000), how: ['destroy'] },
    disposed: { end: (hub) => hub.dispose(), how: ['end'] },
    failed: {
      end: (_, sink) => {
        sink.network = throwing;
        sink.connection?.drained();
      },
      how: ['destroy'],
    },
  };

const reasons = Object.keys(ends) as CloseReason[];
const orders = reasons.flatMap((first) => reasons.map((second) => [first, second] as const));

describe('a connection ends once', () => {
  it.each(orders)('by %s, and then by %s', async (first, second) => {
    const heard: string[] = [];
    const hub = new TextHub({ hooks: { onClose: (reason) => heard.push(`hub: ${reason}`) } });
    const sink = await farBehind(hub, {
      revalidate: () => first !== 'revoked' && (second !== 'revoked' || heard.length === 0),
      onClose: (reason, stats) => heard.push(`connection: ${reason}, ${stats.closed}`),
    });
    ends[first].end(hub, sink);
    const { writes } = sink;
    const sent = [...writes];
    ends[second].end(hub, sink);
    vi.advanceTimersByTime(100_000);
    sink.take();
    await turn();
    expect(heard).toEqual([`connection: ${first}, ${first}`, `hub: ${first}`]);
    expect(sink.endings).toEqual(ends[first].how);
    expect(writes).toEqual(sent);
    expect(hub.stats().connections).toBe(0);
    expect(hub.stats().closes).toMatchObject({ [first]: 1 });
    expect(sumOf(hub.stats().closes)).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('and has left the stream before its transport ends', async () => {
    const hub = new TextHub();
    const seen: number[] = [];
    const sink = await farBehind(hub);
    sink.destroy = () => void seen.push(hub.stats().connections);
    hub.say('x');
    const other = hub.read();
    other.end = () => void seen.push(hub.stats().connections);
    hub.dispose();
    expect(seen).toEqual([0, 0]);
  });

  it.each([() => true, () => false, throwing])(
    'by its own transport, in a write: %s',
    async (then) => {
      const hub = new TextHub();
      const sink = hub.read();
      sink.network = ({ connection }) => {
        connection?.close();
        return then();
      };
      hub.say('x'.repeat(100_000), 2);
      await turn();
      expect(sink.connection?.stats.closed).toBe('client');
      expect(sink.writes).toHaveLength(2);
      expect(sink.endings).toEqual([]);
    },
  );
});

describe('a sink that throws', () => {
  it('in its first write leaves a closed connection and no trace', () => {
    const hub = new TextHub();
    const closed = vi.fn();
    const sink = new FakeSink(throwing);
    const connection = hub.connect(sink, { onClose: closed });
    expect(connection.stats.closed).toBe('failed');
    expect(closed).toHaveBeenCalledTimes(1);
    expect(sink.endings).toEqual(['destroy']);
    expect(vi.getTimerCount()).toBe(0);
  });

  const faults: [string, (sink: FakeSink) => void, () => unknown, string[]][] = [
    ['when a turn is over', (sink) => (sink.network = throwing), turn, ['destroy']],
    ['at a heartbeat', (sink) => (sink.network = throwing), later, ['destroy']],
    [
      'when it is asked at a heartbeat',
      (sink) => (sink.pendingBytes = throwing),
      later,
      ['destroy'],
    ],
  ];

  it.each(faults)('%s is cut; nobody else notices', async (_, breakIt, wait, endings) => {
    const errors: unknown[] = [];
    const hub = new TextHub({ hooks: { onError: (error) => errors.push(error) } });
    const [before, sink, after] = [hub.read(), hub.read(), hub.read()];
    breakIt(sink);
    hub.say('x');
    await wait();
    await turn();
    expect(sink.connection?.stats.closed).toBe('failed');
    expect(sink.endings).toEqual(endings);
    expect(errors).toEqual([bang]);
    vi.advanceTimersByTime(15_000);
    for (const { connection } of [before, after]) {
      expect(connection?.stats).toMatchObject({ closed: undefined });
      expect(connection?.stats.heartbeats).toBeGreaterThan(0);
    }
    expect(seqsIn(after)).toEqual([0, 1]);
  });

  it('when a turn begins is cut; publish does not throw', async () => {
    const hub = new TextHub();
    const sink = await farBehind(hub);
    sink.pendingBytes = throwing;
    expect(() => hub.say('x')).not.toThrow();
    expect(sink.connection?.stats.closed).toBe('failed');
    expect(hub.seq).toBe(3);
  });

  it('when it is ended is dropped instead, and the others are ended', () => {
    const hub = new TextHub();
    const [sink, other] = [hub.read(), hub.read()];
    sink.end = throwing;
    expect(() => hub.dispose()).not.toThrow();
    expect(sink.endings).toEqual(['destroy']);
    expect(other.endings).toEqual(['end']);
    expect(hub.stats().closes).toMatchObject({ disposed: 2, failed: 0 });
  });

  it('when it is dropped is out all the same', async () => {
    const onError = vi.fn();
    const hub = new TextHub({ hooks: { onError } });
    const sink = await farBehind(hub);
    sink.destroy = throwing;
    expect(() => hub.say('x')).not.toThrow();
    expect(hub.stats()).toMatchObject({ connections: 0, closes: { lagging: 1 } });
    expect(onError).toHaveBeenCalledOnce();
  });
});

describe('hooks', () => {
  it('that throw disturb nothing; onError hears of it, and may throw, too', async () => {
    const heard = vi.fn(throwing);
    const hooks: StreamHooks = {
      onOpen: throwing,
      onClose: throwing,
      onEvict: throwing,
      onError: heard,
    };
    const hub = new TextHub({ maxFrames: 1, hooks });
    const sink = hub.read(eager, { onClose: throwing });
    hub.subscribe(throwing);
    hub.say('x', 3);
    await turn();
    expect(seqsIn(sink)).toEqual([0, 1, 2, 3]);
    sink.connection?.close();
    // One opening, three frames to the listener, two of them evicting, two ends.
    expect(heard).toHaveBeenCalledTimes(8);
    expect(hub.stats()).toMatchObject({ connections: 0, opened: 1 });
  });

  it('hear of an opening before they hear of its end', () => {
    const heard: string[] = [];
    const hooks: StreamHooks = {
      onOpen: ({ opening }) => heard.push(`open ${opening.outcome}`),
      onClose: (reason) => heard.push(`close ${reason}`),
    };
    new TextHub({ hooks }).connect(new FakeSink(throwing));
    expect(heard).toEqual(['open snapshot', 'close failed']);
  });

  it('that dispose of the stream which just opens a reader leave nothing open', () => {
    const hub = new TextHub({ hooks: { onOpen: () => hub.dispose() } });
    const sink = hub.read();
    expect(sink.endings).toEqual(['end']);
    expect(hub.stats().connections).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that dispose of the stream while a turn begins leave nothing open', async () => {
    const hub = new TextHub({ hooks: { onClose: () => hub.dispose() } });
    await farBehind(hub);
    expect(() => hub.read()).toThrow(expect.objectContaining({ code: 'disposed' }));
    hub.say('x');
    expect(hub.seq).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});

/** A reader that waits, and that the next turn finds too far behind. */
async function farBehind(hub: TextHub, options: ConnectOptions = {}): Promise<FakeSink> {
  const sink = hub.read(byHand, { maxPendingBytes: 100, ...options });
  for (const text of ['x'.repeat(200), 'x'.repeat(100)]) {
    await turn();
    hub.say(text);
  }
  await turn();
  return sink;
}

function later(): void {
  vi.advanceTimersByTime(15_000);
}

function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
