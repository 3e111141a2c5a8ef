import { describe, expect, it, vi } from 'vitest';
import type { SessionStore, SessionTraffic } from '../../src/index.js';
import { connected, waitOf } from '../support/connected.js';
import { heartbeat, said, snapshot, wire } from '../support/frames.js';

/** What was told, in a few words each. */
function observed(store: SessionStore): string[] {
  const told: string[] = [];
  store.observe((traffic) => told.push(wordsFor(traffic)));
  return told;
}

function wordsFor(traffic: SessionTraffic): string {
  if (traffic.kind === 'opened') return `opened after ${traffic.cursor ?? 'nothing'}`;
  return traffic.kind === 'frame' ? `${traffic.frame.type} ${traffic.frame.seq}` : traffic.kind;
}

describe('an observer', () => {
  it('hears of each connection, each frame and each heartbeat, in their order', async () => {
    const { call, store } = await connected();
    const told = observed(store);
    const first = await call(0).open();
    await first.sendText(wire(snapshot(0), said(1)) + heartbeat + wire(said(2)));
    await first.cut();
    await vi.advanceTimersByTimeAsync(waitOf(0));
    await (await call(1).open()).send(said(3));
    expect(told).toEqual([
      'opened after nothing',
      'session.snapshot 0',
      'loop.event 1',
      'heartbeat',
      'loop.event 2',
      'opened after s:2',
      'loop.event 3',
    ]);
    expect(store.stats()).toMatchObject({ connections: 2, frames: 4, heartbeats: 1 });
  });

  it('is told of the size and the time, when the view has it', async () => {
    const { call, store } = await connected();
    const seen: number[] = [];
    let told: SessionTraffic | undefined;
    store.observe((traffic) => {
      told = traffic;
      seen.push(store.getSnapshot().view.messageCount);
    });
    const message = { role: 'user' as const, content: 'größer' };
    const frame = { ...said(1), event: { type: 'message_start' as const, message } };
    await (await call(0).open()).send(snapshot(0), frame);
    expect(seen).toEqual([0, 1, 1]);
    const bytes = Buffer.byteLength(JSON.stringify(frame));
    expect(told).toMatchObject({ kind: 'frame', at: Date.now(), bytes });
  });

  it('hears of frames up to one that cannot be read, and of the new start', async () => {
    const { call, store } = await connected();
    const told = observed(store);
    await (
      await call(0).open()
    ).sendText(`${wire(snapshot(0))}data: {}\n\n${heartbeat}${wire(said(1))}`);
    await vi.advanceTimersByTimeAsync(waitOf(0));
    await call(1).open();
    expect(told).toEqual([
      'opened after nothing',
      'session.snapshot 0',
      'heartbeat',
      'opened after nothing',
    ]);
    expect(store.stats()).toMatchObject({ frames: 1, startedOver: 1 });
  });

  it('is one of several, may leave twice, and disturbs nobody when it fails', async () => {
    const { call, store } = await connected();
    const report = vi.spyOn(console, 'error').mockReturnValue();
    const failure = new Error('observer');
    store.observe(() => {
      throw failure;
    });
    const leave = store.observe(() => expect.unreachable('It has left.'));
    const told = observed(store);
    leave();
    leave();
    await (await call(0).open()).send(snapshot(0));
    expect(told).toHaveLength(2);
    expect(report).toHaveBeenCalledWith(failure);
    expect(store.getSnapshot().view.streamId).toBe('s');
  });

  it('that closes the store out of the call hears nothing more', async () => {
    const { call, store } = await connected();
    const closing = vi.fn(store.close);
    store.observe(closing);
    const stream = await call(0).open();
    expect(store.getSnapshot().connection.status).toBe('closed');
    expect(stream.cancelled()).toBe(true);
    await stream.send(snapshot(0));
    const told = observed(store);
    expect(closing).toHaveBeenCalledTimes(1);
    expect(told).toEqual([]);
  });
});
