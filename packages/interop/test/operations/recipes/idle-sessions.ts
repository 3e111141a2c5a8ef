import { SessionEvents, type SavedSession, type SessionRegistry } from '@loop/events';

/** Where sessions are while no process needs them. */
export interface SessionStorage {
  read(id: string): Promise<{ workspaceId: string; saved: SavedSession } | undefined>;
  write(id: string, saved: SavedSession): Promise<void>;
}

/** Loads sessions when somebody asks for them, and unloads those that nobody uses. */
export function createSessions(registry: SessionRegistry, storage: SessionStorage) {
  const loaded = new Set<SessionEvents>();
  const loading = new Map<string, Promise<SessionEvents | undefined>>();
  /** How often each was asked for. */
  const asked = new WeakMap<SessionEvents, number>();
  /** What {@link useOf} was at the last look. */
  const looks = new WeakMap<SessionEvents, number>();

  return { open, unload, sweep };

  /** Loads a session once, however many ask for it at the same time. */
  async function open(id: string): Promise<SessionEvents | undefined> {
    const session = registry.get(id);
    if (session) {
      asked.set(session, (asked.get(session) ?? 0) + 1);
      return session;
    }
    const pending = loading.get(id) ?? load(id).finally(() => loading.delete(id));
    loading.set(id, pending);
    return pending;
  }

  async function load(id: string): Promise<SessionEvents | undefined> {
    const stored = await storage.read(id);
    if (!stored) return undefined;
    const session = new SessionEvents({ sessionId: id, saved: stored.saved });
    registry.add(stored.workspaceId, session);
    loaded.add(session);
    session.onDispose(() => loaded.delete(session));
    return session;
  }

  /** `false`: somebody uses it, or came while it was written. */
  async function unload(session: SessionEvents): Promise<boolean> {
    const use = useOf(session);
    if (!isIdle(session)) return false;
    await storage.write(session.sessionId, session.save());
    if (!isIdle(session) || useOf(session) !== use) return false;
    registry.remove(session.sessionId);
    return true;
  }

  /** Call it once a minute, say: what has not been used since the last time goes. */
  async function sweep(): Promise<void> {
    for (const session of [...loaded]) {
      const use = useOf(session);
      if (looks.get(session) === use) await unload(session);
      else looks.set(session, use);
    }
  }

  /** Whatever happens to a session makes it grow. */
  function useOf(session: SessionEvents): number {
    return session.seq + session.stats().opened + (asked.get(session) ?? 0);
  }
}

function isIdle(session: SessionEvents): boolean {
  const { run, approvals } = session;
  const isUnused = run.status === 'idle' && approvals.pending.length === 0;
  return isUnused && session.stats().connections === 0;
}
