import { optionalNumber } from '../expect.js';
import { StreamConnection, type ConnectionHost, type ConnectionStart } from './connection.js';
import type { StreamCounters } from './counters.js';
import type { Guard } from './guard.js';
import { Heartbeats } from './heartbeats.js';
import type { LinkedFrames } from './linked-frames.js';
import type { ByteSink, CloseReason, ConnectOptions } from './sink.js';
import type { StreamHooks } from './stream-options.js';
import { afterTurn } from './turn.js';

/** The longest delay a timer can hold. */
const MAX_TIMER_MS = 2_147_483_647;

/** What a reader's transport asked for, with what it left out. `retryMs` 0: none is sent. */
export type ReaderOptions = ConnectOptions &
  Readonly<Record<'heartbeatMs' | 'maxPendingBytes' | 'retryMs', number>>;

/** @throws LoopEventsError `invalid-option` */
export function readerOptions(options: ConnectOptions): ReaderOptions {
  return {
    ...options,
    heartbeatMs: optionalNumber('heartbeatMs', options.heartbeatMs, 15_000, 1, MAX_TIMER_MS),
    maxPendingBytes: optionalNumber('maxPendingBytes', options.maxPendingBytes, 1_048_576, 1),
    retryMs: optionalNumber('retryMs', options.retryMs, 0, 0, MAX_TIMER_MS / 2),
  };
}

/** What the readers of a stream have in common. */
export interface ReadersHost {
  readonly frames: LinkedFrames;
  readonly counters: StreamCounters;
  readonly hooks: StreamHooks;
  readonly guard: Guard;
  /** The last reader has left. */
  onEmpty(): void;
}

/**
 * The readers of a stream: who is in, and when they are served. Frames of one turn of the event
 * loop leave together, when it is over.
 */
export class Readers implements ConnectionHost {
  readonly frames: LinkedFrames;
  readonly #host: ReadersHost;
  readonly #connections = new Map<StreamConnection, Reader>();
  #isTurnOpen = false;

  constructor(host: ReadersHost) {
    this.frames = host.frames;
    this.#host = host;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Something is about to be published or opened. May cut readers, whose hooks may do anything. */
  beginTurn(): void {
    if (this.#isTurnOpen) return;
    this.#isTurnOpen = true;
    afterTurn(() => this.#endTurn());
    for (const connection of this.#connections.keys()) connection.turnBegins();
  }

  /** Lets a reader in and sends what it opens with. */
  open(sink: ByteSink, start: ConnectionStart, options: ReaderOptions): StreamConnection {
    const { counters, hooks, guard } = this.#host;
    const { heartbeatMs, onClose } = options;
    const connection = new StreamConnection(this, sink, start, options);
    const heartbeats = Heartbeats.every(heartbeatMs);
    this.#connections.set(connection, { heartbeats, onClose });
    counters.opened(start.opening);
    heartbeats.add(connection);
    guard.run(() => hooks.onOpen?.(connection.stats));
    connection.open();
    return connection;
  }

  leave(connection: StreamConnection, reason: CloseReason): void {
    const reader = this.#connections.get(connection);
    if (reader === undefined) return;
    const { counters, hooks, guard } = this.#host;
    this.#connections.delete(connection);
    reader.heartbeats.remove(connection);
    if (this.#connections.size === 0) this.#host.onEmpty();
    counters.closed(reason);
    guard.run(() => reader.onClose?.(reason, connection.stats));
    guard.run(() => hooks.onClose?.(reason, connection.stats));
  }

  report(error: unknown): void {
    this.#host.guard.report(error);
  }

  /** Ends every connection, after what the open turn added. */
  end(): void {
    for (const connection of this.#connections.keys()) connection.turnEnds();
    for (const connection of this.#connections.keys()) connection.end();
  }

  #endTurn(): void {
    this.#isTurnOpen = false;
    this.#serve(this.#connections.keys());
  }

  /**
   * A few at a time: what a write sets off (a web stream's promises) runs before the next ones are
   * served, while all of it is still in the processor's cache. That is a quarter of what a web
   * stream costs. A reader that leaves meanwhile is not served, and one that joins is.
   */
  #serve(waiting: Iterator<StreamConnection>): void {
    for (let served = 0; served < SERVED_TOGETHER; served++) {
      const { done, value } = waiting.next();
      if (done === true) return;
      value.turnEnds();
    }
    queueMicrotask(() => this.#serve(waiting));
  }
}

/** Measured: 8 to 16 cost the same; from 32 on, each delivery over a web stream a tenth more. */
const SERVED_TOGETHER = 16;

/** What is kept of a reader. */
interface Reader {
  readonly heartbeats: Heartbeats;
  readonly onClose: ConnectOptions['onClose'];
}
