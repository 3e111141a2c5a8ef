import * as events from '@loop/events';
import {
  ListEvents,
  SessionEvents,
  SessionRegistry,
  type SessionEventsOptions,
} from '@loop/events';
import * as http from '@loop/events/http';
import * as testing from '@loop/events/testing';
import * as trace from '@loop/events/trace';
import { describe, expect, it } from 'vitest';
import { aSession, framesOf, refusalOf } from './stream/a-session.js';

describe('what is called without what it needs says what that is', () => {
  type Callable = (...none: unknown[]) => unknown;
  // The last three take whatever came over the wire.
  const needNothing = [
    ...['LoopEventsError', 'ListEvents'],
    ...['parseCursor', 'isSessionFrame', 'applyFrame'],
  ];
  const exported = Object.entries({ ...events, ...http, ...testing, ...trace }).filter(
    ([name, value]) => typeof value === 'function' && !needNothing.includes(name),
  ) as [string, Callable][];

  it.each(exported)('%s', (name, value) => {
    const make = value as unknown as new () => unknown;
    expectAdvice(refusalOf(() => (/^[A-Z]/.test(name) ? new make() : value())));
  });

  const session = aSession();
  const lists = new ListEvents();
  const registry = new SessionRegistry({ lists });
  const request = new Request('http://a.test/');
  const calls: [string, () => unknown][] = [
    ['a registry without lists', () => new SessionRegistry({} as never)],
    ['a session that is null', () => new SessionEvents(null as never)],
    ...methods('session', session, [
      ...['accept', 'publish', 'append', 'history', 'connect'],
      ...['subscribe', 'onEvent', 'onListChange', 'onDispose'],
    ]),
    ...methods('approvals', session.approvals, ['request', 'decide']),
    ...methods('lists', lists, [
      ...['sessionsChanged', 'projectsChanged', 'watch', 'connect', 'subscribe'],
    ]),
    ...methods('registry', registry, ['add']),
    ['a run without an id', () => session.accept({ requestId: 'q' } as never)],
    ['a run without a request', () => session.accept({ runId: 'r' } as never)],
    ['a message without a role', () => session.append({ content: 'x' } as never)],
    ['a question without a title', () => session.approvals.request({ kind: 'tool' } as never)],
    ...['x', [], { run: null }, { run: [] }, { queue: 'x' }, { timings: null }].map(
      (patch): [string, () => unknown] => [
        `a state with ${JSON.stringify(patch)}`,
        () => session.publishState(patch as never),
      ],
    ),
    ['a decision that is not there', () => session.approvals.decide('a', undefined as never)],
    ['a watch over nothing', () => lists.watch('w', undefined as never)],
    ['a registration of nothing', () => registry.add('w', undefined as never)],
    ['a stream of nothing', () => http.eventStreamResponse(request, undefined as never)],
    ['a window of no rounds', () => events.windowOf(session.snapshot(), undefined as never)],
    ['no page', () => events.applyHistory(events.initialView, undefined as never)],
    ['a trace without a recorder', () => trace.traceSession(session, undefined as never)],
    ['a suite without tests', () => testing.contractSuite({ start() {} } as never, null as never)],
  ];

  it.each(calls)('%s', (_, call) => {
    const frames = framesOf(session);
    expectAdvice(refusalOf(call));
    expect(frames).toEqual([]);
    expect(session.approvals.pending).toEqual([]);
    expect(session.snapshot().state.run).toEqual({ status: 'idle' });
  });

  it.each<[string, unknown[]]>([
    ['an operation', ['sessions', 'w']],
    ['a workspace', ['sessions', '', () => {}]],
    ['a kind', ['session', 'w', () => {}]],
  ])('an announcement without %s, and nothing is announced', async (_, args) => {
    const heard: unknown[] = [];
    lists.subscribe((frame) => heard.push(frame));
    const told = (lists.notifyAfter as (...args: unknown[]) => Promise<unknown>).apply(lists, args);
    await expect(told).rejects.toMatchObject({ code: 'invalid-option' });
    expect(heard).toEqual([]);
  });

  function methods(of: string, owner: object, names: string[]): [string, () => unknown][] {
    return names.map((name) => [
      `${of}.${name}`,
      () => (owner as Record<string, Callable>)[name]!.call(owner),
    ]);
  }

  function expectAdvice(refusal: unknown): void {
    expect(refusal).toMatchObject({ code: 'invalid-option' });
    expect((refusal as Error).message).toMatch(/expected|Pass/);
  }
});

it('names a default only where leaving out is meant', () => {
  const session = aSession();
  const place = { messageIndex: 7 };
  const messages = [
    () => session.publish({ type: 'x' }, place),
    () => session.history({} as never),
    () => events.windowOf(session.snapshot(), 0),
    () => session.history({ before: 0, rounds: 0 }),
  ].map((call) => (refusalOf(call) as Error).message);
  expect(messages).toEqual([
    'messageIndex: expected a whole number from 0 to 0, got 7.',
    'before: expected a whole number from 0 to 9007199254740991, got undefined.',
    'rounds: expected a whole number from 1 to 9007199254740991, got 0.',
    'rounds: expected a whole number from 1 to 9007199254740991, got 0. Leave it out for the default, 3.',
  ]);
});

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
