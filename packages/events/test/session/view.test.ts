import { describe, expect, it } from 'vitest';
import {
  applyFrame,
  applyFrames,
  applyHistory,
  initialView,
  SessionEvents,
  type AnyEvent,
  type HistoryPage,
  type Message,
  type SessionFrame,
  type SessionView,
  type Snapshot,
} from '@loop/events';

describe('what becomes of a frame', () => {
  const at5 = view('s', 5);
  const table: [title: string, frame: SessionFrame, outcome: string][] = [
    ['the next one', event(6), 'applied'],
    ['the one it stands at', event(5), 'duplicate'],
    ['an older one', event(2), 'duplicate'],
    ['one after a hole', event(7), 'gap'],
    ['a state after a hole', opening('session.state', 's', 9), 'gap'],
    ['a snapshot after a hole', opening('session.snapshot', 's', 9), 'applied'],
    ['a snapshot where it stands', opening('session.snapshot', 's', 5), 'applied'],
    ['an older snapshot', opening('session.snapshot', 's', 4), 'duplicate'],
    ['an event of another stream', event(6, 'other'), 'foreign'],
    [
      'a snapshot of another stream, with a lower number',
      opening('session.snapshot', 'b', 1),
      'applied',
    ],
    [
      'a snapshot of another session',
      { ...opening('session.snapshot', 's', 9), sessionId: 'y' },
      'foreign',
    ],
    ['a type from the future', { ...event(6), type: 'x.y' } as unknown as SessionFrame, 'applied'],
    ...[
      ...[undefined, null, 'x', {}, []],
      ...[
        { ...event(6), event: null },
        { ...event(6), event: { type: 5 } },
      ],
      ...[undefined, null, {}, { ...opening('session.state', 's', 6), messages: {} }].map(
        (snapshot) => ({ ...opening('session.state', 's', 6), snapshot }),
      ),
      {
        ...opening('session.snapshot', 's', 6),
        snapshot: { ...opening('session.snapshot', 's', 6).snapshot, messages: [null] },
      },
      { ...event(6), type: 'run.accepted', runId: null },
      { ...event(6), seq: '6' },
    ].map((junk): [string, SessionFrame, string] => [
      `no frame: ${JSON.stringify(junk)}`,
      junk as unknown as SessionFrame,
      'foreign',
    ]),
  ];

  it.each(table)('%s', (_title, frame, outcome) => {
    const next = applyFrame(at5, frame);
    expect(next.outcome).toBe(outcome);
    if (outcome === 'applied')
      expect(next.view).toMatchObject({ seq: frame.seq, streamId: frame.streamId });
    else expect(next.view).toBe(at5);
  });

  it('needs a snapshot before anything else', () => {
    expect(applyFrame(initialView, event(1)).outcome).toBe('gap');
    expect(applyFrame(undefined, opening('session.snapshot', 's', 0)).outcome).toBe('applied');
  });

  it('stops a batch before a gap and says so', () => {
    const batch = applyFrames(at5, [event(6), event(6), event(9), event(7)]);
    expect(batch).toMatchObject({ outcome: 'gap', applied: 1, view: { seq: 6 } });
    expect(applyFrame(batch.view, opening('session.snapshot', 's', 9)).outcome).toBe('applied');
  });

  it('changes nothing that is open where it accepts the run that is active', () => {
    const message: Message = { role: 'assistant', content: [] };
    const run = { type: 'run.accepted', requestId: 'q', runId: 'r', acceptedAt: 1 } as const;
    const at = { sessionId: 'x', streamId: 's' };
    const { view: open } = applyFrames(at5, [
      { ...run, ...at, seq: 6 },
      { ...event(7), event: { type: 'message_start', message }, messageIndex: 0 } as SessionFrame,
    ]);
    const again = applyFrame(open, { ...run, ...at, seq: 8, acceptedAt: 2 }).view;
    expect(again).toEqual({ ...open, seq: 8 });
    expect(again.messages).toMatchObject([{ status: 'streaming' }]);
  });

  it('leaves the view it was given as it was', () => {
    const { frames, opening: first } = conversation(4);
    const before = applyFrame(initialView, first).view;
    const copy = JSON.parse(JSON.stringify(before)) as SessionView;
    deepFreeze(before);
    applyFrames(before, frames);
    expect(before).toEqual(copy);
  });

  it('keeps the identity of what an event does not touch', () => {
    const before = view('s', 5, [0, 1, 2]);
    const start = { type: 'message_start', message: { role: 'user', content: 'u' } } as const;
    const after = applyFrame(before, {
      ...event(6),
      event: start,
      messageIndex: 3,
    } as SessionFrame).view;
    expect(after.messages).toHaveLength(4);
    before.messages.forEach((entry, at) => expect(after.messages[at]).toBe(entry));
    expect(after.tools).toBe(before.tools);
  });
});

describe('earlier rounds', () => {
  it('stay in front of a snapshot that touches them, with their identity', () => {
    const before = view('s', 5, [0, 1, 2, 3, 4, 5]);
    const after = applyFrame(before, opening('session.state', 's', 6, [3, 4, 5, 6])).view;
    expect(indexes(after)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const at of [0, 1, 2]) expect(after.messages[at]).toBe(before.messages[at]);
    expect(after).toMatchObject({ firstMessageIndex: 0, messageCount: 7 });
  });

  it.each<[string, SessionFrame]>([
    ['leaves a hole', opening('session.snapshot', 's', 50, [9, 10])],
    ['is of another stream', opening('session.snapshot', 'b', 6, [3, 4, 5, 6])],
  ])('go where a snapshot %s', (_title, frame) => {
    const after = applyFrame(view('s', 5, [0, 1, 2, 3, 4, 5]), frame).view;
    expect(after.firstMessageIndex).toBe(
      (frame as { snapshot: Snapshot }).snapshot.firstMessageIndex,
    );
  });

  it('go where frames were skipped and they may have changed meanwhile', () => {
    const held = view('s', 5, [0, 1, 2, 3, 4, 5], { users: [0, 2, 4] });
    const touching = opening('session.snapshot', 's', 50, [5, 6, 7]);
    expect(indexes(applyFrame(held, touching).view)).toEqual([5, 6, 7]);
    const overlapping = opening('session.snapshot', 's', 50, [4, 5, 6, 7]);
    expect(indexes(applyFrame(held, overlapping).view)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('join in front, page by page, and are refused where they do not fit', () => {
    const window = view('s', 5, [6, 7, 8]);
    const page = pageOf('s', [3, 4, 5]);
    const joined = applyHistory(window, page);
    expect(indexes(joined)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(applyHistory(joined, page)).toBe(joined);
    expect(applyHistory(window, pageOf('s', [3, 4]))).toBe(window);
    expect(applyHistory(window, pageOf('b', [3, 4, 5]))).toBe(window);
    expect(indexes(applyHistory(window, pageOf('s', [4, 5, 6, 7])))).toEqual([4, 5, 6, 7, 8]);
  });

  it('load to the first round from a real session, tools included once', () => {
    const { session } = conversation(9);
    const frame = { type: 'session.snapshot', sessionId: 's', streamId: session.streamId } as const;
    let held = applyFrame(undefined, {
      ...frame,
      seq: session.seq,
      snapshot: session.snapshot(),
    }).view;
    while (held.firstMessageIndex > 0) {
      held = applyHistory(held, session.history({ before: held.firstMessageIndex, rounds: 2 }));
    }
    const { messages, tools } = session.save();
    expect(held.messages).toEqual(messages);
    expect(held.tools).toEqual(tools);
    expect(held.firstRoundIndex).toBe(0);
  });
});

/** Some rounds with a tool in each, as frames and as the session that sent them. */
function conversation(rounds: number): {
  session: SessionEvents;
  opening: SessionFrame;
  frames: SessionFrame[];
} {
  const session = new SessionEvents({ sessionId: 's', streamId: 's' });
  const frames: SessionFrame[] = [];
  session.subscribe((frame) => frames.push(frame));
  for (let round = 0; round < rounds; round++) {
    const toolCallId = `c${round}`;
    const call = { type: 'toolCall', id: toolCallId, name: 'run', arguments: {} };
    const toolResult = {
      role: 'toolResult',
      toolCallId,
      toolName: 'run',
      content: [],
      isError: false,
    };
    say({ role: 'user', content: `u${round}` });
    say({ role: 'assistant', content: [call] });
    send({ type: 'tool_execution_start', toolCallId, toolName: 'run', args: {} });
    send({ type: 'tool_execution_end', toolCallId, toolName: 'run', result: 'r', isError: false });
    say(toolResult);
  }
  session.settle();
  return { session, frames, opening: opening('session.snapshot', 's', 0) };

  function say(message: object): void {
    send({ type: 'message_start', message });
    send({ type: 'message_end', message });
  }
  function send<Event extends AnyEvent>(event: Event): void {
    session.publish(event);
  }
}

function event(seq: number, streamId = 's'): SessionFrame {
  const future = { type: 'future_event' } as never;
  return { type: 'loop.event', sessionId: 'x', streamId, seq, runId: null, event: future };
}

function opening(
  type: 'session.snapshot' | 'session.state',
  streamId: string,
  seq: number,
  held: number[] = [],
): SessionFrame & { snapshot: Snapshot } {
  const sessionId = streamId === 's' && held.length === 0 && seq === 0 ? 's' : 'x';
  const { sessionId: _a, streamId: _b, seq: _c, ...snapshot } = view(streamId, seq, held);
  return { type, sessionId, streamId, seq, snapshot };
}

function view(
  streamId: string,
  seq: number,
  held: number[] = [],
  { users = held }: { users?: number[] } = {},
): SessionView {
  const first = held[0] ?? 0;
  return {
    ...initialView,
    ...{ sessionId: 'x', streamId, seq, firstMessageIndex: first },
    messages: held.map((messageIndex) => ({
      messageIndex,
      message: {
        role: users.includes(messageIndex) ? 'user' : 'system',
        content: `m${messageIndex}`,
      },
      status: 'complete',
      runId: null,
    })),
    messageCount: first + held.length,
    firstRoundIndex: users.filter((index) => index < first).length,
    roundCount: users.length,
  };
}

function pageOf(streamId: string, held: number[]): HistoryPage {
  const { messages, tools, firstMessageIndex, firstRoundIndex } = view(streamId, 5, held);
  return { streamId, seq: 5, messages, tools, firstMessageIndex, firstRoundIndex };
}

function indexes({ messages }: SessionView): number[] {
  return messages.map(({ messageIndex }) => messageIndex);
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  Object.values(value).forEach(deepFreeze);
}
