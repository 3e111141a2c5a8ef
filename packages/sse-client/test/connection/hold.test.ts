import { initialView, type SessionState, type SessionView } from '@loop/events';
import { describe, expect, it, vi } from 'vitest';
import { connected } from '../support/connected.js';
import { stubPage } from '../support/fake-page.js';
import { said, snapshot } from '../support/frames.js';
import { settle } from '../support/scripted-fetch.js';

const grace = 30_000;
const waiting: SessionState = {
  ...initialView.state,
  pendingApprovals: [{ approvalId: '1', kind: 'command', title: 'Run', requestedAt: 0 }],
};
const settled = initialView.state;
const whilePending = ({ state }: SessionView): boolean => state.pendingApprovals.length > 0;

describe('a hidden page with holdWhile', () => {
  it('lets its stream go when its time is over and nothing holds, also with approvals', async () => {
    const page = stubPage();
    const { calls, call, store } = await connected({ approvals: true, holdWhile: whilePending });
    const stream = await call(0).open();
    await stream.send(snapshot(0), said(1));
    page.visibility('hidden');
    await vi.advanceTimersByTimeAsync(grace - 1);
    expect(store.getSnapshot().connection.status).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(store.getSnapshot()).toMatchObject({
      view: { seq: 1 },
      connection: { status: 'released' },
    });
    expect(stream.cancelled()).toBe(true);
    page.visibility('visible');
    await settle();
    expect(calls).toHaveLength(2);
    expect(call(1).cursor).toBe('s:1');
  });

  it('keeps it for as long as it holds, and not longer', async () => {
    const page = stubPage();
    const { call, store } = await connected({ heartbeatMs: Infinity, holdWhile: whilePending });
    const stream = await call(0).open();
    await stream.send(snapshot(0, 's', { state: waiting }));
    page.visibility('hidden');
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(store.getSnapshot().connection.status).toBe('open');
    await stream.send(said(1));
    expect(store.getSnapshot().connection.status).toBe('open');
    await stream.send(snapshot(2, 's', { state: settled }));
    expect(store.getSnapshot().connection.status).toBe('released');
  });

  it('has its time first, whatever holds', async () => {
    const page = stubPage();
    const holdWhile = vi.fn(() => false);
    const { call, store } = await connected({ holdWhile });
    const stream = await call(0).open();
    await stream.send(snapshot(0));
    page.visibility('hidden');
    await stream.send(said(1));
    expect(store.getSnapshot().connection.status).toBe('open');
    page.visibility('visible');
    await vi.advanceTimersByTimeAsync(grace);
    await stream.send(said(2));
    expect(store.getSnapshot().connection.status).toBe('open');
    expect(holdWhile).toHaveBeenCalledTimes(1);
  });

  it('that was put away while it held is back as soon as it runs, until nothing holds', async () => {
    const page = stubPage();
    const { calls, call, store } = await connected({ holdWhile: whilePending });
    await (await call(0).open()).send(snapshot(0, 's', { state: waiting }));
    page.visibility('hidden');
    page.lifecycle('freeze');
    expect(store.getSnapshot().connection.status).toBe('released');
    page.lifecycle('resume');
    await settle();
    expect(calls).toHaveLength(2);
    await (await call(1).open()).send(snapshot(1, 's', { state: settled }));
    await vi.advanceTimersByTimeAsync(grace);
    expect(store.getSnapshot().connection.status).toBe('released');
  });

  it('keeps its stream when the function fails, which is reported', async () => {
    const page = stubPage();
    const report = vi.spyOn(console, 'error').mockReturnValue();
    const failure = new Error('not today');
    const holdWhile = (): boolean => {
      throw failure;
    };
    const { call, store } = await connected({ heartbeatMs: Infinity, holdWhile });
    await (await call(0).open()).send(snapshot(0));
    page.visibility('hidden');
    await vi.advanceTimersByTimeAsync(grace);
    expect(store.getSnapshot().connection.status).toBe('open');
    expect(report).toHaveBeenCalledWith(failure);
  });
});
