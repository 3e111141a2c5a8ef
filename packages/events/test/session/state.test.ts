import { beforeEach, expect, it } from 'vitest';
import { SessionEvents, type AnyEvent, type SessionState } from '@loop/events';

let session: SessionEvents;

beforeEach(() => {
  session = new SessionEvents({ sessionId: 's' });
});

it('of a new session is idle and empty', () => {
  expect(session.snapshot()).toEqual({
    state: { run: { status: 'idle' }, queue: [], pendingApprovals: [], timings: [] },
    ...{ messages: [], tools: [] },
    ...{ firstMessageIndex: 0, messageCount: 0, firstRoundIndex: 0, roundCount: 0 },
  });
});

it.each<[keyof SessionState, object]>([
  ['contextBudget', { type: 'context_budget', tokens: 5, contextWindow: 10, percent: 50 }],
  ['title', { type: 'session_title', title: 'T', status: 'ready' }],
])('shows the latest %s, without the event’s name', (field, event) => {
  session.publish(event as AnyEvent);
  const { type, ...shown } = event as AnyEvent;
  expect(session.snapshot().state, type).toHaveProperty(field, shown);
});

it('shows the skills, the queue and the permissions of now', () => {
  const skills = [{ name: 'a', revision: '1' }];
  const items = [{ inputId: 'i', mode: 'steer', text: 'go' }];
  session.publish({ type: 'skills_loaded', skills });
  session.publish({ type: 'queue_changed', items } as AnyEvent);
  session.publish({ type: 'permission_changed', preset: 'all' });
  expect(session.snapshot().state).toMatchObject({ skills, queue: items, permission: 'all' });
});

it('shows each input’s latest times, in the order in which they came, and where it stands', () => {
  session.append({ role: 'user', content: 'go' });
  session.publish({ type: 'prompt_timing', timingId: 'a', phase: 'queued' });
  session.publish({ type: 'prompt_timing', timingId: 'b', phase: 'queued', messageIndex: 0 });
  session.publish({ type: 'prompt_timing', timingId: 'a', phase: 'started' });
  session.publish({ type: 'prompt_timing', timingId: 'c', phase: 'queued' }, { messageIndex: 0 });
  expect(session.snapshot().state.timings).toEqual([
    { timingId: 'b', phase: 'queued', messageIndex: 0 },
    { timingId: 'a', phase: 'started', placeIndex: 1 },
    { timingId: 'c', phase: 'queued', messageIndex: 0 },
  ]);
});

it('shows the times of inputs that wait, and of those in the window', () => {
  session = new SessionEvents({ sessionId: 's', rounds: 1 });
  session.publish({ type: 'prompt_timing', timingId: 'waits', phase: 'queued' });
  session.publish({ type: 'prompt_timing', timingId: 'over', phase: 'completed' });
  for (const content of ['1', '2']) session.append({ role: 'user', content });
  const last = { timingId: 'last', phase: 'completed', messageIndex: 1 } as const;
  session.publish({ type: 'prompt_timing', ...last });
  expect(session.snapshot()).toMatchObject({
    firstMessageIndex: 1,
    state: { timings: [{ timingId: 'waits' }, { timingId: 'last' }] },
  });
});

it('shows neither a compaction nor a retry of a run that is over', () => {
  session.accept({ requestId: 'q', runId: 'r' });
  const retry = { attempt: 1, maxAttempts: 2, delayMs: 9, errorMessage: '529' };
  session.publish({ type: 'auto_retry_start', ...retry });
  session.publish({ type: 'compaction_start', reason: 'manual' });
  expect(session.snapshot().state).toMatchObject({ retry, compaction: { reason: 'manual' } });
  session.settle();
  expect(session.snapshot().state).not.toHaveProperty('retry');
  expect(session.snapshot().state).not.toHaveProperty('compaction');
});

it('shows a question that was asked outside of a run as it was asked', () => {
  const request = { approvalId: 'a', kind: 'tool', title: '?', requestedAt: 1 };
  session.publish({ type: 'approval_requested', ...request } as AnyEvent);
  expect(session.snapshot().state.pendingApprovals).toEqual([request]);
});

it('shows each question once, as it was asked last, until it is answered itself', () => {
  const request = { kind: 'tool', title: '?', requestedAt: 1, runId: null };
  const ask = (approvalId: string, title: string): void =>
    session.publish({ type: 'approval_requested', ...request, approvalId, title } as AnyEvent);
  ask('a', 'first');
  ask('b', 'second');
  ask('a', 'again');
  const asked = (): string[] => session.snapshot().state.pendingApprovals.map((r) => r.title);
  expect(asked()).toEqual(['second', 'again']);
  const outcome = {
    ...{ approvalId: 'b', toolCallId: 'c', toolName: 'run' },
    ...{ outcome: 'allowed', scope: 'session', by: 'user', resolvedAt: 2, waitedMs: 1 },
  };
  session.publish({ type: 'approval_resolved', ...outcome, input: 'long' } as AnyEvent);
  expect(asked()).toEqual(['again']);
  expect(session.snapshot().state.lastApproval).toEqual(outcome);
});
