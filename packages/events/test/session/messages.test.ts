import { beforeEach, describe, expect, it } from 'vitest';
import { SessionEvents, type AnyEvent, type Message, type Snapshot } from '@loop/events';

let session: SessionEvents;

beforeEach(() => {
  session = new SessionEvents({ sessionId: 's' });
});

describe('rounds and windows', () => {
  const windows: [title: string, roles: string, first: number, firstRound: number][] = [
    ['nothing', '', 0, 0],
    ['no person yet', 'a', 0, 0],
    ['fewer than three rounds', 's a u a', 0, 0],
    ['three rounds', 's u a u a u a', 0, 0],
    ['four rounds', 'u a u a u a u a', 2, 1],
    ['a compaction between', 'u a t a u a c u a t t a u a', 4, 1],
    ['more tools in the last round', 'u a t a u a c u a t t a u a t t t t', 4, 1],
    ['a shell command starts no round', 'u a b u a b u a b b b', 0, 0],
    ['the latest message opens a round', 'u a u a u a u', 2, 1],
  ];

  it.each(windows)('%s: %s', (_title, roles, first, firstRound) => {
    const list = roles.split(' ').filter((role) => role !== '');
    list.forEach((role, at) => session.append(messageOf(role, at)));
    const { messages, ...snapshot } = session.snapshot();
    expect(snapshot).toMatchObject({
      firstMessageIndex: first,
      messageCount: list.length,
      firstRoundIndex: firstRound,
      roundCount: list.filter((role) => role === 'u').length,
    });
    expect(messages.map(({ messageIndex }) => messageIndex)).toEqual(
      list.map((_, at) => at).slice(first),
    );
    expect(messages.map(({ message }) => message)).toEqual(list.map(messageOf).slice(first));
  });

  it('keeps absolute indexes through retry and compaction', () => {
    send({ type: 'agent_start' });
    say({ role: 'user', content: 'go' });
    say(answer('half', { stopReason: 'error' }));
    send({ type: 'auto_retry_start', attempt: 1, maxAttempts: 2, delayMs: 9, errorMessage: '529' });
    expect(session.snapshot().state.retry).toMatchObject({ attempt: 1, maxAttempts: 2 });
    say(answer('whole'));
    send({ type: 'auto_retry_end', success: true, attempt: 1 });
    send({ type: 'compaction_start', reason: 'threshold' });
    expect(session.snapshot().state.compaction).toEqual({ reason: 'threshold' });
    send({ type: 'compaction_end', reason: 'threshold', result: { summary: 's' } });
    session.append({ role: 'compactionSummary', summary: 's' });
    const { messages, messageCount, state } = session.snapshot();
    expect(messageCount).toBe(4);
    expect(messages.map(({ superseded }) => superseded)).toEqual([
      undefined,
      true,
      undefined,
      undefined,
    ]);
    expect(state).not.toHaveProperty('retry');
    expect(state).not.toHaveProperty('compaction');
  });

  it('marks the attempt that an overflow makes again', () => {
    say({ role: 'user', content: 'go' });
    say(answer('too long', { stopReason: 'error' }));
    send({ type: 'compaction_end', reason: 'overflow', willRetry: true });
    expect(session.snapshot().messages[1]).toMatchObject({ superseded: true, status: 'complete' });
  });

  it('serves earlier rounds page by page, to the first', () => {
    for (let round = 0; round < 7; round++) {
      say({ role: 'user', content: `u${round}` });
      say(answer(`a${round}`));
    }
    const { streamId, seq } = session;
    expect(session.snapshot().firstMessageIndex).toBe(8);
    const page = session.history({ before: 8, rounds: 3 });
    expect(page).toMatchObject({ streamId, seq, firstMessageIndex: 2, firstRoundIndex: 1 });
    expect(page.messages.map(({ messageIndex }) => messageIndex)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(session.history({ before: 2, rounds: 3 })).toMatchObject({ firstMessageIndex: 0 });
    expect(session.history({ before: 0 }).messages).toEqual([]);
    expect(session.history({ before: 1_000 }).messages).toHaveLength(6);
  });
});

describe('an open message', () => {
  it('is in the snapshot, grows by replacement and ends once', () => {
    const draft = (text: string): Message => answer(text);
    session.accept({ requestId: 'q', runId: 'r' });
    send({ type: 'message_start', message: answer('') });
    send({ type: 'message_update', message: draft('abc'), assistantMessageEvent: delta('abc') });
    expect(textAt(0)).toBe('abc');
    const update = {
      type: 'message_update',
      message: draft('abcd'),
      assistantMessageEvent: delta('d'),
    };
    send(update);
    expect(textAt(0)).toBe('abcd');
    send({ type: 'message_end', message: draft('abcd') });
    const ended = session.snapshot();
    expect(ended.messages[0]).toMatchObject({ status: 'complete', runId: 'r' });
    send(update);
    send({ type: 'message_end', message: { ...draft('abcd') } as Message });
    expect(session.snapshot().messages).toEqual(ended.messages);
  });

  it('may come without its start, and may be completed without an update', () => {
    send({ type: 'message_update', message: answer('late'), assistantMessageEvent: delta('late') });
    expect(session.snapshot().messages).toMatchObject([{ messageIndex: 0, status: 'streaming' }]);
    send({ type: 'message_end', message: answer('late enough') });
    send({ type: 'message_end', message: { role: 'user', content: 'without a start' } });
    expect(session.snapshot().messages).toMatchObject([
      { messageIndex: 0, status: 'complete' },
      { messageIndex: 1, status: 'complete' },
    ]);
  });

  it('stays open while a shell command is appended, and goes on in its own place', () => {
    send({ type: 'message_start', message: answer('') });
    session.append({ role: 'bashExecution', command: 'ls', output: '' });
    send({ type: 'message_update', message: answer('on'), assistantMessageEvent: delta('on') });
    send({ type: 'message_end', message: answer('on and on') });
    expect(session.snapshot().messages.map(({ status }) => status)).toEqual([
      'complete',
      'complete',
    ]);
    expect(textAt(0)).toBe('on and on');
  });

  it('is interrupted by settlement, and completed by an end that comes after it', () => {
    session.accept({ requestId: 'q', runId: 'r' });
    send({ type: 'message_start', message: answer('') });
    session.settle();
    expect(session.snapshot().messages[0]?.status).toBe('interrupted');
    send({ type: 'message_update', message: answer('ghost'), assistantMessageEvent: delta('x') });
    expect(session.snapshot()).toMatchObject({
      messages: [{ status: 'interrupted' }],
      state: { run: { status: 'idle' } },
    });
    send({ type: 'message_end', message: answer('whole') });
    expect(session.snapshot().messages).toMatchObject([{ status: 'complete', runId: 'r' }]);
  });

  it('is interrupted when the next answer begins', () => {
    send({ type: 'message_start', message: answer('') });
    send({ type: 'message_start', message: answer('') });
    expect(session.snapshot().messages.map(({ status }) => status)).toEqual([
      'interrupted',
      'streaming',
    ]);
  });

  it('comes back interrupted after a restart, without its half arguments', () => {
    const first = new SessionEvents({ sessionId: 's', messageUpdates: 'delta' });
    first.publish({ type: 'message_start', message: answer('') });
    first.publish({
      type: 'message_update',
      assistantMessageEvent: { type: 'toolcall_start', contentIndex: 0, id: 'c', toolName: 'run' },
    });
    first.publish({
      type: 'message_update',
      assistantMessageEvent: { type: 'toolcall_delta', contentIndex: 0, delta: '{"a":' },
    });
    expect(first.snapshot().messages[0]?.partialArguments).toEqual({ 0: '{"a":' });
    const second = new SessionEvents({ sessionId: 's', saved: first.save() });
    expect(second.snapshot().messages[0]).toMatchObject({ status: 'interrupted' });
    expect(second.snapshot().messages[0]).not.toHaveProperty('partialArguments');
  });

  it.each([-1, 0.5, 1e9, Number.NaN])(
    'ignores a block at the impossible index %d',
    (contentIndex) => {
      send({ type: 'message_start', message: answer('') });
      const before = session.snapshot().messages;
      for (const type of ['text_delta', 'toolcall_delta']) {
        const assistantMessageEvent = { type, contentIndex, delta: 'x' };
        send({ type: 'message_update', assistantMessageEvent });
        expect(session.snapshot().messages, type).toEqual(before);
      }
    },
  );
});

describe('runs', () => {
  it('are accepted once, and settled once', () => {
    const types: string[] = [];
    session.subscribe(({ type }) => types.push(type));
    session.accept({ requestId: 'q', runId: 'r' });
    session.accept({ requestId: 'q', runId: 'r' });
    expect(session.snapshot().state.run).toMatchObject({ status: 'running', runId: 'r' });
    send({ type: 'agent_settled' });
    session.settle();
    expect(types).toEqual(['run.accepted', 'loop.event', 'session.state']);
    expect(session.snapshot().state.run).toEqual({ status: 'idle' });
  });

  it('show the second prompt after the first run', () => {
    session.accept({ requestId: 'q1', runId: 'r1' });
    say(answer('one'));
    send({ type: 'agent_settled' });
    session.accept({ requestId: 'q2', runId: 'r2' });
    send({ type: 'message_start', message: answer('') });
    expect(session.snapshot()).toMatchObject({
      state: { run: { status: 'running', runId: 'r2' } },
      messages: [{ runId: 'r1' }, { runId: 'r2', status: 'streaming' }],
    });
  });

  it('begin when the agent works without having been asked', () => {
    session.accept({ requestId: 'q', runId: 'r' });
    session.settle();
    send({ type: 'agent_start' });
    const { run } = session.snapshot().state;
    expect(run).toMatchObject({ status: 'running', requestId: null });
    expect(session.activeRunId).not.toBe('r');
  });

  it('begin under the id that their publisher gives, with a time of their own', () => {
    const heard: string[] = [];
    session.onListChange(() => heard.push('list'));
    session.publish({ type: 'turn_start' }, { runId: 'mine' });
    const { run } = session.snapshot().state;
    expect(run).toMatchObject({ status: 'running', runId: 'mine', requestId: null });
    expect(run.status !== 'idle' && run.acceptedAt > 1e12).toBe(true);
    expect(heard).toEqual(['list']);
    session.settle();
    session.publish({ type: 'turn_start' }, { runId: null });
    expect(session.activeRunId).toBeNull();
  });

  it('end what an earlier one left open', () => {
    session.accept({ requestId: 'q1', runId: 'r1' });
    send({ type: 'message_start', message: answer('') });
    send({ type: 'tool_execution_start', toolCallId: 'c', toolName: 'run', args: {} });
    session.accept({ requestId: 'q2', runId: 'r2' });
    expect(session.snapshot()).toMatchObject({
      messages: [{ status: 'interrupted' }],
      tools: [{ status: 'interrupted' }],
      state: { run: { runId: 'r2' } },
    });
  });

  it('leave queued inputs visible when they are aborted', () => {
    session.accept({ requestId: 'q', runId: 'r' });
    send({ type: 'queue_changed', items: [{ inputId: 'i', mode: 'follow-up', text: 'then' }] });
    send({ type: 'agent_settled', aborted: true });
    expect(session.snapshot().state.queue).toHaveLength(1);
  });
});

it.each<AnyEvent & Record<string, unknown>>([
  { type: 'message_start' },
  { type: 'message_end' },
  { type: 'message_end', message: null },
  { type: 'message_end', assistantMessageEvent: {} },
  { type: 'message_update', message: 'text' },
  { type: 'message_update' },
  { type: 'tool_execution_start' },
  { type: 'tool_execution_update', partialResult: 'x' },
  { type: 'tool_execution_end', toolCallId: 7 },
  { type: 'nested_tool.started', toolName: 'run' },
  { type: 'nested_tool.completed' },
  { type: 'queue_changed', items: 'none' },
  { type: 'skills_loaded', skills: 'none' },
  { type: 'approval_requested' },
  { type: 'approval_resolved', outcome: 'allowed' },
  { type: 'future_event', message: { role: 'user' } },
])('passes $type through untouched when it is not what it claims to be', (event) => {
  session.append(answer('before'));
  const before = session.snapshot();
  const { seq } = session;
  const frames: unknown[] = [];
  session.subscribe((frame) => frames.push(frame));
  send(event);
  expect(session.snapshot()).toEqual(before);
  expect(session.seq).toBe(seq + 1);
  expect(frames).toHaveLength(1);
});

function send(event: AnyEvent | (AnyEvent & Record<string, unknown>)): void {
  session.publish(event);
}

function say(message: Message): void {
  send({ type: 'message_start', message });
  send({ type: 'message_end', message });
}

function textAt(index: number): unknown {
  const snapshot: Snapshot = session.snapshot();
  const message = snapshot.messages[index]?.message;
  return message?.role === 'assistant' && message.content[0]?.type === 'text'
    ? message.content[0].text
    : undefined;
}

function delta(text: string): unknown {
  return { type: 'text_delta', contentIndex: 0, delta: text };
}

function answer(text: string, more: object = {}): Message {
  const content = text === '' ? [] : [{ type: 'text' as const, text }];
  return { role: 'assistant', content, timestamp: 1, ...more };
}

function messageOf(letter: string, at: number): Message {
  const text = `${letter}${at}`;
  switch (letter) {
    case 'u':
      return { role: 'user', content: text };
    case 'a':
      return { role: 'assistant', content: [{ type: 'text', text }] };
    case 't':
      return { role: 'toolResult', toolCallId: text, toolName: 'run', content: [], isError: false };
    case 'b':
      return { role: 'bashExecution', command: text, output: '' };
    case 's':
      return { role: 'system', content: text };
    default:
      return { role: 'compactionSummary', summary: text };
  }
}
