import type {
  AnyEvent,
  AssistantMessage,
  SessionEvents,
  SessionModel,
  Snapshot,
} from '@loop/events';
import { describe, expect, it, vi } from 'vitest';
import { aSession, open, openingOf, refusalOf } from './a-session.js';

describe('a host’s own model', () => {
  function aModel(): SessionModel & { held: Snapshot } {
    return {
      held: aSession().snapshot(),
      snapshot() {
        return this.held;
      },
    };
  }

  it('is asked anew for each reader, windowed, and never changed', () => {
    const source = aSession();
    for (const content of ['a', 'b', 'c', 'd']) source.append({ role: 'user', content });
    const model = { ...aModel(), held: source.snapshot() };
    model.held = Object.freeze({ ...model.held, ...wholeOf(source) });
    const session = aSession({ model, rounds: 2 });
    expect(openingOf(session)).toMatchObject({
      firstMessageIndex: 2,
      messageCount: 4,
      roundCount: 4,
    });
    model.held = { ...model.held, state: { ...model.held.state, permission: 'new' } };
    expect(openingOf(session).state.permission).toBe('new');
    expect(session.snapshot().state.permission).toBe('new');
  });

  it('that gives a window is cut to the session’s own, with absolute indexes', () => {
    const source = aSession({ rounds: 3 });
    for (const content of ['a', 'b', 'c', 'd', 'e']) source.append({ role: 'user', content });
    const model = aModel();
    model.held = source.snapshot();
    expect(model.held.firstMessageIndex).toBe(2);
    const { messages, ...totals } = openingOf(aSession({ model, rounds: 2 }));
    expect(messages.map(({ messageIndex }) => messageIndex)).toEqual([3, 4]);
    expect(totals).toMatchObject({ firstMessageIndex: 3, firstRoundIndex: 3, roundCount: 5 });
  });

  it('is told of each event before its frame, and indexes come from whoever publishes', () => {
    const order: unknown[] = [];
    const model = {
      ...aModel(),
      apply: (event: AnyEvent, at: object) => order.push([event.type, at]),
    };
    const session = aSession({ model });
    session.subscribe((frame) =>
      order.push(frame.type === 'loop.event' ? frame.messageIndex : frame.type),
    );
    session.accept({ requestId: 'request', runId: 'run' });
    session.publish({ type: 'message_start', message: assistant() }, { messageIndex: 41 });
    session.publish({ type: 'tick' });
    session.publish({ type: 'agent_settled' });
    expect(order).toEqual([
      'run.accepted',
      ['message_start', { runId: 'run', messageIndex: 41 }],
      41,
      ['tick', { runId: 'run' }],
      undefined,
      ['agent_settled', { runId: 'run' }],
      undefined,
      'session.state',
    ]);
    expect(session.activeRunId).toBeNull();
  });

  it('serves what it can; the rest is refused by name', () => {
    const session = aSession({ model: aModel() });
    for (const call of [
      () => session.history({ before: 1 }),
      () => session.save(),
      () => session.publishState({ permission: 'x' }),
    ]) {
      expect(refusalOf(call)).toMatchObject({ code: 'unsupported' });
    }
    session.publishState();
    expect(session.seq).toBe(1);
    const page = { messages: [], tools: [], firstMessageIndex: 0, firstRoundIndex: 0 };
    const history = vi.fn(() => page);
    const other = aSession({ model: { ...aModel(), history } });
    expect(other.history({ before: 7, rounds: 2 })).toEqual({ streamId: 's', seq: 0, ...page });
    expect(history).toHaveBeenCalledWith({ before: 7, rounds: 2 });
  });

  it('that fails, or gives what has no JSON form, fails where it is asked', () => {
    const model = aModel();
    const session = aSession({ model });
    model.held = {
      ...model.held,
      state: { ...model.held.state, permission: 1n as unknown as string },
    };
    for (const call of [
      () => session.publishState(),
      () => session.snapshot(),
      () => open(session),
    ]) {
      expect(refusalOf(call)).toMatchObject({ code: 'not-serializable' });
    }
    expect(session.stats()).toMatchObject({ published: 0, connections: 0, opened: 0 });
  });
});

function assistant(content: AssistantMessage['content'] = []): AssistantMessage {
  return { role: 'assistant', content } as AssistantMessage;
}

function wholeOf(
  session: SessionEvents,
): Pick<Snapshot, 'messages' | 'firstMessageIndex' | 'firstRoundIndex'> {
  return { messages: session.save().messages, firstMessageIndex: 0, firstRoundIndex: 0 };
}
