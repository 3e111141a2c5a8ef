import { checkConvergence, recordSession } from '@loop/events/testing';
import type { AnyEvent, AssistantMessage, PlacedEvent } from '@loop/events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_DEPTH } from '../src/session/plain.js';
import { aSession, framesOf, open, openingOf, refusalOf } from './stream/a-session.js';
import { framesIn } from './stream/received.js';
import { turn } from './stream/turn.js';

afterEach(() => void vi.restoreAllMocks());

describe('publish', () => {
  it('encodes a frame once, however many read it', async () => {
    const session = aSession();
    const readers = Array.from({ length: 100 }, () => open(session));
    const encode = vi.spyOn(TextEncoder.prototype, 'encode');
    const stringify = vi.spyOn(JSON, 'stringify');
    session.publish({ type: 'tick' });
    await turn();
    expect(encode).toHaveBeenCalledTimes(1);
    expect(stringify).toHaveBeenCalledTimes(1);
    expect(new Set(readers.map(({ writes }) => writes.at(-1))).size).toBe(1);
  });

  const odd: [string, AnyEvent][] = [
    ['of a kind nobody knows', { type: 'future.event', at: [1, { two: null }] } as AnyEvent],
    ['whose name is one of the language', { type: 'constructor' }],
    ['with an empty name', { type: '' }],
    ['without its payload', { type: 'message_start' }],
    [
      'with a payload of another kind',
      { type: 'message_update', assistantMessageEvent: null } as AnyEvent,
    ],
    [
      'with a message that has no content',
      { type: 'message_start', message: { role: 'assistant' } } as AnyEvent,
    ],
    [
      'with a whole answer that has no content',
      { type: 'message_end', message: { role: 'assistant' } } as AnyEvent,
    ],
    ['with a message that is none', { type: 'message_end', message: 'text' } as AnyEvent],
    ['of a tool without an id', { type: 'tool_execution_start', toolCallId: 5 } as AnyEvent],
    ['with the name of a prototype', JSON.parse('{"type":"x","__proto__":{"a":1}}') as AnyEvent],
  ];

  it.each(['native', 'delta'] as const)(
    'passes on untouched what it does not know, %s form',
    (form) => {
      for (const [name, event] of odd) {
        const session = aSession({ messageUpdates: form });
        const frames = framesOf(session);
        expect(() => session.publish(event), name).not.toThrow();
        expect(frames, name).toMatchObject([{ type: 'loop.event', seq: 1 }]);
        const [frame] = frames;
        expect(JSON.stringify(frame?.type === 'loop.event' && frame.event)).toBe(
          JSON.stringify(event),
        );
      }
    },
  );

  const refused: [string, unknown, string][] = [
    ['a cycle', cyclic(), 'not-serializable'],
    ['a BigInt', { type: 'x', value: 1n }, 'not-serializable'],
    ['nesting without end', { type: 'x', value: nested(5_000) }, 'not-serializable'],
    ['nesting a level too deep', { type: 'x', value: nested(MAX_DEPTH) }, 'not-serializable'],
    ['nothing', undefined, 'invalid-option'],
    ['null', null, 'invalid-option'],
    ['a text', 'message_start', 'invalid-option'],
    ['a list', [{ type: 'x' }], 'invalid-option'],
    ['no type', { kind: 'x' }, 'invalid-option'],
    ['a type that is no text', { type: 5 }, 'invalid-option'],
    ['a type that is not there as JSON', { type: 'x', toJSON: () => ({}) }, 'invalid-option'],
  ];

  it.each(refused)('refuses %s, and nothing has changed', (_, event, code) => {
    const session = aSession();
    const before = JSON.stringify([session.save(), session.seq]);
    expect(refusalOf(() => session.publish(event as AnyEvent))).toMatchObject({ code });
    expect(JSON.stringify([session.save(), session.seq])).toBe(before);
    session.publish({ type: 'x' });
    expect(session.seq).toBe(1);
    session.dispose();
    expect(() => session.publish(event as AnyEvent)).not.toThrow();
  });

  it.each([-1, 1, 0.5, NaN, Infinity, '0', null])(
    'refuses the message index %s of an empty session',
    (messageIndex) => {
      const session = aSession();
      const place = { messageIndex } as { messageIndex: number };
      expect(refusalOf(() => session.publish({ type: 'x' }, place))).toMatchObject({
        code: 'invalid-option',
      });
      expect(session.seq).toBe(0);
    },
  );

  it('takes what is as deep as it may be, and can show and save and load it', () => {
    const session = aSession();
    session.append({ role: 'user', content: nested(MAX_DEPTH - 1) as string });
    const again = aSession({ saved: JSON.parse(JSON.stringify(session.save())) });
    for (const one of [session, again]) {
      one.publishState();
      expect(openingOf(one).messageCount).toBe(1);
      expect(one.history({ before: 1 }).messages).toHaveLength(1);
    }
  });

  it('checks places when their turn comes, so a listener can publish a whole message', () => {
    const errors: unknown[] = [];
    const session = aSession({ hooks: { onError: (error) => errors.push(error) } });
    session.subscribe(({ seq }) => {
      if (seq !== 1) return;
      for (const messageIndex of [0, 1, 7]) {
        session.publish(
          { type: 'message_end', message: { role: 'user', content: 'x' } },
          { messageIndex },
        );
      }
    });
    expect(() => session.publish({ type: 'tick' })).not.toThrow();
    expect(session.snapshot().messageCount).toBe(2);
    expect(errors).toMatchObject([{ code: 'invalid-option' }]);
  });

  it('never fails because of a listener, a reader or a hook', async () => {
    const bang = (): never => {
      throw new Error('bang');
    };
    const heard = vi.fn(bang);
    const session = aSession({ hooks: { onOpen: bang, onClose: bang, onError: heard } });
    session.connect({ write: bang, pendingBytes: bang, end: bang, destroy: bang });
    session.subscribe(bang);
    session.onEvent(bang);
    const [frames, events] = [framesOf(session), vi.fn()];
    session.onEvent(events);
    const reader = open(session);
    session.publish({ type: 'session_title', title: 'x', status: 'ready' });
    await turn();
    expect(frames.map(({ type, seq }) => [seq, type])).toEqual([
      [1, 'loop.event'],
      [2, 'session.state'],
    ]);
    expect(events).toHaveBeenCalledTimes(1);
    expect(framesIn(reader)).toHaveLength(3);
    // The sink twice (it throws when dropped, too), three hooks, two frames, one event.
    expect(heard).toHaveBeenCalledTimes(8);
  });
});

describe('onEvent', () => {
  it('gets the very object, where it went, also of what becomes no frame', () => {
    const session = aSession();
    const heard: PlacedEvent[] = [];
    const leave = session.onEvent((placed) => heard.push(placed));
    const frames = framesOf(session);
    session.accept({ requestId: 'request', runId: 'run' });
    const message = assistant();
    const events: AnyEvent[] = [
      { type: 'message_start', message } as AnyEvent,
      { type: 'turn_end', message, toolResults: [] } as AnyEvent,
      { type: 'agent_end', messages: [message] } as AnyEvent,
      { type: 'permission_changed', preset: 'x' } as AnyEvent,
    ];
    for (const event of events) session.publish(event);
    leave();
    leave();
    session.publish({ type: 'tick' });
    expect(heard.map(({ event }) => event)).toEqual(events);
    expect(heard.every(({ event }, index) => event === events[index])).toBe(true);
    expect(heard.map(({ runId, messageIndex }) => [runId, messageIndex])).toEqual([
      ['run', 0],
      ['run', undefined],
      ['run', undefined],
      ['run', undefined],
    ]);
    expect(frames.map(({ type }) => type)).toEqual([
      'run.accepted',
      'loop.event',
      'session.state',
      'loop.event',
    ]);
  });

  it('hears of the event under way when another listener disposes of the session', () => {
    const session = aSession();
    const heard = vi.fn();
    session.subscribe(() => session.dispose());
    session.onEvent(heard);
    session.publish({ type: 'agent_settled' });
    session.publish({ type: 'tick' });
    expect(heard).toHaveBeenCalledTimes(1);
    expect(session.seq).toBe(1);
  });
});

describe('dispose', () => {
  it('in a listener drops what was published behind the event under way', () => {
    const session = aSession();
    session.subscribe(() => {
      session.append({ role: 'user', content: 'x' });
      session.dispose();
    });
    session.publish({ type: 'tick' });
    expect([session.seq, session.snapshot().messageCount]).toEqual([1, 0]);
  });
});

describe('forward', () => {
  it('decides over frames and so over the session, not over listeners', () => {
    const heard = vi.fn();
    const session = aSession({ forward: ({ type }) => type === 'turn_end' });
    session.onEvent(heard);
    const frames = framesOf(session);
    session.publish({ type: 'message_end', message: { role: 'user', content: 'x' } });
    session.publish({ type: 'turn_end' });
    session.publish({ type: 'permission_changed', preset: 'x' });
    expect(frames.map(({ type }) => type)).toEqual(['loop.event', 'session.state']);
    expect(heard).toHaveBeenCalledTimes(3);
    expect(session.snapshot()).toMatchObject({ messageCount: 0, state: { permission: 'x' } });
  });

  it('is asked about the very object that the agent sent', () => {
    const seen: AnyEvent[] = [];
    const session = aSession({ forward: (event) => seen.push(event) > 0, messageUpdates: 'delta' });
    const update = { type: 'message_update', message: assistant() };
    session.publish(update);
    expect(seen[0]).toBe(update);
  });

  it('holds back what no client hears of from the session, too: both stay the same', () => {
    const recording = recordSession(
      (session) => {
        const tool = { toolCallId: 'c', toolName: 'run' };
        session.publish({ type: 'tool_execution_start', ...tool, args: {} });
        session.publish({ type: 'tool_execution_update', ...tool, partialResult: 'half' });
        session.publish({ type: 'message_start', message: assistant() });
        session.publish({ type: 'message_end', message: assistant() });
        session.settle();
      },
      { forward: ({ type }) => /_end$|tool_execution_start/.test(type) },
    );
    checkConvergence(recording);
    expect(recording.whole).toMatchObject({
      messages: [{ status: 'complete' }],
      tools: [{ status: 'interrupted' }],
      state: { run: { status: 'idle' } },
    });
    expect(recording.whole.tools[0]).not.toHaveProperty('partialResult');
  });

  it('that throws is reported, and the event goes the usual way', () => {
    const onError = vi.fn();
    const session = aSession({
      hooks: { onError },
      forward: () => {
        throw new Error('no idea');
      },
    });
    session.publish({ type: 'message_end', message: { role: 'user', content: 'x' } });
    session.publish({ type: 'turn_end' });
    expect([session.snapshot().messageCount, session.seq]).toEqual([1, 1]);
    expect(onError).toHaveBeenCalledTimes(2);
  });
});

describe('stats', () => {
  it('and hooks tell the same truth', async () => {
    const opened: string[] = [];
    const closed: string[] = [];
    let evicted = 0;
    const session = aSession({
      maxFrames: 2,
      hooks: {
        onOpen: ({ opening }) =>
          opened.push(opening.outcome === 'replay' ? 'replay' : opening.because),
        onClose: (reason, { sentBytes }) => closed.push(`${reason} ${sentBytes > 0}`),
        onEvict: (_, frames) => (evicted += frames),
      },
    });
    for (let left = 5; left > 0; left--)
      session.publish({ type: 'tick', text: 'x'.repeat(left) } as AnyEvent);
    const readers = [
      open(session),
      open(session, 's:4'),
      open(session, 's:1'),
      open(session, 's:5'),
    ];
    await turn();
    readers[0]?.connection?.close();
    session.dispose();
    expect(opened).toEqual(['none', 'replay', 'evicted', 'not-behind']);
    expect(closed).toEqual(['client true', 'disposed true', 'disposed true', 'disposed true']);
    expect(evicted).toBe(3);
    expect(session.stats()).toEqual({
      published: 5,
      connections: 0,
      opened: 4,
      replays: 1,
      snapshots: { none: 1, malformed: 0, 'other-stream': 0, 'not-behind': 1, evicted: 1 },
      evictions: { frames: 3, bytes: 0 },
      closes: { client: 1, lagging: 0, stalled: 0, revoked: 0, disposed: 3, failed: 0 },
      largestFrameBytes: expect.any(Number) as number,
      bufferedFrames: 2,
      bufferedBytes: expect.any(Number) as number,
    });
  });
});

function assistant(content: AssistantMessage['content'] = []): AssistantMessage {
  return { role: 'assistant', content } as AssistantMessage;
}

function nested(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

function cyclic(): AnyEvent {
  const event: { type: string; self?: unknown } = { type: 'x' };
  event.self = event;
  return event;
}
