import { LoopEventsError, type ConnectOptions, type StreamOptions } from '@loop/events';
import { describe, expect, it, vi } from 'vitest';
import { TextHub } from './a-hub.js';
import { FakeSink } from './fake-sink.js';
import { framesIn, range, seqsIn } from './received.js';
import { turn, turns } from './turn.js';

describe('readers that are served at the end of a turn', () => {
  it('get what a promise publishes between two of them, each once and in order', async () => {
    const hub = new TextHub();
    const readers = range(0, 99).map(() => hub.read());
    const [first] = readers;
    const write = first?.write.bind(first);
    let isFirst = true;
    if (first) {
      first.write = (bytes) => {
        if (isFirst) queueMicrotask(() => hub.say('b'));
        isFirst = false;
        return write?.(bytes) ?? true;
      };
    }
    hub.say('a');
    await turns(2);
    for (const reader of readers) expect(seqsIn(reader)).toEqual([0, 1, 2]);
  });

  it('are served before the turn is over that follows, and not when one has left', async () => {
    const hub = new TextHub();
    const readers = range(0, 99).map(() => hub.read());
    const last = readers.at(-1) as FakeSink;
    const write = readers[0]?.write.bind(readers[0]);
    if (readers[0]) {
      readers[0].write = (bytes) => {
        last.connection?.close();
        return write?.(bytes) ?? true;
      };
    }
    hub.say('a');
    await turn();
    await Promise.resolve();
    expect(readers.slice(0, -1).map(seqsIn)).toEqual(readers.slice(1).map(() => [0, 1]));
    expect(seqsIn(last)).toEqual([0]);
  });
});

describe('what a listener does while a frame is under way', () => {
  it('publishing takes effect behind it, in the same order for all (D37)', async () => {
    const hub = new TextHub();
    const heard: string[][] = [[], [], []];
    hub.subscribe(({ text }) => {
      heard[0]?.push(text);
      if (text === 'a') for (const next of ['b', 'c']) hub.say(next);
    });
    hub.subscribe(({ text }) => {
      heard[1]?.push(text);
      if (text === 'b') hub.say('d');
    });
    hub.subscribe(({ text }) => heard[2]?.push(text));
    const sink = hub.read();
    hub.say('a');
    for (const texts of heard) expect(texts).toEqual(['a', 'b', 'c', 'd']);
    await turn();
    expect(
      framesIn<{ text: string; streamId: string; seq: number }>(sink).map(({ text }) => text),
    ).toEqual(['', 'a', 'b', 'c', 'd']);
  });

  it('connecting opens at that frame, and the rest follows once', async () => {
    const hub = new TextHub();
    const readers: FakeSink[] = [];
    hub.subscribe(({ text, seq }) => {
      if (text !== 'a') return;
      hub.say('b');
      readers.push(hub.read(), hub.read(undefined, { cursor: `s:${seq - 1}` }));
    });
    hub.say('before');
    hub.say('a');
    await turn();
    expect(readers.map(seqsIn)).toEqual([
      [2, 3],
      [2, 3],
    ]);
    expect(readers.map((sink) => framesIn(sink)[0]?.type)).toEqual(['opening', 'text']);
  });

  it('disposing lets the frame reach everybody, and nothing after it', async () => {
    const hub = new TextHub();
    const heard: number[] = [];
    hub.subscribe(() => {
      hub.say('queued before');
      hub.dispose();
      hub.say('queued after');
    });
    hub.subscribe(({ seq }) => heard.push(seq));
    const sink = hub.read();
    hub.say('a');
    hub.say('b');
    await turn();
    expect(seqsIn(sink)).toEqual([0, 1]);
    expect(sink.endings).toEqual(['end']);
    expect(heard).toEqual([1]);
    expect(hub.seq).toBe(1);
  });

  it('failing in what it publishes is told to onError, not to who published first', () => {
    const errors: unknown[] = [];
    const hub = new TextHub({ hooks: { onError: (error) => errors.push(error) } });
    const fail = (): never => {
      throw new Error('no frame');
    };
    hub.subscribe(({ text }) => {
      if (text !== 'a') return;
      hub.inOrder(() => hub.publish(fail));
      hub.say('b');
    });
    hub.say('a');
    expect(hub.seq).toBe(2);
    expect(errors).toMatchObject([{ message: 'no frame' }]);
    expect(() => hub.inOrder(() => hub.publish(fail))).toThrow('no frame');
    hub.say('c');
    expect(hub.seq).toBe(3);
  });

  it('joining begins with the next frame; leaving ends with this one', () => {
    const hub = new TextHub();
    const heard: string[] = [];
    const late = ({ text }: { text: string }): void => void heard.push(`late ${text}`);
    const leave = [
      hub.subscribe(({ text }) => {
        heard.push(`first ${text}`);
        if (text === 'a') hub.subscribe(late);
        leave[1]?.();
        leave[1]?.();
      }),
      hub.subscribe(({ text }) => heard.push(`second ${text}`)),
    ];
    hub.say('a');
    hub.say('b');
    expect(heard).toEqual(['first a', 'first b', 'late b']);
  });

  it('changing a frame changes it for nobody else, joining twice hears twice', () => {
    const hub = new TextHub();
    const heard: string[] = [];
    hub.subscribe((frame) => void (frame.text = 'changed'));
    const listener = ({ text }: { text: string }): void => void heard.push(text);
    const [leave] = [hub.subscribe(listener), hub.subscribe(listener)];
    hub.say('a');
    leave?.();
    hub.say('b');
    expect(heard).toEqual(['a', 'a', 'b']);
  });
});

describe('a reader that opens', () => {
  it('and frames published in the same turn, before and after: each once', async () => {
    const hub = new TextHub();
    const early = hub.read();
    hub.say('a');
    const snapshot = hub.read();
    const replay = hub.read(undefined, { cursor: 's:0' });
    hub.say('b');
    await turn();
    hub.say('c');
    await turn();
    expect([early, snapshot, replay].map(seqsIn)).toEqual([
      [0, 1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  it('takes no seq, is nobody else’s, and is not replayed (C-117)', async () => {
    const hub = new TextHub();
    hub.say('x', 7);
    const live = hub.read();
    const openings = range(1, 5).map(() => hub.read());
    expect(openings.map(seqsIn)).toEqual(openings.map(() => [7]));
    expect(new Set(openings.map(({ writes }) => writes[0])).size).toBe(1);
    hub.say('y');
    await turn();
    expect(seqsIn(live)).toEqual([7, 8]);
    const again = hub.read(undefined, { cursor: 's:6' });
    expect(framesIn(again).map(({ type, seq }) => [type, seq])).toEqual([
      ['text', 7],
      ['text', 8],
    ]);
  });

  it('gets what is true now, also where it changed without a frame', () => {
    const hub = new TextHub();
    hub.opening = () => 'old';
    expect(hub.read().text).toContain('old');
    hub.opening = () => 'new';
    hub.forgetOpening();
    expect(hub.read().text).toContain('new');
  });

  it('is told a time to come back, between once and twice what was asked for (D35)', () => {
    const hub = new TextHub();
    const times = range(1, 200).map(() => {
      const { text } = hub.read(undefined, { retryMs: 1_000 });
      const [, milliseconds, rest] = /^retry: (\d+)\n\n([^]*)$/.exec(text) ?? [];
      expect(rest).toMatch(/^id: s:0\n/);
      return Number(milliseconds);
    });
    expect(Math.min(...times)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...times)).toBeLessThanOrEqual(2_000);
    expect(new Set(times).size).toBeGreaterThan(50);
    expect(hub.read().text).not.toContain('retry');
  });

  it('is refused where there are enough, until one leaves; nobody is put out (D34)', () => {
    const hub = new TextHub({ maxConnections: 2 });
    const readers = [hub.read(), hub.read()];
    expect(hub.refusal()).toBe('too-many-connections');
    const sink = new FakeSink();
    expect(thrownBy(() => hub.connect(sink))).toMatchObject({
      code: 'too-many-connections',
      message: expect.stringContaining('answer 503') as string,
    });
    expect([sink.writes, sink.endings]).toEqual([[], []]);
    expect(hub.stats()).toMatchObject({ connections: 2, opened: 2 });
    readers[0]?.connection?.close();
    expect(hub.refusal()).toBeUndefined();
    expect(seqsIn(hub.read())).toEqual([0]);
  });

  it('is refused after the end, as is everything else', () => {
    const hub = new TextHub();
    const sink = hub.read();
    hub.dispose();
    hub.dispose();
    expect(hub.refusal()).toBe('disposed');
    expect(thrownBy(() => hub.read())).toMatchObject({
      code: 'disposed',
      message: expect.stringContaining('answer 404') as string,
    });
    hub.say('x');
    hub.publish(() => ({ seq: 1 }));
    expect(hub.seq).toBe(0);
    expect(sink.endings).toEqual(['end']);
    expect(hub.stats()).toMatchObject({ closes: { disposed: 1 }, connections: 0, published: 0 });
  });

  it('is refused where its frame has no JSON form, and leaves no trace', () => {
    const hub = new TextHub();
    hub.opening = () => 1n as unknown as string;
    const sink = new FakeSink();
    expect(thrownBy(() => hub.connect(sink))).toMatchObject({
      code: 'not-serializable',
      message: expect.stringContaining('plain data') as string,
      cause: expect.any(TypeError) as TypeError,
    });
    expect([sink.writes, hub.stats().connections, hub.stats().opened]).toEqual([[], 0, 0]);
  });
});

describe('counters', () => {
  it('tell how readers opened', () => {
    const hub = new TextHub({ maxFrames: 3 });
    hub.say('x', 5);
    const opened = vi.fn();
    const cursors = [undefined, '', 'garbage', 't:1', 's:5', 's:9', 's:1', 's:2', 's:4'];
    for (const cursor of cursors) opened(hub.read(undefined, { cursor }).connection?.stats.opening);
    expect(opened.mock.calls.at(-2)).toEqual([{ outcome: 'replay', frames: 3 }]);
    expect(hub.stats()).toMatchObject({
      published: 5,
      connections: 9,
      opened: 9,
      replays: 2,
      snapshots: { none: 2, malformed: 1, 'other-stream': 1, 'not-behind': 2, evicted: 1 },
      evictions: { frames: 2, bytes: 0 },
    });
  });

  it('cannot be changed from outside', () => {
    const hub = new TextHub();
    const stats = hub.stats();
    stats.closes.client = 9;
    stats.snapshots.none = 9;
    stats.evictions.bytes = 9;
    expect(hub.stats()).toMatchObject({
      closes: { client: 0 },
      snapshots: { none: 0 },
      evictions: { bytes: 0 },
    });
  });
});

describe('misuse is refused at once', () => {
  const none = [-1, 1.5, NaN, Infinity, '5', null, 2 ** 53];

  it.each<[string, unknown[]]>([
    ['streamId', ['', ' ', 'a:b', 'a\n', 'é', 'x'.repeat(65), null, 5, {}]],
    ['maxFrames', none],
    ['maxBytes', none],
    ['maxConnections', [...none, 0]],
  ])('a stream’s %s', (name, values) => {
    for (const value of values) {
      const error = thrownBy(() => new TextHub({ [name]: value } as StreamOptions));
      expect(error, String(value)).toMatchObject({ code: 'invalid-option' });
      expect(String(error)).toContain(name);
    }
  });

  it.each<[string, unknown[]]>([
    ['heartbeatMs', [...none, 0, 2 ** 31]],
    ['maxPendingBytes', [...none, 0]],
    ['retryMs', [...none, 2 ** 30]],
  ])('a connection’s %s, which opens nothing', (name, values) => {
    const hub = new TextHub();
    for (const value of values) {
      const error = thrownBy(() => hub.read(undefined, { [name]: value } as ConnectOptions));
      expect(error, String(value)).toMatchObject({ code: 'invalid-option' });
      expect(String(error)).toContain(name);
    }
    expect(hub.stats()).toMatchObject({ connections: 0, opened: 0 });
  });
});

function thrownBy(task: () => unknown): unknown {
  try {
    task();
  } catch (error) {
    expect(error).toBeInstanceOf(LoopEventsError);
    return error;
  }
  return undefined;
}
