import type { SessionFrame } from '@loop/events';
import { describe, expect, it } from 'vitest';
import { aSession, open } from './a-session.js';
import { byHand, FakeSink } from './fake-sink.js';
import { framesIn, range, seqsIn } from './received.js';
import { turn } from './turn.js';

describe('evict()', () => {
  it('frees what is retained, and says how much that was', async () => {
    const session = aSession();
    for (let n = 0; n < 5; n++) session.publish({ type: 'tick' });
    expect(session.evict()).toBe(5);
    expect(session.evict()).toBe(0);
    expect(session.stats()).toMatchObject({
      published: 5,
      bufferedFrames: 0,
      bufferedBytes: 0,
      evictions: { frames: 0, bytes: 0 },
    });
  });

  it('gives whoever comes back from behind a snapshot, and replays what came since', async () => {
    const session = aSession();
    for (let n = 0; n < 5; n++) session.publish({ type: 'tick' });
    session.evict();
    expect(framesIn<SessionFrame>(open(session, `${session.streamId}:3`))).toMatchObject([
      { type: 'session.snapshot', seq: 5 },
    ]);
    session.publish({ type: 'tick' });
    session.publish({ type: 'tick' });
    expect(seqsIn(open(session, `${session.streamId}:5`))).toEqual([6, 7]);
    expect(framesIn<SessionFrame>(open(session, `${session.streamId}:4`))).toMatchObject([
      { type: 'session.snapshot', seq: 7 },
    ]);
    expect(session.stats()).toMatchObject({ replays: 1, snapshots: { evicted: 2 } });
  });

  it('takes nothing from a reader that is still on its way through', async () => {
    const session = aSession();
    const live = open(session);
    const slow = new FakeSink(byHand);
    slow.connection = session.connect(slow);
    for (let n = 0; n < 200; n++) session.publish({ type: 'tick' });
    session.evict();
    session.publish({ type: 'tick' });
    await turn();
    slow.network = () => true;
    slow.take();
    await turn();
    expect(seqsIn(live)).toEqual(range(0, 201));
    expect(seqsIn(slow)).toEqual(range(0, 201));
  });
});
