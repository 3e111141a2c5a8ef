import {
  applyFrame,
  initialView,
  SessionEvents,
  type SessionEvent,
  type SessionView,
} from '@loop/events';
import { describe, expect, it } from 'vitest';
import { createRowMaker, type Call, type Row } from '../../web/session/rows.js';

/** A session and a client's view of it. */
function follow() {
  const session = new SessionEvents({ sessionId: 's', messageUpdates: 'delta' });
  const { streamId } = session;
  const opening = {
    type: 'session.snapshot',
    sessionId: 's',
    streamId,
    seq: 0,
    snapshot: session.snapshot(),
  } as const;
  let { view } = applyFrame(initialView, opening);
  session.subscribe((frame) => {
    view = applyFrame(view, frame).view;
  });
  return {
    view: (): SessionView => view,
    publish: (...events: SessionEvent[]) => events.forEach((event) => session.publish(event)),
  };
}

function user(text: string): SessionEvent[] {
  const message = { role: 'user' as const, content: text };
  return [
    { type: 'message_start', message },
    { type: 'message_end', message },
  ];
}

function calls(...ids: string[]): SessionEvent[] {
  const content = ids.map((id) => ({ type: 'toolCall' as const, id, name: 'read', arguments: {} }));
  return [
    { type: 'message_start', message: { role: 'assistant', content: [] } },
    { type: 'message_end', message: { role: 'assistant', content } },
  ];
}

function started(toolCallId: string, parentToolCallId?: string): SessionEvent {
  const parent = parentToolCallId === undefined ? {} : { parentToolCallId };
  return { type: 'tool_execution_start', toolCallId, toolName: 'read', args: {}, ...parent };
}

function result(toolCallId: string, text: string): SessionEvent[] {
  const message = {
    role: 'toolResult' as const,
    toolCallId,
    toolName: 'read',
    content: [{ type: 'text' as const, text }],
    isError: false,
  };
  return [
    {
      type: 'tool_execution_end',
      toolCallId,
      toolName: 'read',
      result: { content: message.content },
      isError: false,
    },
    { type: 'message_start', message },
    { type: 'message_end', message },
  ];
}

const indexes = (rows: readonly Row[]): number[] => rows.map(({ entry }) => entry.messageIndex);
const textOf = (call: Call | undefined): string => JSON.stringify(call?.result?.message);

describe('rows', () => {
  it('show a result with its call, once', () => {
    const { view, publish } = follow();
    publish(
      ...user('go'),
      ...calls('a', 'b'),
      started('a'),
      started('b'),
      ...result('b', 'two'),
      ...result('a', 'one'),
    );
    const { rows, strays } = createRowMaker()(view());
    expect(indexes(rows)).toEqual([0, 1]);
    expect(textOf(rows[1]?.calls.get('a'))).toContain('one');
    expect(textOf(rows[1]?.calls.get('b'))).toContain('two');
    expect(strays).toEqual([]);
  });

  it('tell calls apart that have the same id in two answers', () => {
    const { view, publish } = follow();
    for (const text of ['first', 'second']) {
      publish(...user('go'), ...calls('call_0'), started('call_0'), ...result('call_0', text));
    }
    const { rows } = createRowMaker()(view());
    expect(textOf(rows[1]?.calls.get('call_0'))).toContain('first');
    expect(textOf(rows[3]?.calls.get('call_0'))).toContain('second');
  });

  it('show nested calls in the one that made them, and survive a circle', () => {
    const { view, publish } = follow();
    publish(
      ...user('go'),
      ...calls('a'),
      started('a'),
      started('a/1', 'a'),
      started('a/1/1', 'a/1'),
    );
    const { rows } = createRowMaker()(view());
    const nested = rows[1]?.calls.get('a')?.nested[0];
    expect(nested).toMatchObject({ toolCallId: 'a/1', nested: [{ toolCallId: 'a/1/1' }] });

    const circle = {
      ...view(),
      tools: view().tools.map((tool) => ({ ...tool, parentToolCallId: 'a' })),
    };
    expect(() => createRowMaker()(circle)).not.toThrow();
  });

  it('show a call that nobody knows where it ran', () => {
    const { view, publish } = follow();
    publish(...user('go'), started('lost'));
    const { strays } = createRowMaker()(view());
    expect(strays.map(({ toolCallId }) => toolCallId)).toEqual(['lost']);
    publish(...result('lost', 'found'));
    const { rows } = createRowMaker()(view());
    const shown = rows.flatMap((row) => row.strays);
    expect([...shown, ...createRowMaker()(view()).strays].map(textOf).join()).toContain('found');
    expect(rows.some(({ entry }) => entry.message.role === 'toolResult')).toBe(false);
  });

  it('stay the same objects as long as nothing of them changes', () => {
    const { view, publish } = follow();
    publish(...user('go'), ...calls('a'), started('a'));
    const makeRows = createRowMaker();
    const before = makeRows(view());
    publish({
      type: 'tool_execution_update',
      toolCallId: 'a',
      toolName: 'read',
      partialResult: 'half',
    });
    const after = makeRows(view());
    expect(after.rows[0]).toBe(before.rows[0]);
    expect(after.rows[1]).not.toBe(before.rows[1]);
    publish({ type: 'context_budget', tokens: 1, contextWindow: 2, percent: 50 });
    expect(makeRows(view()).rows).toEqual(after.rows);
    expect(makeRows(view()).rows[1]).toBe(after.rows[1]);
  });
});
