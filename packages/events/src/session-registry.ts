import { LoopEventsError } from './errors.js';
import { expected, expectFunction } from './expect.js';
import type { ListEvents } from './list-events.js';
import type { SessionEvents } from './session-events.js';

/**
 * The sessions of this process by their ids. Each is watched for the list stream from the moment
 * it is added, with or without viewers, until it is disposed of.
 */
export class SessionRegistry {
  readonly #lists: ListEvents;
  readonly #sessions = new Map<string, { session: SessionEvents; forget: () => void }>();

  /** @throws LoopEventsError `invalid-option` */
  constructor(options: { lists: ListEvents }) {
    const { lists } = options ?? {};
    expectFunction(lists?.watch, 'lists: expected a ListEvents.');
    this.#lists = lists;
  }

  /** Loaded sessions. */
  get size(): number {
    return this.#sessions.size;
  }

  /**
   * Takes a session in. Its creation itself is for the host to tell: `lists.sessionsChanged()`.
   *
   * @throws LoopEventsError `invalid-option` where the id is taken, `disposed`
   */
  add(workspaceId: string, session: SessionEvents): void {
    expectFunction(session?.refusal, 'session: expected a SessionEvents.');
    const { sessionId } = session;
    if (session.refusal() === 'disposed') {
      throw new LoopEventsError('disposed', 'The session was disposed of: make a new one.');
    }
    expected(!this.#sessions.has(sessionId), 'A session with this id is registered already.');
    const unwatch = this.#lists.watch(workspaceId, session);
    const stopWaiting = session.onDispose(() => this.#forget(sessionId));
    this.#sessions.set(sessionId, {
      session,
      forget: () => {
        unwatch();
        stopWaiting();
      },
    });
  }

  /** The session, unless it is unknown or was disposed of. */
  get(sessionId: string): SessionEvents | undefined {
    return this.#sessions.get(sessionId)?.session;
  }

  /** Disposes of a session and forgets it: to delete it, or to unload it while it is idle. */
  remove(sessionId: string): void {
    this.#sessions.get(sessionId)?.session.dispose();
  }

  /** Disposes of all sessions, then ends the list connections. Idempotent. */
  shutdown(): void {
    for (const sessionId of [...this.#sessions.keys()]) this.remove(sessionId);
    this.#lists.dispose();
  }

  #forget(sessionId: string): void {
    this.#sessions.get(sessionId)?.forget();
    this.#sessions.delete(sessionId);
  }
}
