import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionEvents, type ApprovalOutcome, type SessionFrame } from '@loop/events';
import type { ApprovalInput } from '@loop/events';

const input: ApprovalInput = {
  toolCallId: 'call',
  toolName: 'shell',
  kind: 'command',
  title: 'Run rm?',
  input: { command: 'rm -r build' },
};

let session: SessionEvents;
let frames: SessionFrame[];

beforeEach(() => {
  vi.useFakeTimers();
  session = new SessionEvents({ sessionId: 's' });
  frames = [];
  session.subscribe((frame) => frames.push(frame));
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a request', () => {
  it('is in every fresh snapshot until it is decided, with nobody connected', async () => {
    session.accept({ requestId: 'q', runId: 'r' });
    const answer = session.approvals.request(input);
    const [pending] = session.snapshot().state.pendingApprovals;
    expect(pending).toMatchObject({ ...input, runId: 'r' });
    expect(pending?.approvalId).toMatch(/^[0-9a-f-]{36}$/);
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(session.approvals.pending).toEqual([pending]);
    expect(session.approvals.decide(pending?.approvalId ?? '', { decision: 'allow' })).toBe(
      'resolved',
    );
    const { pendingApprovals, lastApproval } = session.snapshot().state;
    expect(pendingApprovals).toEqual([]);
    expect(lastApproval).toMatchObject({ outcome: 'allowed', by: 'user', waitedMs: 86_400_000 });
    expect(JSON.stringify(lastApproval)).not.toContain('rm -r');
    expect(await answer).toMatchObject({ outcome: 'allowed', scope: 'once', toolCallId: 'call' });
  });

  it('is decided by the first decision only; foreign ones are unknown', async () => {
    const answer = session.approvals.request(input);
    const id = session.approvals.pending[0]?.approvalId ?? '';
    const other = new SessionEvents({ sessionId: 'other' });
    expect(other.approvals.decide(id, { decision: 'allow' })).toBe('unknown');
    const decisions = [
      session.approvals.decide(id, { decision: 'deny', by: 'tab 1', note: 'not on a Friday' }),
      session.approvals.decide(id, { decision: 'allow' }),
      session.approvals.decide(id, { decision: 'deny' }),
    ];
    expect(decisions).toEqual(['resolved', 'already-resolved', 'already-resolved']);
    expect(await answer).toMatchObject({ outcome: 'denied', by: 'tab 1', note: 'not on a Friday' });
    expect(frames.map(({ type }) => type)).toEqual(['session.state', 'session.state']);
    expect(JSON.stringify(frames)).not.toContain('Friday');
  });

  it('is decided once when a listener decides while it is published', () => {
    session.subscribe(() => {
      for (const { approvalId } of session.approvals.pending) {
        session.approvals.decide(approvalId, { decision: 'allow' });
      }
    });
    void session.approvals.request(input);
    expect(frames).toHaveLength(2);
    expect(session.snapshot().state.pendingApprovals).toEqual([]);
  });

  it.each<[string, (abort: AbortController) => void, string]>([
    ['its signal aborts', (abort) => abort.abort(), 'abort'],
    ['its run settles', () => session.settle(), 'abort'],
    ['its agent settles', () => session.publish({ type: 'agent_settled' }), 'abort'],
    ['another run begins', () => session.accept({ requestId: 'q2', runId: 'r2' }), 'abort'],
    ['the session is disposed of', () => session.dispose(), 'dispose'],
  ])('is cancelled when %s', async (_title, end, by) => {
    session.accept({ requestId: 'q', runId: 'r' });
    const abort = new AbortController();
    const answer = session.approvals.request(input, { signal: abort.signal });
    const id = session.approvals.pending[0]?.approvalId ?? '';
    end(abort);
    expect(await answer).toMatchObject({ outcome: 'cancelled', by });
    expect(session.approvals.pending).toEqual([]);
    expect(session.snapshot().state).toMatchObject({
      pendingApprovals: [],
      lastApproval: { approvalId: id, outcome: 'cancelled', by },
    });
    expect(session.approvals.decide(id, { decision: 'allow' })).toBe('already-resolved');
  });

  it('is resolved before its run is settled', () => {
    session.accept({ requestId: 'q', runId: 'r' });
    void session.approvals.request(input);
    const events: string[] = [];
    session.onEvent(({ event }) => events.push(event.type));
    session.settle();
    expect(events).toEqual(['approval_resolved', 'agent_settled']);
  });

  it('is resolved before its run is settled by a listener, too, and nothing overtakes', () => {
    session.accept({ requestId: 'q', runId: 'r' });
    void session.approvals.request(input);
    const leave = session.subscribe(() => {
      leave();
      session.settle();
      session.publish({ type: 'after' });
    });
    const events: string[] = [];
    session.onEvent(({ event }) => events.push(event.type));
    session.publish({ type: 'before' });
    expect(events).toEqual(['before', 'approval_resolved', 'agent_settled', 'after']);
  });

  it('outlives a run it does not belong to', () => {
    void session.approvals.request(input);
    session.accept({ requestId: 'q', runId: 'r' });
    session.settle();
    expect(session.approvals.pending).toHaveLength(1);
    expect(session.snapshot().state.pendingApprovals).toHaveLength(1);
  });

  it.each<[string, () => Promise<ApprovalOutcome>]>([
    [
      'with a signal that was aborted',
      () => session.approvals.request(input, { signal: AbortSignal.abort() }),
    ],
    [
      'of a session that was disposed of',
      () => {
        session.dispose();
        return session.approvals.request(input);
      },
    ],
  ])('is cancelled at once %s', async (_title, ask) => {
    expect(await ask()).toMatchObject({ outcome: 'cancelled' });
    expect(frames).toEqual([]);
  });

  it('does not survive a restart', () => {
    void session.approvals.request(input);
    const restarted = new SessionEvents({ sessionId: 's', saved: session.save() });
    expect(restarted.snapshot().state.pendingApprovals).toEqual([]);
    expect(restarted.approvals.pending).toEqual([]);
  });
});

it('is attended while somebody is connected who can answer, and nobody leaving decides', () => {
  const sink = { write: () => true, pendingBytes: () => 0, end: () => {}, destroy: () => {} };
  const viewer = session.connect(sink);
  expect(session.approvals.attended).toBe(false);
  const first = session.connect(sink, { approvals: true });
  const leave = session.approvals.attach();
  void session.approvals.request(input);
  first.close();
  first.close();
  expect(session.approvals.attended).toBe(true);
  leave();
  leave();
  viewer.close();
  expect(session.approvals.attended).toBe(false);
  expect(session.approvals.pending).toHaveLength(1);
});

it('of a broker of the host is of its run, and its outcome is compact', () => {
  session.accept({ requestId: 'q', runId: 'r' });
  const request = { approvalId: 'a', kind: 'tool', title: '?', requestedAt: 1 };
  session.publish({ type: 'approval_requested', ...request });
  session.publish({ type: 'approval_requested', ...request, approvalId: 'b' });
  expect(session.snapshot().state.pendingApprovals[0]).toMatchObject({ runId: 'r' });
  const outcome = { outcome: 'denied', by: 'broker', resolvedAt: 2, waitedMs: 1 };
  session.publish({ type: 'approval_resolved', approvalId: 'a', ...outcome, args: { key: 'k' } });
  expect(session.snapshot().state.lastApproval).toEqual({ approvalId: 'a', ...outcome });
  session.settle();
  expect(session.snapshot().state.pendingApprovals).toEqual([]);
});

it('refuses to ask what has no JSON form, and asks nothing then', () => {
  expect(() => session.approvals.request({ ...input, input: { size: 1n } })).toThrow(/JSON/);
  expect(session.approvals.pending).toEqual([]);
  expect(frames).toEqual([]);
});

it('refuses a decision that is none', () => {
  void session.approvals.request(input);
  const id = session.approvals.pending[0]?.approvalId ?? '';
  expect(() => session.approvals.decide(id, { decision: 'maybe' as never })).toThrow(/allow/);
  expect(session.approvals.pending).toHaveLength(1);
});
