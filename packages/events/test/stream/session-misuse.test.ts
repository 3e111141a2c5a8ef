import { SessionEvents, type SessionEventsOptions } from '@loop/events';
import { describe, expect, it } from 'vitest';
import { aSession, refusalOf } from './a-session.js';

describe('misuse is refused at once', () => {
  const bad: [string, object][] = [
    ['no sessionId', { sessionId: undefined }],
    ['an empty sessionId', { sessionId: '' }],
    ['a sessionId that is no text', { sessionId: 5 }],
    ['a streamId with a colon', { streamId: 'a:b' }],
    ['a streamId that is no text', { streamId: 5 }],
    ['a negative maxFrames', { maxFrames: -1 }],
    ['a maxBytes that is no number', { maxBytes: NaN }],
    ['no connections at all', { maxConnections: 0 }],
    ['no rounds', { rounds: 0 }],
    ['half a round', { rounds: 0.5 }],
    ['an unknown form', { messageUpdates: 'deltas' }],
    ['saved and messages', { saved: { version: 1 }, messages: [] }],
    ['messages and model', { messages: [], model: {} }],
    [
      'a saved session of another version',
      { saved: { version: 2, messages: [], tools: [], state: {} } },
    ],
    ['a saved session that was not found', { saved: null }],
    [
      'a saved session with holes',
      { saved: { ...new SessionEvents({ sessionId: 'x' }).save(), messages: [null as never] } },
    ],
    ['a forward that is no function', { forward: 5 }],
    ['hooks that are no object', { hooks: 5 }],
    ['a model without snapshot()', { model: {} }],
    ['messages with holes', { messages: [null as never] }],
    ['messages that are no list', { messages: {} }],
    ['messages that were not found', { messages: null }],
    ['a saved session that is none', { saved: { version: 1 } }],
  ];

  it.each(bad)('%s', (_, options) => {
    const error = refusalOf(
      () => new SessionEvents({ sessionId: 's', ...options } as SessionEventsOptions),
    );
    expect(error).toMatchObject({ code: 'invalid-option' });
  });

  it.each([
    { before: -1 },
    { before: NaN },
    { before: 1.5 },
    { before: '1' },
    { before: undefined },
    {},
    { before: 1, rounds: 0 },
    { before: 1, rounds: NaN },
    { before: 1, rounds: '2' },
  ])('a page of history by %j', (query) => {
    const session = aSession({ messages: [{ role: 'user', content: 'x' }] });
    expect(refusalOf(() => session.history(query as { before: number }))).toMatchObject({
      code: 'invalid-option',
    });
  });

  it('but a page may end anywhere', () => {
    const session = aSession({ messages: [{ role: 'user', content: 'x' }] });
    expect(session.history({ before: 0 }).messages).toEqual([]);
    expect(session.history({ before: 9_999, rounds: 9_999 }).messages).toHaveLength(1);
  });
});
