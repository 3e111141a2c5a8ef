import type { AnyEvent, AssistantMessage } from '@loop/events';
import { describe, expect, it } from 'vitest';
import { aSession, framesOf, openingOf } from './a-session.js';

describe('the delta form', () => {
  const call = { type: 'toolCall' as const, id: 'call', name: 'bash', arguments: {} };
  const partial = assistant([{ type: 'text', text: 'long '.repeat(100) }, call]);

  it('drops the growing copies; a tool call’s id and name travel with its start', () => {
    const session = aSession({ messageUpdates: 'delta' });
    const frames = framesOf(session);
    const updates: object[] = [
      { type: 'text_delta', contentIndex: 0, delta: 'long ', partial },
      { type: 'toolcall_start', contentIndex: 1, partial },
      { type: 'toolcall_start', contentIndex: 1, id: 'own', toolName: 'own', partial },
      { type: 'toolcall_start', contentIndex: 0, partial },
      { type: 'toolcall_start', contentIndex: 9, partial },
      { type: 'toolcall_end', contentIndex: 1, toolCall: call, partial },
    ];
    session.publish({ type: 'message_start', message: assistant() });
    for (const inner of updates) {
      session.publish({
        type: 'message_update',
        message: partial,
        usage: 1,
        assistantMessageEvent: inner,
      } as AnyEvent);
    }
    session.publish({
      type: 'message_update',
      message: partial,
      assistantMessageEvent: updates[1],
    } as AnyEvent);
    const sent = frames
      .slice(1)
      .map((frame) => (frame.type === 'loop.event' ? frame.event : undefined));
    expect(sent).toEqual([
      ...[
        { type: 'text_delta', contentIndex: 0, delta: 'long ' },
        { type: 'toolcall_start', contentIndex: 1, id: 'call', toolName: 'bash' },
        { type: 'toolcall_start', contentIndex: 1, id: 'own', toolName: 'own' },
        { type: 'toolcall_start', contentIndex: 0 },
        { type: 'toolcall_start', contentIndex: 9 },
        { type: 'toolcall_end', contentIndex: 1, toolCall: call },
      ].map((inner) => ({ type: 'message_update', usage: 1, assistantMessageEvent: inner })),
      {
        type: 'message_update',
        assistantMessageEvent: {
          type: 'toolcall_start',
          contentIndex: 1,
          id: 'call',
          toolName: 'bash',
        },
      },
    ]);
  });

  const whole: [string, object][] = [
    [
      'says that it is done',
      {
        message: partial,
        assistantMessageEvent: { type: 'done', reason: 'stop', message: partial },
      },
    ],
    [
      'says that it failed',
      { assistantMessageEvent: { type: 'error', reason: 'error', error: partial } },
    ],
    [
      'grows in a way nobody knows',
      { message: partial, assistantMessageEvent: { type: 'image_delta', partial } },
    ],
    ['has only the message', { message: partial }],
    ['holds something else', { message: partial, assistantMessageEvent: 'text' }],
    [
      'is a name of the language',
      { message: partial, assistantMessageEvent: { type: 'toString', partial } },
    ],
  ];

  it.each(whole)('keeps an update whole that %s', (_, update) => {
    const session = aSession({ messageUpdates: 'delta' });
    session.publish({ type: 'message_start', message: assistant() });
    const frames = framesOf(session);
    session.publish({ type: 'message_update', ...update } as AnyEvent);
    expect(frames).toMatchObject([{ event: { type: 'message_update', ...update } }]);
    const [entry] = openingOf(session).messages;
    if ('message' in update) expect(entry?.message).toEqual(partial);
  });

  it.each([undefined, null, 5, 'text', [null], [5]])(
    'stands a tool call in a message with the content %j',
    (content) => {
      const session = aSession({ messageUpdates: 'delta' });
      const message = { role: 'assistant', content };
      const inner = { type: 'toolcall_start', contentIndex: 0 };
      const update = { type: 'message_update', message, assistantMessageEvent: inner };
      expect(() => session.publish(update as AnyEvent)).not.toThrow();
      expect(session.seq).toBe(1);
    },
  );
});

function assistant(content: AssistantMessage['content'] = []): AssistantMessage {
  return { role: 'assistant', content } as AssistantMessage;
}
