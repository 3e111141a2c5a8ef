import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ListEvents, SessionEvents, SessionRegistry, type ListFrame } from '@loop/events';

let lists: ListEvents;
let registry: SessionRegistry;
let frames: ListFrame[];

beforeEach(() => {
  lists = new ListEvents({ streamId: 'l' });
  registry = new SessionRegistry({ lists });
  frames = [];
  lists.subscribe((frame) => frames.push(frame));
});

describe('what a watched session tells', () => {
  const user = { role: 'user', content: 'SECRET text' } as const;
  const table: [title: string, act: (session: SessionEvents) => void, count: number][] = [
    ['an accepted run', (s) => s.accept({ requestId: 'q', runId: 'r' }), 1],
    ['a run that began by itself', (s) => s.publish({ type: 'agent_start' }), 1],
    ['the first user message, complete', (s) => s.append(user), 1],
    ['a later user message', (s) => [s.append(user), s.append(user)], 1],
    ['a command', (s) => s.publishState({ model: { model: 'm' } }), 1],
    ['a title', (s) => s.publish({ type: 'session_title', title: 'SECRET', status: 'ready' }), 1],
    ['a permission', (s) => s.publish({ type: 'permission_changed', preset: 'ask' }), 1],
    ['an approval', (s) => void s.approvals.request({ kind: 'tool', title: '?' }), 1],
    ['a settlement', (s) => [s.accept({ requestId: 'q', runId: 'r' }), s.settle()], 2],
    [
      'tokens',
      (s) => s.publish({ type: 'message_update', message: { role: 'assistant' } } as never),
      0,
    ],
    ['a tool', (s) => s.publish({ type: 'tool_execution_update', toolCallId: 'c' } as never), 0],
    ['a queue', (s) => s.publish({ type: 'queue_changed', items: [] }), 0],
  ];

  it.each(table)('%s', (_title, act, count) => {
    const session = new SessionEvents({ sessionId: 's' });
    registry.add('w', session);
    act(session);
    expect(frames).toEqual(
      Array.from({ length: count }, (_, at) => ({
        type: 'sessions.changed',
        streamId: 'l',
        seq: at + 1,
        workspaceId: 'w',
      })),
    );
  });

  it('says nothing of a first message that was there before', () => {
    const session = new SessionEvents({ sessionId: 's', messages: [user] });
    registry.add('w', session);
    session.append(user);
    expect(frames).toEqual([]);
  });

  it('stops when the session is disposed of, and the registry forgets it', () => {
    const session = new SessionEvents({ sessionId: 's' });
    registry.add('w', session);
    expect(registry.get('s')).toBe(session);
    session.dispose();
    session.publishState();
    expect(registry.get('s')).toBeUndefined();
    expect(registry.size).toBe(0);
    expect(frames).toEqual([]);
    registry.add('w', new SessionEvents({ sessionId: 's' }));
    registry.remove('s');
    expect(registry.size).toBe(0);
  });
});

describe('the host', () => {
  it('tells of workspaces and sessions', () => {
    lists.projectsChanged('w');
    lists.sessionsChanged('v');
    expect(frames.map(({ type, seq }) => [type, seq])).toEqual([
      ['projects.changed', 1],
      ['sessions.changed', 2],
    ]);
  });

  it('tells after an operation, also when it fails part-way', async () => {
    const order: string[] = [];
    lists.subscribe(({ type }) => order.push(type));
    await expect(
      lists.notifyAfter('projects', 'w', () => {
        order.push('done');
        return 7;
      }),
    ).resolves.toBe(7);
    await expect(
      lists.notifyAfter('sessions', 'w', () => Promise.reject(new Error('half done'))),
    ).rejects.toThrow('half done');
    await expect(
      lists.notifyAfter('sessions', 'w', () => {
        throw new Error('at once');
      }),
    ).rejects.toThrow('at once');
    expect(order).toEqual(['done', 'projects.changed', 'sessions.changed', 'sessions.changed']);
  });

  it.each([
    ['an empty id', () => lists.sessionsChanged('')],
    ['no id', () => lists.projectsChanged(undefined as never)],
    ['a second session with the same id', () => twice()],
    ['a session that was disposed of', () => registry.add('w', disposed())],
    ['a stream id with a colon', () => new ListEvents({ streamId: 'a:b' })],
  ])('is told at once of %s', (_title, misuse) => {
    expect(misuse).toThrow(expect.objectContaining({ name: 'LoopEventsError' }));
    expect(frames).toEqual([]);
  });

  function twice(): void {
    registry.add('w', new SessionEvents({ sessionId: 's' }));
    registry.add('w', new SessionEvents({ sessionId: 's' }));
  }

  function disposed(): SessionEvents {
    const session = new SessionEvents({ sessionId: 'd' });
    session.dispose();
    return session;
  }
});

describe('a list connection', () => {
  it.each([undefined, 'l:5', 'l:9', 'x:1', 'garbage'])(
    'begins with a reset at the current seq whatever cursor it brings: %s',
    (cursor) => {
      for (let at = 0; at < 9; at++) lists.sessionsChanged('w');
      const sink = {
        write: vi.fn(() => true),
        pendingBytes: () => 0,
        end: vi.fn(),
        destroy: vi.fn(),
      };
      lists.connect(sink, { cursor });
      expect(text(sink.write.mock.calls)).toBe(
        'id: l:9\ndata: {"type":"lists.reset","streamId":"l","seq":9}\n\n',
      );
      expect(lists.seq).toBe(9);
      lists.dispose();
      expect(sink.end).toHaveBeenCalledOnce();
    },
  );

  it('ends with the registry, after its sessions', () => {
    const order: string[] = [];
    const sink = (name: string) => ({
      write: () => true,
      pendingBytes: () => 0,
      end: () => void order.push(name),
      destroy: () => {},
    });
    const session = new SessionEvents({ sessionId: 's' });
    registry.add('w', session);
    lists.connect(sink('lists'));
    session.connect(sink('session'));
    registry.shutdown();
    registry.shutdown();
    lists.sessionsChanged('w');
    expect(order).toEqual(['session', 'lists']);
    expect(lists.refusal()).toBe('disposed');
    expect(lists.stats()).toMatchObject({ connections: 0, closes: { disposed: 1 } });
  });
});

function text(calls: unknown[][]): string {
  return calls.map(([bytes]) => new TextDecoder().decode(bytes as Uint8Array)).join('');
}
