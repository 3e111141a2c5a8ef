import { beforeEach, describe, expect, it } from 'vitest';
import {
  applyFrame,
  SessionEvents,
  type AnyEvent,
  type SessionFrame,
  type ToolExecution,
} from '@loop/events';

let session: SessionEvents;

beforeEach(() => {
  session = new SessionEvents({ sessionId: 's' });
  session.accept({ requestId: 'q', runId: 'r' });
  say({ role: 'user', content: 'go' });
});

describe('a result', () => {
  const details = { exit: 0 };
  const message = { ...resultMessage('c'), details };

  it('stays with its execution while its message is under way, in its round', () => {
    call('c', 'd');
    for (const id of ['c', 'd']) run(id);
    say(resultMessage('d'));
    send({ type: 'message_start', message });
    expect(session.snapshot().messages[3]?.message).toEqual({ ...resultMessage('c'), content: [] });
    expect(tools()).toMatchObject([{ result: { content: 'end of c' } }, {}]);
  });

  it('stays there, too, in a round that nobody asked for', () => {
    session = new SessionEvents({ sessionId: 's' });
    call('c');
    start('c');
    end('c');
    send({ type: 'message_start', message });
    expect(session.snapshot().messages[1]?.message).toMatchObject({ content: [] });
    expect(tools()).toMatchObject([{ result: { content: 'end of c' } }]);
  });

  it('of an earlier round is the message’s from its start', () => {
    call('c');
    start('c');
    end('c');
    say({ role: 'user', content: 'next' });
    send({ type: 'message_start', message });
    expect(session.snapshot().messages[3]?.message).toEqual(message);
    expect(tools()).toMatchObject([{ resultMessageIndex: 3 }]);
    expect(tools()[0]).not.toHaveProperty('result');
  });

  it('is the first message’s that brings it', () => {
    call('c');
    start('c');
    say(message);
    say(message);
    expect(tools()).toMatchObject([{ resultMessageIndex: 2 }]);
  });

  it.each([
    [true, 'error'],
    [false, 'complete'],
  ])('ends an execution whose end was lost: failed %s', (isError, status) => {
    call('c');
    start('c');
    send({
      type: 'tool_execution_update',
      toolCallId: 'c',
      toolName: 'run',
      partialResult: 'half',
    });
    say({ ...message, isError, durationMs: 7 });
    expect(tools()).toMatchObject([{ status, durationMs: 7 }]);
    expect(tools()[0]).not.toHaveProperty('partialResult');
  });

  it('took as long as its execution says, where that says it', () => {
    call('c');
    start('c');
    end('c', { durationMs: 5 });
    expect(tools()).toMatchObject([{ durationMs: 5 }]);
    say({ ...message, durationMs: 7 });
    expect(tools()).toMatchObject([{ durationMs: 5 }]);
  });

  it('takes the place of the progress before it', () => {
    start('c');
    send({
      type: 'tool_execution_update',
      toolCallId: 'c',
      toolName: 'run',
      partialResult: 'half',
    });
    end('c');
    expect(tools()[0]).not.toHaveProperty('partialResult');
  });

  it('of a nested call is the error that its host saw', () => {
    const nested = { toolCallId: 'n', toolName: 'run', isError: true };
    send({ type: 'nested_tool.completed', ...nested, error: 'no' });
    expect(tools()).toMatchObject([{ result: { content: [{ type: 'text', text: 'no' }] } }]);
    send({ type: 'nested_tool.completed', ...nested, toolCallId: 'm', isError: false });
    expect(tools()[1]).not.toHaveProperty('result');
  });
});

describe('the place of a call', () => {
  it('is not that of its namesake in an earlier round', () => {
    call('c');
    say({ role: 'user', content: 'next' });
    start('c');
    expect(tools()).toMatchObject([{ messageIndex: null, placeIndex: 3 }]);
  });

  it('stays while it runs, whatever calls have its id', () => {
    const places: unknown[] = [];
    call('c');
    start('c');
    call('c');
    session.subscribe((frame) => places.push('messageIndex' in frame && frame.messageIndex));
    send({ type: 'tool_execution_update', toolCallId: 'c', toolName: 'run', partialResult: 1 });
    start('c');
    expect(tools()).toMatchObject([{ messageIndex: 1, status: 'running' }]);
    end('c');
    send({ type: 'nested_tool.started', toolCallId: 'c', toolName: 'run' });
    expect(places).toEqual([1, 2, 1, 2]);
    expect(tools().map(({ messageIndex }) => messageIndex)).toEqual([1, 2]);
    expect(tools().some((tool) => 'placeIndex' in tool)).toBe(false);
  });

  it('is its parent’s only while that runs', () => {
    call('p');
    start('p');
    const nested = { toolName: 'run', parentToolCallId: 'p' };
    send({ type: 'nested_tool.started', ...nested, toolCallId: 'n' });
    end('p');
    send({ type: 'nested_tool.started', ...nested, toolCallId: 'm' });
    expect(tools()).toMatchObject([
      { toolCallId: 'p' },
      { toolCallId: 'n', messageIndex: 1 },
      { toolCallId: 'm', messageIndex: null, placeIndex: 2 },
    ]);
  });
});

it('waits alone where it alone is asked about', () => {
  call('a', 'b');
  start('a');
  const request = { approvalId: 'x', toolCallId: 'a', kind: 'tool', title: '?', requestedAt: 1 };
  send({ type: 'approval_requested', ...request });
  start('b');
  expect(tools().map(({ status }) => status)).toEqual(['awaiting-approval', 'running']);
});

describe('an execution that a client does not hold', () => {
  const phases = ['tool_execution_start', 'tool_execution_update', 'tool_execution_end'];

  it.each(phases)('and that stands before its window is over: %s', (type) => {
    expect(clientAfter(type, 0)).toEqual([]);
  });

  it.each(phases)('begins with whatever comes of it, in the window: %s', (type) => {
    expect(clientAfter(type, 1)).toMatchObject([{ toolCallId: 'c', messageIndex: 1 }]);
  });

  /** What a client whose window begins at 1 has of a tool at `messageIndex`. */
  function clientAfter(type: string, messageIndex: number): ToolExecution[] {
    for (const content of ['1', '2', '3']) say({ role: 'user', content });
    const position = { sessionId: 's', streamId: 'x' };
    const snapshot = session.snapshot();
    expect(snapshot.firstMessageIndex).toBe(1);
    const opening = { type: 'session.snapshot', ...position, seq: 1, snapshot };
    const { view } = applyFrame(undefined, opening as SessionFrame);
    const event = { type, toolCallId: 'c', toolName: 'run', args: {}, isError: false };
    const frame = { type: 'loop.event', ...position, seq: 2, runId: 'r', event, messageIndex };
    return applyFrame(view, frame as SessionFrame).view.tools;
  }
});

it('begins anew in another answer, also where only the frames of messages name a place', () => {
  const at = { sessionId: 's', streamId: 'x' };
  let seq = 0;
  const snapshot = session.snapshot();
  let { view } = applyFrame(undefined, { type: 'session.snapshot', ...at, seq, snapshot });
  session.onEvent(({ event, messageIndex }) => {
    const place = event.type.startsWith('message_') ? { messageIndex } : {};
    const frame = { type: 'loop.event', ...at, seq: ++seq, runId: 'r', event, ...place };
    ({ view } = applyFrame(view, frame as SessionFrame));
  });
  call('c');
  for (let times = 0; times < 2; times++) run('c');
  say({ role: 'user', content: 'next' });
  start('c');
  expect(view.tools).toMatchObject([{ messageIndex: 1, status: 'complete' }]);
  call('c');
  start('c');
  expect(view.tools).toMatchObject([{ messageIndex: 1 }, { messageIndex: 3, status: 'running' }]);
});

function tools(): ToolExecution[] {
  return session.snapshot().tools;
}

function resultMessage(toolCallId: string): object {
  const content = [{ type: 'text', text: `result of ${toolCallId}` }];
  return { role: 'toolResult', toolCallId, toolName: 'run', content, isError: false };
}

function call(...ids: string[]): void {
  const content = ids.map((id) => ({ type: 'toolCall', id, name: 'run', arguments: {} }));
  say({ role: 'assistant', content });
}

function start(toolCallId: string): void {
  send({ type: 'tool_execution_start', toolCallId, toolName: 'run', args: {} });
}

function end(toolCallId: string, more: object = {}): void {
  const result = { content: `end of ${toolCallId}` };
  const event = { toolCallId, toolName: 'run', result, isError: false, ...more };
  send({ type: 'tool_execution_end', ...event });
}

function run(toolCallId: string): void {
  start(toolCallId);
  end(toolCallId);
}

function say(message: object): void {
  send({ type: 'message_start', message });
  send({ type: 'message_end', message });
}

function send<Event extends AnyEvent>(event: Event): void {
  session.publish(event);
}
