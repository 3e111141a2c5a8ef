import { SessionEvents, type SessionFrame } from '@loop/events';
import { describe, expect, it, vi } from 'vitest';
import { aSession, open } from './a-session.js';
import { runs } from '../runs.js';
import type { FakeSink } from './fake-sink.js';
import { framesIn, range, seqsIn } from './received.js';
import { turn } from './turn.js';

function tick(session: SessionEvents, count = 1): void {
  for (let left = count; left > 0; left--) session.publish({ type: 'tick' });
}

/** The same run of random numbers in each run of the test. */
function randomly(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

describe('a session’s stream', () => {
  it('50 readers that open while 2,000 frames are published: each frame once (C-115)', async () => {
    const session = aSession();
    const random = randomly(7);
    const readers: { sink: FakeSink; asked: number }[] = [];
    while (session.seq < 2_000) {
      if (readers.length < 50 && random() < 0.1) {
        const asked = Math.max(session.seq - Math.floor(random() * 400), 0);
        readers.push({ sink: open(session, `s:${asked}`), asked });
      }
      tick(session, Math.min(Math.ceil(random() * 4), 2_000 - session.seq));
      if (random() < 0.3) await Promise.resolve();
      if (random() * 100 < runs(30)) await turn();
    }
    await turn();
    expect(readers).toHaveLength(50);
    for (const { sink, asked } of readers) {
      const [first] = framesIn<SessionFrame>(sink);
      const from = first?.type === 'session.snapshot' ? first.seq : asked + 1;
      expect(seqsIn(sink)).toEqual(range(from, 2_000));
    }
    const { replays, snapshots } = session.stats();
    expect(replays + snapshots.evicted + snapshots['not-behind']).toBe(50);
    expect(replays).toBeGreaterThan(10);
    expect(snapshots.evicted).toBeGreaterThan(5);
  });

  it('of a new process answers a cursor of the old one with a snapshot, whatever its number (C-116)', async () => {
    const [before, after] = [aSession({ streamId: undefined }), aSession({ streamId: undefined })];
    tick(before, 480);
    tick(after, 5);
    for (const seq of [480, 3, 5, 4, 0]) {
      const sink = open(after, `${before.streamId}:${seq}`);
      expect(framesIn(sink)).toMatchObject([
        { type: 'session.snapshot', seq: 5, streamId: after.streamId },
      ]);
    }
    const sink = open(after, `${before.streamId}:480`);
    tick(after);
    await turn();
    expect(seqsIn(sink)).toEqual([5, 6]);
  });

  it('is its own, also of two sessions that begin in the same millisecond (C-134)', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date', 'performance'] });
    const [x, y] = ['x', 'y'].map((sessionId) => new SessionEvents({ sessionId })) as [
      SessionEvents,
      SessionEvents,
    ];
    vi.useRealTimers();
    expect(x.streamId).not.toBe(y.streamId);
    tick(x, 5);
    tick(y, 5);
    const sink = open(x, `${y.streamId}:3`);
    tick(y);
    tick(x);
    await turn();
    expect(
      framesIn<SessionFrame>(sink).map(({ type, sessionId, seq }) => [type, sessionId, seq]),
    ).toEqual([
      ['session.snapshot', 'x', 5],
      ['loop.event', 'x', 6],
    ]);
  });

  it('numbers 1,000 frames of one frozen instant without a gap or a double (C-138)', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date', 'performance'] });
    const session = aSession();
    const sink = open(session);
    tick(session, 1_000);
    vi.useRealTimers();
    await turn();
    expect(seqsIn(sink)).toEqual(range(0, 1_000));
    expect(new Set(sink.text.match(/^id: .*$/gm)).size).toBe(1_001);
  });

  it('opens without a number of its own, for its reader only, and not for replay (C-117)', async () => {
    const session = aSession();
    tick(session, 7);
    const live = open(session);
    const heard: number[] = [];
    session.subscribe(({ seq }) => heard.push(seq));
    for (const sink of range(1, 5).map(() => open(session))) expect(seqsIn(sink)).toEqual([7]);
    expect(heard).toEqual([]);
    tick(session);
    await turn();
    expect([heard, seqsIn(live)]).toEqual([[8], [7, 8]]);
    expect(framesIn(open(session, 's:6')).map(({ type, seq }) => [type, seq])).toEqual([
      ['loop.event', 7],
      ['loop.event', 8],
    ]);
  });

  it('replays the very bytes that were sent, whatever became of what they tell of (C-063)', async () => {
    const session = aSession();
    const live = open(session);
    const event = { type: 'custom', nested: { list: [1, { deep: 'as it was' }] } };
    const message = {
      role: 'user' as const,
      content: [{ type: 'text' as const, text: 'as it was' }],
    };
    const queue = [{ inputId: 'i', mode: 'steer' as const, text: 'as it was', enqueuedAt: 1 }];
    session.publish(event);
    session.append(message);
    session.publishState({ queue });
    (event.nested.list[1] as { deep: string }).deep = 'changed';
    event.nested.list.push(9);
    for (const block of message.content) block.text = 'changed';
    message.content.push({ type: 'text', text: 'added' });
    for (const input of queue) input.text = 'changed';
    queue.length = 0;
    await turn();
    const [, ...sent] = live.text.split(/(?<=\n\n)/);
    const replayed = open(session, 's:0').text;
    expect(replayed).toBe(sent.join(''));
    expect(replayed).not.toMatch(/changed|added/);
    expect(
      JSON.stringify([session.snapshot(), session.save(), session.history({ before: 1 })]),
    ).not.toMatch(/changed/);
  });

  it('hands out copies: what one does to a frame, a snapshot or a page reaches nobody', () => {
    const session = aSession();
    session.append({ role: 'user', content: 'as it was' });
    const spoil = (value: object): void => {
      for (const item of Object.values(value) as unknown[]) {
        if (typeof item === 'object' && item !== null) spoil(item);
      }
      for (const key of Object.keys(value)) delete (value as Record<string, unknown>)[key];
    };
    const heard: SessionFrame[] = [];
    session.subscribe(spoil);
    session.subscribe((frame) => heard.push(frame));
    session.publishState();
    for (const held of [session.snapshot(), session.save(), session.history({ before: 1 })])
      spoil(held);
    expect(heard).toMatchObject([{ type: 'session.state', snapshot: session.snapshot() }]);
    expect(session.snapshot().messages).toMatchObject([{ message: { content: 'as it was' } }]);
  });
});
