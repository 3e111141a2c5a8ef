import { beforeEach, describe, expect, it } from 'vitest';
import {
  applyFrame,
  SessionEvents,
  type AnyEvent,
  type Message,
  type SessionFrame,
} from '@loop/events';

let session: SessionEvents;

beforeEach(() => {
  session = new SessionEvents({ sessionId: 's' });
});

describe('an update that has no start', () => {
  it('is late, after an answer that is over: it changes nothing', () => {
    whole(answer('done'));
    session.append({ role: 'bashExecution', command: 'ls', output: '' });
    const before = session.snapshot();
    update(answer('more'));
    expect(session.snapshot().messages).toEqual(before.messages);
  });

  it.each([user('next'), result('c')])('opens an answer behind another message', (message) => {
    whole(answer('done'));
    whole(message);
    update(answer('more'));
    expect(contents()).toEqual(['done', textOf(message), 'more']);
  });

  it('opens an answer where the last one was of another run, or is made again', () => {
    session.accept({ requestId: 'q1', runId: 'r1' });
    whole(answer('first'));
    session.settle();
    session.accept({ requestId: 'q2', runId: 'r2' });
    update(answer('second'));
    expect(contents()).toEqual(['first', 'second']);
    end(answer('second'));
    retry();
    update(answer('third'));
    expect(contents()).toEqual(['first', 'second', 'third']);
  });
});

describe('an end that has no start', () => {
  it('is the last message of its role again, if it has its time', () => {
    whole(answer('a', 1));
    end(answer('b', 1));
    end(answer('c', 2));
    expect(contents()).toEqual(['a', 'c']);
  });

  it('is a message of its own where no time says otherwise', () => {
    for (const text of ['a', 'a']) end(user(text));
    for (const text of ['b', 'b']) end(answer(text));
    expect(contents()).toEqual(['a', 'a', 'b', 'b']);
  });

  it('is told from other results by its call', () => {
    for (const id of ['c', 'c', 'd', 'd']) end(result(id));
    expect(contents()).toEqual(['result c', 'result d']);
  });

  it('completes an answer that its run’s end has cut off, whatever its time', () => {
    session.accept({ requestId: 'q', runId: 'r' });
    start(answer('half', 1));
    session.settle();
    end(answer('whole', 2));
    expect(contents()).toEqual(['whole']);
    expect(statuses()).toEqual(['complete']);
  });

  it('does not complete an answer that is made again', () => {
    start(answer('half'));
    retry();
    expect(session.snapshot().messages).toMatchObject([
      { status: 'interrupted', superseded: true },
    ]);
    end(answer('whole'));
    expect(contents()).toEqual(['half', 'whole']);
  });
});

describe('of several open messages', () => {
  it('an input leaves the answer open, and each gets its own end', () => {
    start(answer('half'));
    start(user('wait'));
    expect(statuses()).toEqual(['streaming', 'streaming']);
    end(answer('whole'));
    expect(statuses()).toEqual(['complete', 'streaming']);
    end(user('wait!'));
    expect(contents()).toEqual(['whole', 'wait!']);
    expect(statuses()).toEqual(['complete', 'complete']);
  });

  it('the latest of a role ends first', () => {
    for (const text of ['a', 'b', 'c']) start(user(text));
    end(user('end'));
    expect(contents()).toEqual(['a', 'b', 'end']);
  });
});

describe('an index that comes with an event', () => {
  it('of a message that is there does not start it again', () => {
    whole(answer('done'));
    session.publish({ type: 'message_start', message: answer('') }, { messageIndex: 0 });
    expect(contents()).toEqual(['done']);
    expect(statuses()).toEqual(['complete']);
  });

  it.each([
    ['of a page that a client does not hold', 0],
    ['with a hole before it', 5],
  ])('%s is none of a client’s business', (_, messageIndex) => {
    for (const text of ['1', '2', '3', '4']) whole(user(text));
    const position = { sessionId: 's', streamId: 'x' };
    const snapshot = session.snapshot();
    const opening = { type: 'session.snapshot', ...position, seq: 1, snapshot } as SessionFrame;
    const { view } = applyFrame(undefined, opening);
    expect(view.firstMessageIndex).toBe(1);
    for (const type of ['message_start', 'message_update', 'message_end']) {
      const event = { type, message: answer('x') };
      const frame = { type: 'loop.event', ...position, seq: 2, runId: null, event, messageIndex };
      const after = applyFrame(view, frame as SessionFrame);
      expect(after.outcome).toBe('applied');
      expect(Object.entries(after.view.messages)).toEqual(Object.entries(view.messages));
    }
  });
});

describe('an attempt that is made again', () => {
  it('is the answer, whatever stands behind it', () => {
    whole(answer('failed'));
    session.append({ role: 'bashExecution', command: 'ls', output: '' });
    retry();
    expect(superseded()).toEqual([true, undefined]);
  });

  it('is none of an earlier round', () => {
    whole(answer('done'));
    whole(user('next'));
    retry();
    expect(superseded()).toEqual([undefined, undefined]);
  });
});

describe('a run', () => {
  it('begins with an answer, and with no other message', () => {
    start(user('go'));
    expect(session.activeRunId).toBeNull();
    start(answer(''));
    expect(session.activeRunId).not.toBeNull();
  });

  it('is not begun by what comes late, nor ended by work under another name', () => {
    session.publish({ type: 'queue_changed', items: [] }, { runId: 'over' });
    session.publish({ type: 'turn_start' }, { runId: null });
    expect(session.snapshot().state.run).toEqual({ status: 'idle' });
    session.accept({ requestId: 'q', runId: 'r' });
    session.publish({ type: 'turn_start' }, { runId: 'other' });
    expect(session.snapshot().state.run).toMatchObject({ runId: 'r', requestId: 'q' });
  });
});

function answer(text: string, timestamp?: number): Message & { content: unknown } {
  const content = [{ type: 'text' as const, text }];
  return { role: 'assistant', content, ...(timestamp === undefined ? {} : { timestamp }) };
}

function user(content: string): Message & { content: unknown } {
  return { role: 'user', content };
}

function result(toolCallId: string): Message & { content: unknown } {
  const content = [{ type: 'text' as const, text: `result ${toolCallId}` }];
  return { role: 'toolResult', toolCallId, toolName: 'run', content, isError: false };
}

function start(message: Message): void {
  session.publish({ type: 'message_start', message });
}

function update(message: Message): void {
  const assistantMessageEvent = { type: 'text_delta', contentIndex: 0, delta: 'x' };
  session.publish({ type: 'message_update', message, assistantMessageEvent } as AnyEvent);
}

function end(message: Message): void {
  session.publish({ type: 'message_end', message });
}

function whole(message: Message): void {
  start(message);
  end(message);
}

function retry(): void {
  const event = { attempt: 1, maxAttempts: 2, delayMs: 9, errorMessage: '529' };
  session.publish({ type: 'auto_retry_start', ...event });
}

function contents(): unknown[] {
  return session.snapshot().messages.map(({ message }) => textOf(message));
}

function textOf(message: Message): unknown {
  const { content } = message as { content?: unknown };
  if (!Array.isArray(content)) return content;
  return (content as { text?: string }[]).map(({ text }) => text).join('');
}

function statuses(): string[] {
  return session.snapshot().messages.map(({ status }) => status);
}

function superseded(): unknown[] {
  return session.snapshot().messages.map((entry) => entry.superseded);
}
