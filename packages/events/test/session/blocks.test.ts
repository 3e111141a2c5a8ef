import { beforeEach, describe, expect, it } from 'vitest';
import {
  SessionEvents,
  type AnyEvent,
  type AssistantMessage,
  type MessageEntry,
} from '@loop/events';

let session: SessionEvents;

beforeEach(() => {
  session = new SessionEvents({ sessionId: 's', messageUpdates: 'delta' });
  session.publish({ type: 'message_start', message: answer() });
});

const call = { type: 'toolCall', id: 'c', name: 'run', arguments: { a: 1 } } as const;
const nameless = { type: 'toolCall', id: '', name: '', arguments: {} } as const;

describe('an answer that comes in pieces', () => {
  it.each(['text', 'thinking'])(
    'shows %s as it grows, and in the end what the end says',
    (type) => {
      const shown = ['start', 'delta', 'delta', 'end'].map((phase, at) => {
        grow({ type: `${type}_${phase}`, contentIndex: 0, delta: `${at}`, content: 'all' });
        return blocks()[0];
      });
      const block = (text: string): object => ({ type, [type]: text });
      expect(shown).toEqual([block(''), block('1'), block('12'), block('all')]);
    },
  );

  it('shows a call without arguments, and their raw text beside it, until they are whole', () => {
    grow({ type: 'toolcall_start', contentIndex: 0, id: 'c', toolName: 'run' });
    expect(blocks()).toEqual([{ ...call, arguments: {} }]);
    expect(entry().partialArguments).toEqual({ 0: '' });
    grow({ type: 'toolcall_delta', contentIndex: 0, delta: '{"a"' });
    grow({ type: 'toolcall_delta', contentIndex: 0, delta: ':1}' });
    expect(blocks()).toEqual([{ ...call, arguments: {} }]);
    expect(entry().partialArguments).toEqual({ 0: '{"a":1}' });
    grow({ type: 'toolcall_end', contentIndex: 0, toolCall: call });
    expect(blocks()).toEqual([call]);
    expect(entry()).not.toHaveProperty('partialArguments');
  });

  it('keeps the arguments of one call when another is whole', () => {
    for (const contentIndex of [0, 1]) {
      grow({ type: 'toolcall_start', contentIndex });
      grow({ type: 'toolcall_delta', contentIndex, delta: `{"${contentIndex}` });
    }
    expect(blocks()).toEqual([nameless, nameless]);
    grow({ type: 'toolcall_end', contentIndex: 0, toolCall: call });
    expect(blocks()).toEqual([call, nameless]);
    expect(entry().partialArguments).toEqual({ 1: '{"1' });
  });

  it('loses no piece whose start was lost, and takes none for a block of another kind', () => {
    grow({ type: 'text_delta', contentIndex: 0, delta: 'a' });
    grow({ type: 'thinking_delta', contentIndex: 1, delta: 'b' });
    grow({ type: 'toolcall_delta', contentIndex: 2, delta: 'c' });
    expect(blocks()).toEqual([
      { type: 'text', text: 'a' },
      { type: 'thinking', thinking: 'b' },
      nameless,
    ]);
    expect(entry().partialArguments).toEqual({ 2: 'c' });
    grow({ type: 'thinking_delta', contentIndex: 0, delta: 'd' });
    grow({ type: 'toolcall_delta', contentIndex: 1, delta: 'e' });
    grow({ type: 'text_delta', contentIndex: 2, delta: 'f' });
    expect(blocks()).toEqual([
      { type: 'thinking', thinking: 'd' },
      nameless,
      { type: 'text', text: 'f' },
    ]);
    expect(entry().partialArguments).toEqual({ 1: 'e' });
    grow({ type: 'toolcall_end', contentIndex: 3, toolCall: call });
    expect(blocks()[3]).toEqual(call);
  });

  it('has empty text where blocks were skipped, and ignores one that is far behind its end', () => {
    grow({ type: 'text_delta', contentIndex: 2, delta: 'a' });
    expect(blocks()).toEqual(['', '', 'a'].map((text) => ({ type: 'text', text })));
    grow({ type: 'text_delta', contentIndex: 68, delta: 'b' });
    expect(blocks()).toHaveLength(3);
    grow({ type: 'text_delta', contentIndex: 67, delta: 'b' });
    expect(blocks()).toHaveLength(68);
  });

  it.each([
    ['its end', () => session.publish({ type: 'message_end', message: answer() }), 'complete'],
    ['its run', () => session.settle(), 'interrupted'],
  ])('has no half arguments after %s', (_, over, status) => {
    grow({ type: 'toolcall_delta', contentIndex: 0, delta: '{' });
    over();
    expect(entry().status).toBe(status);
    expect(entry()).not.toHaveProperty('partialArguments');
  });
});

it('takes the whole message wherever an update carries it', () => {
  const whole = answer({ type: 'text', text: 'whole' });
  for (const inner of [
    { type: 'done', reason: 'stop', message: whole },
    { type: 'error', reason: 'error', error: whole },
    { type: 'novelty', partial: whole },
  ]) {
    session.publish({ type: 'message_start', message: answer() });
    grow(inner);
    expect(session.snapshot().messages.at(-1)?.message, inner.type).toEqual(whole);
  }
});

it('opens a message for an update that has no start, also one that says nothing yet', () => {
  const late = new SessionEvents({ sessionId: 's' });
  late.publish({ type: 'message_update', assistantMessageEvent: { type: 'start' } } as AnyEvent);
  expect(late.snapshot().messages).toMatchObject([{ message: answer(), status: 'streaming' }]);
});

it('puts no piece into a message that is no answer', () => {
  const message = { role: 'user', content: 'go' } as const;
  session.publish({ type: 'message_start', message });
  const piece = { type: 'text_delta', contentIndex: 0, delta: 'x' };
  const update = { type: 'message_update', assistantMessageEvent: piece };
  session.publish(update as AnyEvent, { messageIndex: 1 });
  expect(session.snapshot().messages[1]?.message).toEqual(message);
});

function answer(...content: AssistantMessage['content']): AssistantMessage {
  return { role: 'assistant', content };
}

function grow(assistantMessageEvent: object): void {
  session.publish({ type: 'message_update', assistantMessageEvent } as AnyEvent);
}

function entry(): MessageEntry {
  return session.snapshot().messages[0]!;
}

function blocks(): AssistantMessage['content'] {
  const { message } = entry();
  return message.role === 'assistant' ? (message as AssistantMessage).content : [];
}
