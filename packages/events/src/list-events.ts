import { expected, expectFunction, expectText } from './expect.js';
import type { SessionEvents } from './session-events.js';
import type { StreamStats } from './stream/counters.js';
import { StreamHub } from './stream/hub.js';
import type { ByteSink, Connection, ConnectOptions, StreamSource } from './stream/sink.js';
import type { StreamOptions } from './stream/stream-options.js';

/** One numbered unit of the list stream. Contract: "List Change Notifications". */
export type ListFrame = {
  /** `streamId:seq` is the frame's id on the wire. */
  streamId: string;
  /** 0 on a new stream; each published frame adds one. */
  seq: number;
} & (
  | { type: 'lists.reset' }
  | { type: 'sessions.changed' | 'projects.changed'; workspaceId: string }
);

/** Options of the list stream. It retains nothing, so it has no limits for that. */
export type ListEventsOptions = Pick<StreamOptions, 'streamId' | 'maxConnections' | 'hooks'>;

/**
 * Tells pages which of their lists to load again: nothing but a workspace's id and a position.
 * Every connection begins with `lists.reset`, whatever cursor it brings, and nothing is replayed.
 * Contract: "List Change Notifications"; DESIGN D24.
 */
export class ListEvents implements StreamSource {
  readonly #hub: StreamHub<ListFrame>;

  /** @throws LoopEventsError `invalid-option` */
  constructor(options: ListEventsOptions = {}) {
    const { streamId, maxConnections, hooks } = options;
    this.#hub = new StreamHub(
      { streamId, maxConnections, hooks, maxFrames: 0 },
      { opening: (position) => ({ type: 'lists.reset', ...position }) },
    );
  }

  /** Names this stream; a new one for every instance. */
  get streamId(): string {
    return this.#hub.streamId;
  }

  /** The number of the last frame. */
  get seq(): number {
    return this.#hub.seq;
  }

  /**
   * Sessions of the workspace changed: one was created, archived, restored, deleted, read. What
   * {@link watch}ed sessions do themselves is told without this.
   */
  sessionsChanged(workspaceId: string): void {
    this.#publish('sessions.changed', workspaceId);
  }

  /** The workspace itself was registered, renamed or removed. */
  projectsChanged(workspaceId: string): void {
    this.#publish('projects.changed', workspaceId);
  }

  /**
   * Runs an operation and tells of it afterwards, also when it fails: part of it may have been
   * done. Resolves and rejects with the operation.
   */
  async notifyAfter<Result>(
    what: 'sessions' | 'projects',
    workspaceId: string,
    operation: () => Result | Promise<Result>,
  ): Promise<Result> {
    expected(
      what === 'sessions' || what === 'projects',
      "what: expected 'sessions' or 'projects'.",
    );
    expectText('workspaceId', workspaceId);
    expectFunction(operation, 'operation: expected a function.');
    try {
      return await operation();
    } finally {
      this.#publish(`${what}.changed`, workspaceId);
    }
  }

  /** Tells of a session's own changes until it is disposed of. Returns an idempotent way out. */
  watch(workspaceId: string, session: SessionEvents): () => void {
    expectText('workspaceId', workspaceId);
    expectFunction(session?.onListChange, 'session: expected a SessionEvents.');
    return session.onListChange(() => this.sessionsChanged(workspaceId));
  }

  /** Frames, in process. Returns an idempotent way out. */
  subscribe(listener: (frame: ListFrame) => void): () => void {
    return this.#hub.subscribe(listener);
  }

  refusal(): 'disposed' | 'too-many-connections' | undefined {
    return this.#hub.refusal();
  }

  connect(sink: ByteSink, options?: ConnectOptions): Connection {
    return this.#hub.connect(sink, options);
  }

  /** Counters since the stream began. */
  stats(): StreamStats {
    return this.#hub.stats();
  }

  /** Ends every connection properly. Idempotent. */
  dispose(): void {
    this.#hub.dispose();
  }

  #publish(type: 'sessions.changed' | 'projects.changed', workspaceId: string): void {
    expectText('workspaceId', workspaceId);
    if (this.#hub.isDisposed) return;
    this.#hub.inOrder(() => this.#hub.publish((position) => ({ type, ...position, workspaceId })));
  }
}
