import { beforeEach, describe, expect, it } from 'vitest';
import { SessionEvents, type AnyEvent, type ToolExecution } from '@loop/events';

let session: SessionEvents;

beforeEach(() => {
  session = new SessionEvents({ sessionId: 's' });
  session.accept({ requestId: 'q', runId: 'r' });
  say({ role: 'user', content: 'go' });
});

describe('pairing by call id', () => {
  it('keeps start order and gives each of three equal tools its own result', () => {
    call('id1', 'id2', 'id3');
    for (const id of ['id1', 'id2', 'id3']) start(id);
    end('id3', 'C');
    expect(tools().map(({ status }) => status)).toEqual(['running', 'running', 'complete']);
    end('id1', 'A', true);
    end('id2', 'B');
    expect(tools()).toMatchObject([
      { toolCallId: 'id1', status: 'error', result: result('A'), messageIndex: 1 },
      { toolCallId: 'id2', status: 'complete', result: result('B'), messageIndex: 1 },
      { toolCallId: 'id3', status: 'complete', result: result('C'), messageIndex: 1 },
    ]);
  });

  it('hands the result over to its message, which comes later and in another order', () => {
    call('id1', 'id2');
    start('id1');
    start('id2');
    end('id2', 'B');
    end('id1', 'A');
    const message = resultMessage('id1', 'A');
    send({ type: 'message_start', message });
    expect(occurrences('"A"')).toBe(1);
    send({ type: 'message_end', message });
    expect(occurrences('"A"')).toBe(1);
    expect(tools()[0]).toMatchObject({ status: 'complete', resultMessageIndex: 2 });
    expect(tools()[0]).not.toHaveProperty('result');
    expect(tools()[1]).toMatchObject({ result: result('B') });
    expect(session.snapshot().messages[2]?.message).toEqual(message);
  });

  it('lets late and repeated events change nothing', () => {
    call('id1');
    start('id1');
    end('id1', 'A');
    const before = tools();
    start('id1');
    send({ type: 'tool_execution_update', toolCallId: 'id1', toolName: 'run', partialResult: 1 });
    end('id1', 'other', true);
    expect(tools()).toEqual(before);
    say(resultMessage('id1', 'A'));
    end('id1', 'again');
    expect(tools()[0]).toMatchObject({ status: 'complete', resultMessageIndex: 2 });
    expect(occurrences('again')).toBe(0);
  });

  it('takes an end for a call that nobody made, and attaches it to no card', () => {
    call('id1');
    start('id1');
    end('nobody', 'X');
    expect(tools()).toMatchObject([
      { toolCallId: 'id1', status: 'running', messageIndex: 1 },
      { toolCallId: 'nobody', status: 'complete', messageIndex: null, placeIndex: 2 },
    ]);
  });

  it('finds the call of a tool that started before its message was known', () => {
    start('early');
    expect(tools()[0]).toMatchObject({ messageIndex: null });
    call('early');
    expect(tools()[0]).toMatchObject({ messageIndex: 1 });
    expect(tools()[0]).not.toHaveProperty('placeIndex');
  });

  it('ends a tool whose end was lost when its result message is complete', () => {
    call('id1');
    start('id1');
    say(resultMessage('id1', 'A'));
    expect(tools()[0]).toMatchObject({ status: 'complete', resultMessageIndex: 2 });
  });

  it('begins anew where a provider numbers its calls anew in each answer', () => {
    call('call_0');
    start('call_0');
    end('call_0', 'first');
    say(resultMessage('call_0', 'first'));
    call('call_0');
    start('call_0');
    expect(tools()).toMatchObject([
      { messageIndex: 1, status: 'complete', resultMessageIndex: 2 },
      { messageIndex: 3, status: 'running' },
    ]);
    end('call_0', 'second');
    say(resultMessage('call_0', 'second'));
    expect(tools().map(({ resultMessageIndex }) => resultMessageIndex)).toEqual([2, 4]);
  });

  it('shows progress until the end, and what there was of it after an interruption', () => {
    call('id1');
    start('id1');
    send({
      type: 'tool_execution_update',
      toolCallId: 'id1',
      toolName: 'run',
      partialResult: 'half',
    });
    expect(tools()[0]).toMatchObject({ status: 'running', partialResult: 'half' });
    send({ type: 'agent_settled', aborted: true });
    expect(tools()[0]).toMatchObject({ status: 'interrupted', partialResult: 'half' });
    end('id1', 'too late');
    expect(tools()[0]).not.toHaveProperty('result');
  });
});

it('keeps a tool that outlives three rounds in the window until it is done', () => {
  call('long');
  start('long');
  for (let round = 0; round < 4; round++) say({ role: 'user', content: `u${round}` });
  expect(session.snapshot().firstMessageIndex).toBeGreaterThan(1);
  expect(tools()).toMatchObject([{ toolCallId: 'long', messageIndex: 1, status: 'running' }]);
  end('long', 'done');
  expect(tools()).toEqual([]);
  expect(session.history({ before: 2 }).tools).toMatchObject([{ status: 'complete' }]);
  end('long', 'done twice');
  expect(tools()).toEqual([]);
});

it('is shown with the messages it stands among: by one page, or by the window', () => {
  session = new SessionEvents({ sessionId: 's', rounds: 1 });
  const run = (id: string): void => {
    start(id);
    end(id, 'done');
  };
  call('unasked');
  run('unasked');
  run('uncalled');
  say({ role: 'user', content: 'go' });
  call('called');
  run('called');
  run('uncalled too');
  say({ role: 'user', content: 'go on' });
  call('last');
  run('last');
  const pages = [3, 1].map((before) => session.history({ before, rounds: 1 }));
  const shown = [session.snapshot(), ...pages].map((part) => part.tools.map((t) => t.toolCallId));
  expect(shown).toEqual([['uncalled too', 'last'], ['uncalled', 'called'], ['unasked']]);
});

it('nests tools under their parent, with both names for it', () => {
  call('outer');
  start('outer');
  send({
    type: 'tool_execution_start',
    ...{ toolCallId: 'outer/1', toolName: 'inner', args: { a: 1 }, parentToolCallId: 'outer' },
  });
  send({
    type: 'nested_tool.started',
    ...{ toolCallId: 'outer/2', toolName: 'inner', parentToolCallId: 'outer' },
  });
  send({
    type: 'nested_tool.completed',
    ...{
      toolCallId: 'outer/2',
      toolName: 'inner',
      parentToolCallId: 'outer',
      isError: true,
      error: 'no',
      durationMs: 4,
    },
  });
  const nested = { parentToolCallId: 'outer', messageIndex: 1 };
  expect(tools()).toMatchObject([
    { toolCallId: 'outer' },
    { toolCallId: 'outer/1', status: 'running', args: { a: 1 }, ...nested },
    { toolCallId: 'outer/2', status: 'error', durationMs: 4, ...nested },
  ]);
});

it('waits visibly while somebody is asked', () => {
  call('id1');
  const request = {
    approvalId: 'a',
    toolCallId: 'id1',
    runId: 'r',
    kind: 'tool',
    title: '?',
    requestedAt: 1,
  };
  start('id1');
  send({ type: 'approval_requested', ...request });
  expect(tools()[0]?.status).toBe('awaiting-approval');
  send({
    type: 'approval_resolved',
    ...{
      approvalId: 'a',
      toolCallId: 'id1',
      outcome: 'allowed',
      by: 'user',
      resolvedAt: 2,
      waitedMs: 1,
    },
  });
  expect(tools()[0]?.status).toBe('running');
  const { pendingApprovals, lastApproval } = session.snapshot().state;
  expect(pendingApprovals).toEqual([]);
  expect(lastApproval).toMatchObject({ approvalId: 'a', outcome: 'allowed' });
  send({ type: 'approval_requested', ...request, approvalId: 'b' });
  session.settle();
  expect(session.snapshot().state.pendingApprovals).toEqual([]);
});

function tools(): ToolExecution[] {
  return session.snapshot().tools;
}

function occurrences(text: string): number {
  return JSON.stringify(session.snapshot()).split(text).length - 1;
}

function result(text: string): object {
  return { content: [{ type: 'text', text }] };
}

function resultMessage(toolCallId: string, text: string): object {
  return { role: 'toolResult', toolCallId, toolName: 'run', ...result(text), isError: false };
}

function call(...ids: string[]): void {
  const content = ids.map((id) => ({ type: 'toolCall', id, name: 'run', arguments: {} }));
  say({ role: 'assistant', content });
}

function start(toolCallId: string): void {
  send({ type: 'tool_execution_start', toolCallId, toolName: 'run', args: {} });
}

function end(toolCallId: string, text: string, isError = false): void {
  send({ type: 'tool_execution_end', toolCallId, toolName: 'run', result: result(text), isError });
}

function say(message: object): void {
  send({ type: 'message_start', message });
  send({ type: 'message_end', message });
}

function send<Event extends AnyEvent>(event: Event): void {
  session.publish(event);
}
