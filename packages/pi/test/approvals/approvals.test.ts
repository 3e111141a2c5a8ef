import type { Agent, AgentTool } from '@earendil-works/pi-agent-core';
import {
  fauxAssistantMessage,
  fauxToolCall,
  Type,
  type FauxResponseStep,
} from '@earendil-works/pi-ai';
import { SessionEvents, type ApprovalRequest, type ByteSink } from '@loop/events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Approve } from '../../src/approvals/approve.js';
import { attachAgent } from '../../src/attach-agent.js';
import { FakeAgent } from '../fake-agent.js';
import { observedSession } from '../observed-session.js';
import { quickTool, scriptedAgent, textOf } from '../real-agent.js';

const REQUEST = { requestId: 'request-1', runId: 'run-1' };
const DAY_MS = 24 * 3600 * 1000;
const QUESTION = { kind: 'command', title: 'Run it', detail: 'rm -r build' } as const;

/** One answer with these calls of `work`, then a last word. */
function calling(...calls: { id: string; args?: { what: string } }[]): FauxResponseStep[] {
  const blocks = calls.map(({ id, args = { what: id } }) => fauxToolCall('work', args, { id }));
  return [fauxAssistantMessage(blocks, { stopReason: 'toolUse' }), fauxAssistantMessage('Done')];
}

/** An agent whose tool `work` notes what it was given, behind an approval. */
function guarded(
  responses: FauxResponseStep[],
  approve: Approve,
  options: { earlier?: Agent['beforeToolCall'] } = {},
) {
  const ran: string[] = [];
  const work: AgentTool = {
    ...quickTool('work'),
    parameters: Type.Object({ what: Type.String() }),
    execute(_id, args) {
      ran.push((args as { what: string }).what);
      return Promise.resolve({ content: [{ type: 'text', text: 'worked' }], details: {} });
    },
  };
  const agent = scriptedAgent(responses, [work]);
  if (options.earlier) agent.beforeToolCall = options.earlier;
  const observed = observedSession();
  const { session } = observed;
  const errors: unknown[] = [];
  const attachment = attachAgent(agent, session, { approve, onError: (e) => errors.push(e) });
  const asked: ApprovalRequest[] = [];
  session.onEvent(({ event }) => {
    if (event.type === 'approval_requested') asked.push(event as never);
  });
  const prompt = (request = REQUEST) => attachment.run(request, () => agent.prompt('Go'));
  /** The n-th question, once it is asked. */
  const question = (n = 1) =>
    vi.waitFor(() => {
      const found = asked[n - 1];
      if (!found) throw new Error(`question ${n} is not asked yet`);
      return found;
    });
  const results = () =>
    agent.state.messages.filter(({ role }) => role === 'toolResult').map((m) => textOf(m as never));
  const statuses = () => session.snapshot().tools.map(({ status }) => status);
  return {
    ...{ ...observed, agent, attachment, errors, ran, asked },
    ...{ prompt, question, results, statuses },
  };
}

afterEach(() => void vi.useRealTimers());

describe('a call that asks', () => {
  test('waits, is in every fresh snapshot, and runs once it is allowed', async () => {
    const { prompt, question, session, statuses, ran, results } = guarded(
      calling({ id: 'a' }),
      () => QUESTION,
    );
    const run = prompt();
    const { approvalId } = await question();
    expect(statuses()).toEqual(['awaiting-approval']);
    expect(session.snapshot().state.pendingApprovals).toEqual([
      {
        ...QUESTION,
        ...{ approvalId, toolCallId: 'a', toolName: 'work', runId: 'run-1' },
        requestedAt: expect.any(Number),
      },
    ]);
    expect(ran).toEqual([]);
    expect(session.approvals.decide(approvalId, { decision: 'allow' })).toBe('resolved');
    expect(statuses()).toEqual(['running']);
    await run;
    expect(ran).toEqual(['a']);
    expect(results()).toEqual(['worked']);
    const { state } = session.snapshot();
    expect(state.pendingApprovals).toEqual([]);
    expect(state.lastApproval).toMatchObject({ approvalId, outcome: 'allowed', by: 'user' });
    expect(state.lastApproval).not.toHaveProperty('detail');
    expect(statuses()).toEqual(['complete']);
  });

  test('does not run when it is denied; the model learns why and goes on', async () => {
    const { prompt, question, session, ran, results, agent, statuses } = guarded(
      calling({ id: 'a' }),
      () => QUESTION,
    );
    const run = prompt();
    const { approvalId } = await question();
    session.approvals.decide(approvalId, { decision: 'deny', note: 'use the script' });
    await run;
    expect(ran).toEqual([]);
    expect(results()[0]).toMatch(/^Denied: .*They say: use the script$/);
    expect(textOf(agent.state.messages.at(-1) as never)).toBe('Done');
    expect(statuses()).toEqual(['error']);
    expect(session.snapshot().state.lastApproval).not.toHaveProperty('note');
  });

  test('is decided once: the first decision counts, in the same tick too', async () => {
    const { prompt, question, session, ran, frames } = guarded(
      calling({ id: 'a' }),
      () => QUESTION,
    );
    const run = prompt();
    const { approvalId } = await question();
    const before = frames.length;
    expect(session.approvals.decide(approvalId, { decision: 'deny' })).toBe('resolved');
    expect(session.approvals.decide(approvalId, { decision: 'allow' })).toBe('already-resolved');
    expect(frames.slice(before).map(({ type }) => type)).toEqual(['session.state']);
    await run;
    expect(session.approvals.decide(approvalId, { decision: 'allow' })).toBe('already-resolved');
    expect(session.approvals.decide('foreign', { decision: 'allow' })).toBe('unknown');
    expect(ran).toEqual([]);
  });

  test('waits a day, whoever comes and goes', async () => {
    const { prompt, question, session, ran } = guarded(calling({ id: 'a' }), () => QUESTION);
    const tab = session.connect(idleSink(), { approvals: true });
    const run = prompt();
    const { approvalId } = await question();
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'setInterval', 'performance'] });
    expect(session.approvals.attended).toBe(true);
    tab.close();
    expect(session.approvals.attended).toBe(false);
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(session.snapshot().state.pendingApprovals).toMatchObject([{ approvalId }]);
    expect(ran).toEqual([]);
    const opened: string[] = [];
    session.connect(idleSink(opened), { approvals: true });
    expect(opened.join('')).toContain(approvalId);
    session.approvals.decide(approvalId, { decision: 'allow' });
    expect(session.snapshot().state.lastApproval?.waitedMs).toBeGreaterThanOrEqual(DAY_MS);
    vi.useRealTimers();
    await run;
    expect(ran).toEqual(['a']);
  });

  test('without words of the host, its arguments say what it is about', async () => {
    const { prompt, question, session } = guarded(calling({ id: 'a' }), () => ({}));
    const run = prompt();
    const request = await question();
    expect(request).toMatchObject({ kind: 'tool', title: 'Run work', input: { what: 'a' } });
    session.approvals.decide(request.approvalId, { decision: 'allow' });
    await run;
  });
});

test('parallel calls ask one after the other, and nothing runs before all are decided', async () => {
  const { prompt, question, session, statuses, ran, asked, results } = guarded(
    calling({ id: 'a' }, { id: 'b' }, { id: 'c' }),
    ({ toolCallId }) => (toolCallId === 'b' ? 'allow' : QUESTION),
  );
  const run = prompt();
  const first = await question(1);
  expect(statuses()).toEqual(['awaiting-approval']);
  expect(session.snapshot().state.pendingApprovals).toHaveLength(1);
  session.approvals.decide(first.approvalId, { decision: 'allow' });
  const second = await question(2);
  expect(second.toolCallId).toBe('c');
  expect(statuses()).toEqual(['running', 'running', 'awaiting-approval']);
  expect(ran).toEqual([]);
  session.approvals.decide(second.approvalId, { decision: 'deny' });
  await run;
  expect(asked).toHaveLength(2);
  expect(ran).toEqual(['a', 'b']);
  expect(results()).toEqual(['worked', 'worked', expect.stringMatching(/^Denied/)]);
});

describe('what ends the waiting without a decision', () => {
  test('a cancelled run: it settles, the tool does not run', async () => {
    const { prompt, question, session, attachment, ran, ofType, results } = guarded(
      calling({ id: 'a' }),
      () => QUESTION,
    );
    const run = prompt();
    const { approvalId } = await question();
    attachment.cancel();
    await run;
    expect(ofType('agent_settled')).toEqual([{ type: 'agent_settled', aborted: true }]);
    expect(session.snapshot().state).toMatchObject({
      run: { status: 'idle' },
      pendingApprovals: [],
      lastApproval: { approvalId, outcome: 'cancelled', by: 'abort' },
    });
    expect(ran).toEqual([]);
    expect(results()[0]).toContain('Not run');
    expect(session.approvals.decide(approvalId, { decision: 'allow' })).toBe('already-resolved');
  });

  test('an abort in the same tick as the decision: it does not run', async () => {
    const { prompt, question, session, attachment, ran } = guarded(
      calling({ id: 'a' }),
      () => QUESTION,
    );
    const run = prompt();
    const { approvalId } = await question();
    session.approvals.decide(approvalId, { decision: 'allow' });
    attachment.cancel();
    await run;
    expect(ran).toEqual([]);
  });

  test('an abort while approve() itself still thinks', async () => {
    let thinks = (): void => {};
    const thinking = new Promise<void>((resolve) => (thinks = resolve));
    const { prompt, attachment, ran, errors } = guarded(calling({ id: 'a' }), () => {
      thinks();
      return new Promise(() => {});
    });
    const run = prompt();
    await thinking;
    attachment.cancel();
    await run;
    expect(ran).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('dispose(): the tool is blocked, and so is every later one', async () => {
    const { prompt, question, session, ran, results } = guarded(
      [...calling({ id: 'a' }).slice(0, 1), ...calling({ id: 'b' })],
      () => QUESTION,
    );
    const run = prompt();
    await question();
    session.dispose();
    await run;
    expect(ran).toEqual([]);
    expect(results()).toEqual([
      expect.stringContaining('session was closed'),
      expect.stringContaining('session was closed'),
    ]);
  });

  test('detaching: nothing that asks runs any more in that run, what need not ask does', async () => {
    const { prompt, question, session, attachment, agent, ran } = guarded(
      calling({ id: 'a' }, { id: 'b' }, { id: 'c' }),
      ({ toolCallId }) => (toolCallId === 'b' ? 'allow' : QUESTION),
    );
    const run = prompt();
    await question();
    attachment();
    await run;
    expect(session.snapshot().state.pendingApprovals).toEqual([]);
    expect(ran).toEqual(['b']);
    expect(agent.beforeToolCall).toBeUndefined();
  });
});

describe('verdicts', () => {
  test.each<[string, Approve, string[]]>([
    ['allow', () => 'allow', ['a']],
    ['nothing', () => undefined, ['a']],
    ['a refusal', () => ({ deny: 'This preset only reads.' }), []],
    ['an allowance that comes later', () => Promise.resolve('allow'), ['a']],
  ])('%s', async (_what, approve, expected) => {
    const { prompt, ran, asked, results } = guarded(calling({ id: 'a' }), approve);
    await prompt();
    expect(ran).toEqual(expected);
    expect(asked).toEqual([]);
    if (expected.length === 0) expect(results()).toEqual(['This preset only reads.']);
  });

  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('policy is broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('policy is gone'))],
    ['returns false', () => false],
    ['returns null', () => null],
    ['returns another word', () => 'deny'],
    ['returns a list', () => []],
    ['returns a date', () => new Date(0)],
    ['refuses for a reason that is no text', () => ({ deny: true })],
    ['asks what cannot be sent', () => ({ title: 'x', input: circular })],
  ])('an approve that %s refuses, and is reported', async (_what, approve) => {
    const { prompt, ran, errors, results } = guarded(calling({ id: 'a' }), approve as Approve);
    await prompt();
    expect(ran).toEqual([]);
    expect(errors).toHaveLength(1);
    expect(results()[0]).toContain('Not run');
  });

  test('it is told the call, with checked arguments and the signal of the run', async () => {
    const seen: unknown[] = [];
    const { prompt } = guarded(calling({ id: 'a' }), (call) => void seen.push(call));
    await prompt();
    expect(seen).toEqual([
      {
        ...{ toolCallId: 'a', toolName: 'work', args: { what: 'a' } },
        signal: expect.any(AbortSignal),
      },
    ]);
  });
});

describe('allowed for the session', () => {
  const thrice = () =>
    ['a', 'b', 'c'].flatMap((id) => calling({ id }).slice(0, 1)).concat(calling().slice(1));

  async function allowFirst(approve: Approve, scope: 'once' | 'session') {
    const link = guarded(thrice(), approve);
    link.session.onEvent(({ event }) => {
      if (event.type !== 'approval_requested') return;
      const { approvalId } = event as ApprovalRequest & { type: string };
      link.session.approvals.decide(
        approvalId,
        link.asked.length > 1 ? { decision: 'deny' } : { decision: 'allow', scope },
      );
    });
    await link.prompt();
    return link.ran;
  }

  test('calls with the same key run without asking', async () => {
    expect(await allowFirst(() => ({ ...QUESTION, key: 'same' }), 'session')).toEqual([
      ...['a', 'b', 'c'],
    ]);
  });

  test.each<[string, Approve, 'once' | 'session']>([
    ['another key', ({ toolCallId }) => ({ ...QUESTION, key: toolCallId }), 'session'],
    ['no key', () => QUESTION, 'session'],
    ['the scope of once', () => ({ ...QUESTION, key: 'same' }), 'once'],
  ])('%s asks again', async (_what, approve, scope) => {
    expect(await allowFirst(approve, scope)).toEqual(['a']);
  });

  test('a refusal of approve() comes before what was allowed', async () => {
    let calls = 0;
    const approve: Approve = () =>
      ++calls < 3 ? { ...QUESTION, key: 'same' } : { deny: 'Read only now.' };
    expect(await allowFirst(approve, 'session')).toEqual(['a', 'b']);
  });
});

describe('a gate that was there before', () => {
  test('is asked first: what it blocks asks nobody', async () => {
    const { prompt, asked, results } = guarded(calling({ id: 'a' }), () => QUESTION, {
      earlier: () => Promise.resolve({ block: true, reason: 'not on Mondays' }),
    });
    await prompt();
    expect(asked).toEqual([]);
    expect(results()).toEqual(['not on Mondays']);
  });

  test('may change the arguments: the question is about what will run', async () => {
    const { prompt, question, session, ran } = guarded(calling({ id: 'a' }), () => ({}), {
      earlier({ args }) {
        (args as { what: string }).what = 'changed';
        return Promise.resolve(undefined);
      },
    });
    const run = prompt();
    const { approvalId, input } = await question();
    expect(input).toEqual({ what: 'changed' });
    session.approvals.decide(approvalId, { decision: 'allow' });
    await run;
    expect(ran).toEqual(['changed']);
  });

  test('is back after detaching, unless somebody has put another one there', () => {
    const earlier = () => Promise.resolve(undefined);
    const { agent, attachment } = guarded([], () => QUESTION, { earlier });
    expect(agent.beforeToolCall).not.toBe(earlier);
    attachment();
    expect(agent.beforeToolCall).toBe(earlier);

    const second = attachAgent(agent, new SessionEvents({ sessionId: 's' }), {
      approve: () => QUESTION,
    });
    const later = () => Promise.resolve(undefined);
    agent.beforeToolCall = later;
    second();
    expect(agent.beforeToolCall).toBe(later);
  });

  test('a detached bridge inside another one asks nothing in later runs', async () => {
    const { agent, attachment, ran } = guarded(calling({ id: 'a' }), () => QUESTION);
    const outer = attachAgent(agent, new SessionEvents({ sessionId: 'other' }), {
      approve: () => 'allow',
    });
    attachment();
    await outer.run(REQUEST, () => agent.prompt('Go'));
    expect(ran).toEqual(['a']);
  });
});

test('the gate of an AgentSession is that of the agent inside it', async () => {
  const inner = scriptedAgent(calling({ id: 'a' }), [quickTool('work')]);
  const outer = { agent: inner, subscribe: inner.subscribe.bind(inner) };
  const session = new SessionEvents({ sessionId: 'session-1' });
  const detach = attachAgent(outer, session, { approve: () => ({ deny: 'no' }) });
  await inner.prompt('Go');
  expect(session.snapshot().tools[0]?.status).toBe('error');
  detach();
  expect(inner.beforeToolCall).toBeUndefined();
});

test('an agent without a gate is refused: its tools would run unasked', () => {
  const { session } = observedSession();
  const attach = () => attachAgent(new FakeAgent(), session, { approve: () => QUESTION });
  expect(attach).toThrow(expect.objectContaining({ code: 'unsupported' }));
});

test('without approve the gate is not touched', () => {
  const agent = scriptedAgent([]);
  attachAgent(agent, observedSession().session);
  expect(agent.beforeToolCall).toBeUndefined();
});

/** Takes everything, and shows it as text. */
function idleSink(written: string[] = []): ByteSink {
  return {
    write(bytes) {
      written.push(new TextDecoder().decode(bytes));
      return true;
    },
    pendingBytes: () => 0,
    end: () => {},
    destroy: () => {},
  };
}
