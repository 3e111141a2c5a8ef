import { ListEvents, SessionEvents, SessionRegistry, type SavedSession } from '@loop/events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startApp } from '../support/apps.js';
import { openReader } from '../support/stream-reader.js';
import { createSessions, type SessionStorage } from './recipes/idle-sessions.js';

/** A storage with one session in it, whose writes can be held up. */
function storageWith(saved: SavedSession) {
  const stored = new Map([['one', { workspaceId: 'workspace', saved }]]);
  let reads = 0;
  let beforeWrite = (): Promise<void> => Promise.resolve();
  const storage: SessionStorage = {
    read(id) {
      reads++;
      return Promise.resolve(stored.get(id));
    },
    async write(id, latest) {
      await beforeWrite();
      stored.set(id, { workspaceId: 'workspace', saved: latest });
    },
  };
  return {
    storage,
    reads: () => reads,
    holdWrites(during: () => void) {
      beforeWrite = () => Promise.resolve().then(during);
    },
  };
}

function host() {
  const registry = new SessionRegistry({ lists: new ListEvents() });
  onTestFinished(() => registry.shutdown());
  const made = storageWith(new SessionEvents({ sessionId: 'one' }).save());
  return { registry, ...made, sessions: createSessions(registry, made.storage) };
}

const hello = { role: 'user', content: 'Hello' } as const;

describe('idle sessions, unloaded as OPERATIONS.md says', () => {
  test('are loaded once, and have all that they had, under another stream', async () => {
    const { registry, sessions, reads } = host();
    const [first, again] = await Promise.all([sessions.open('one'), sessions.open('one')]);
    expect(again).toBe(first);
    expect(reads()).toBe(1);
    first!.append(hello);
    expect(await sessions.unload(first!)).toBe(true);
    expect(registry.get('one')).toBeUndefined();
    const second = await sessions.open('one');
    expect(second!.streamId).not.toBe(first!.streamId);
    expect(second!.snapshot()).toEqual(first!.snapshot());
    expect(await sessions.open('nobody')).toBeUndefined();
  });

  test('stay while they run, wait for an answer, or have a reader', async () => {
    const { sessions } = host();
    const session = (await sessions.open('one'))!;
    session.accept({ requestId: 'q', runId: 'r' });
    expect(await sessions.unload(session)).toBe(false);
    session.settle();
    const outcome = session.approvals.request({ kind: 'tool', title: 'Go on?' });
    expect(await sessions.unload(session)).toBe(false);
    session.approvals.decide(session.approvals.pending[0]!.approvalId, { decision: 'allow' });
    await outcome;
    const reader = session.connect({
      write: () => true,
      pendingBytes: () => 0,
      end() {},
      destroy() {},
    });
    expect(await sessions.unload(session)).toBe(false);
    reader.close();
    expect(await sessions.unload(session)).toBe(true);
  });

  test.each<[string, (session: SessionEvents, open: () => void) => void]>([
    ['something happens', (session) => session.append(hello)],
    ['somebody asks for them', (_, open) => open()],
  ])('stay when %s while they are written', async (_, happens) => {
    const { registry, sessions, holdWrites } = host();
    const session = (await sessions.open('one'))!;
    holdWrites(() => happens(session, () => void sessions.open('one')));
    expect(await sessions.unload(session)).toBe(false);
    expect(registry.get('one')).toBe(session);
  });

  test('go at the second look after their last use', async () => {
    const { registry, sessions } = host();
    const session = (await sessions.open('one'))!;
    await sessions.sweep();
    session.append(hello);
    await sessions.sweep();
    expect(registry.get('one')).toBe(session);
    await sessions.sweep();
    expect(registry.get('one')).toBeUndefined();
  });

  test('a reader of before gets a snapshot of the same session, because its stream is another', async () => {
    const { sessions } = host();
    const before = (await sessions.open('one'))!;
    before.append(hello);
    await sessions.unload(before);
    const session = (await sessions.open('one'))!;
    const app = await startApp('Express');
    onTestFinished(() => app.stop());
    app.routes.set('one', { source: session, options: {} });
    const cursor = `${before.streamId}:${before.seq}`;
    const { next } = await openReader(`${app.origin}/streams/one`, { 'Last-Event-ID': cursor });
    const frame = JSON.parse((await next()).data) as Record<string, unknown>;
    expect(frame).toMatchObject({ type: 'session.snapshot', snapshot: before.snapshot() });
    expect(session.stats().snapshots).toMatchObject({ 'other-stream': 1 });
  });
});
