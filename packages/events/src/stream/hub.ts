import { LoopEventsError } from '../errors.js';
import { StreamConnection, type ConnectionHost } from './connection.js';
import { StreamCounters, type StreamStats } from './counters.js';
import { isStreamId, resolveCursor, type Cursor } from './cursor.js';
import { encodeFrame, encodeRetry } from './encode.js';
import { Heartbeats } from './heartbeats.js';
import { InOrder } from './in-order.js';
import { LinkedFrames, type FrameNode } from './linked-frames.js';
import { Listeners } from './listeners.js';
import { MAX_TIMER_MS, wholeNumber } from './options.js';
import { ReplayBuffer } from './replay-buffer.js';
import type {
  ByteSink,
  CloseReason,
  Connection,
  ConnectOptions,
  Opening,
  StreamSource,
} from './sink.js';
import type { StreamHooks, StreamOptions } from './stream-options.js';
import { afterTurn } from './turn.js';

/**
 * The base of every hub: numbers frames, encodes each once, retains the latest, and moves
 * connections and listeners along. It knows nothing of what the frames say.
 */
export class StreamHub<Frame extends { seq: number }> implements StreamSource, ConnectionHost {
  readonly streamId: string;
  readonly frames: LinkedFrames = new LinkedFrames();
  seq = 0;
  isDisposed = false;

  readonly #buffer: ReplayBuffer;
  readonly #maxConnections: number;
  readonly #hooks: StreamHooks;
  /** The frame a reader opens with when there is nothing to replay, at the current seq. */
  readonly #openingFrame: (position: Cursor) => object;
  readonly #connections = new Map<StreamConnection, Reader>();
  readonly #listeners = new Listeners<Frame>((task) => this.guarded(task));
  readonly #order = new InOrder((task) => this.guarded(task));
  #isTurnOpen = false;
  /** What readers open with who have nothing to replay, for as long as it is current. */
  #opening: FrameNode | undefined;
  readonly #counters = new StreamCounters();

  constructor(options: StreamOptions, openingFrame: (position: Cursor) => object) {
    const { streamId = crypto.randomUUID() } = options;
    if (!isStreamId(streamId)) {
      throw new LoopEventsError(
        'invalid-option',
        'streamId: expected 1 to 64 letters, digits, "_" or "-". Leave it out for a UUID.',
      );
    }
    this.streamId = streamId;
    this.#buffer = new ReplayBuffer(
      wholeNumber('maxFrames', options.maxFrames, 256, 0),
      wholeNumber('maxBytes', options.maxBytes, 4_194_304, 0),
    );
    this.#maxConnections = wholeNumber('maxConnections', options.maxConnections, Infinity, 1);
    this.#hooks = options.hooks ?? {};
    this.#openingFrame = openingFrame;
  }

  /**
   * Runs `task`, or puts it behind the one that runs (DESIGN D37); {@link StreamHooks.onError}
   * then hears what it throws. Does nothing after `dispose()`.
   */
  inOrder(task: () => void): void {
    if (!this.isDisposed) this.#order.run(task);
  }

  /** Publishes the frame that `make` builds for the next position. */
  publish(make: (position: Cursor) => object): void {
    if (this.isDisposed) return;
    const position = { streamId: this.streamId, seq: this.seq + 1 };
    const json = toJson(make(position));
    const bytes = encodeFrame(position, json);
    this.#beginTurn();
    this.seq = position.seq;
    this.forgetOpening();
    const node = this.frames.append(bytes);
    this.#counters.published(bytes.length);
    this.#retain(node);
    this.#listeners.tell(() => JSON.parse(json) as Frame);
  }

  /** What readers open with has changed although nothing was published. */
  forgetOpening(): void {
    this.#opening = undefined;
  }

  /** Lets go of what is retained for replay. @returns how many frames that were */
  evict(): number {
    return this.#buffer.clear();
  }

  /**
   * Each listener gets a frame of its own, as a client would read it. One that joins while a frame
   * is under way gets the next.
   */
  subscribe(listener: (frame: Frame) => void): () => void {
    return this.#listeners.add(listener);
  }

  refusal(): 'disposed' | 'too-many-connections' | undefined {
    if (this.isDisposed) return 'disposed';
    return this.#connections.size >= this.#maxConnections ? 'too-many-connections' : undefined;
  }

  /** From the reader's position to live in one synchronous step. */
  connect(sink: ByteSink, options: ConnectOptions = {}): Connection {
    const { revalidate, onClose, cursor } = options;
    const heartbeatMs = wholeNumber('heartbeatMs', options.heartbeatMs, 15_000, 1, MAX_TIMER_MS);
    const maxPendingBytes = wholeNumber('maxPendingBytes', options.maxPendingBytes, 1_048_576, 1);
    const retryMs = wholeNumber('retryMs', options.retryMs, 0, 0, MAX_TIMER_MS / 2);
    // A turn that begins may cut readers, whose hooks may do anything: only then is it seen who is in.
    this.#beginTurn();
    this.#admit();
    const { node, opening } = this.#start(cursor);
    const connection = new StreamConnection(
      this,
      sink,
      { node: retryMs > 0 ? this.frames.before(node, jittered(retryMs)) : node, opening },
      { maxPendingBytes, revalidate },
    );
    const heartbeats = Heartbeats.every(heartbeatMs);
    this.#connections.set(connection, { heartbeats, onClose });
    this.#counters.opened(opening);
    heartbeats.add(connection);
    this.guarded(() => this.#hooks.onOpen?.(connection.stats));
    connection.open();
    return connection;
  }

  leave(connection: StreamConnection, reason: CloseReason): void {
    const reader = this.#connections.get(connection);
    if (reader === undefined) return;
    this.#connections.delete(connection);
    reader.heartbeats.remove(connection);
    // A session that nobody watches holds no copy of its state.
    if (this.#connections.size === 0) this.forgetOpening();
    this.#counters.closed(reason);
    this.guarded(() => reader.onClose?.(reason, connection.stats));
    this.guarded(() => this.#hooks.onClose?.(reason, connection.stats));
  }

  /**
   * Ends every connection. Nothing is published any more; a frame that is under way still reaches
   * every listener. Idempotent.
   */
  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.#order.drop();
    for (const connection of this.#connections.keys()) {
      connection.turnEnds();
      connection.end();
    }
  }

  stats(): StreamStats {
    return {
      ...this.#counters.read(),
      published: this.seq,
      connections: this.#connections.size,
      evictions: { ...this.#buffer.evictions },
      bufferedFrames: this.#buffer.frames,
      bufferedBytes: this.#buffer.bytes,
    };
  }

  /** Runs code of the host's: what it throws is reported and goes no further. */
  guarded(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.report(error);
    }
  }

  report(error: unknown): void {
    try {
      this.#hooks.onError?.(error);
    } catch {
      // Nobody is left to tell.
    }
  }

  #admit(): void {
    const refusal = this.refusal();
    if (refusal === undefined) return;
    throw new LoopEventsError(
      refusal,
      refusal === 'disposed'
        ? 'The stream was disposed of. Answer 404 before connecting; refusal() tells.'
        : 'The stream has maxConnections readers. Answer 503 before connecting; refusal() tells.',
    );
  }

  #start(cursor: string | undefined): { node: FrameNode; opening: Opening } {
    const { streamId, seq } = this;
    const oldestSeq = seq - this.#buffer.frames + 1;
    const resolved = resolveCursor(cursor, { streamId, seq, oldestSeq });
    const replayed =
      resolved.outcome === 'replay' ? this.#buffer.at(resolved.from - oldestSeq) : undefined;
    if (resolved.outcome === 'replay' && replayed) {
      return { node: replayed, opening: { outcome: 'replay', frames: seq - resolved.from + 1 } };
    }
    const because = resolved.outcome === 'snapshot' ? resolved.because : 'evicted';
    this.#opening ??= this.frames.before(this.frames.tail, this.#openingBytes());
    return { node: this.#opening, opening: { outcome: 'snapshot', because } };
  }

  /** Encoded once for all that open at the same seq. It takes no seq and is not retained. */
  #openingBytes(): Uint8Array {
    const { streamId, seq } = this;
    return encodeFrame({ streamId, seq }, toJson(this.#openingFrame({ streamId, seq })));
  }

  #retain(node: FrameNode): void {
    const before = { ...this.#buffer.evictions };
    this.#buffer.add(node);
    for (const limit of ['frames', 'bytes'] as const) {
      const evicted = this.#buffer.evictions[limit] - before[limit];
      if (evicted > 0) this.guarded(() => this.#hooks.onEvict?.(limit, evicted));
    }
  }

  /** Frames of one turn of the event loop leave together, when it is over. */
  #beginTurn(): void {
    if (this.#isTurnOpen) return;
    this.#isTurnOpen = true;
    afterTurn(() => this.#endTurn());
    for (const connection of this.#connections.keys()) connection.turnBegins();
  }

  #endTurn(): void {
    this.#isTurnOpen = false;
    this.#serve(this.#connections.keys());
  }

  /**
   * A few at a time: what a write sets off (a web stream's promises) runs before the next ones are
   * served, while all of it is still in the processor's cache. That is a third of what a web
   * stream costs. A reader that leaves meanwhile is not served, and one that joins is.
   */
  #serve(readers: Iterator<StreamConnection>): void {
    for (let served = 0; served < SERVED_TOGETHER; served++) {
      const { done, value } = readers.next();
      if (done === true) return;
      value.turnEnds();
    }
    queueMicrotask(() => this.#serve(readers));
  }
}

/** Measured: 8 to 16 cost the same; from 32 on, each delivery over a web stream a tenth more. */
const SERVED_TOGETHER = 16;

/** What the hub keeps of a reader. */
interface Reader {
  readonly heartbeats: Heartbeats;
  readonly onClose: ConnectOptions['onClose'];
}

/** What is published is plain already; a host's own snapshot may hold anything. */
function toJson(frame: object): string {
  try {
    return JSON.stringify(frame);
  } catch (cause) {
    throw new LoopEventsError(
      'not-serializable',
      'A frame has no JSON form: let the model give a snapshot that is plain data.',
      { cause },
    );
  }
}

/** Between once and twice the asked-for time, so that readers do not come back together. */
function jittered(retryMs: number): Uint8Array {
  return encodeRetry(retryMs * (1 + Math.random()));
}
