import { LoopEventsError } from '../errors.js';
import { StreamConnection, type ConnectionHost } from './connection.js';
import { isStreamId, resolveCursor, type Cursor } from './cursor.js';
import { encodeFrame, encodeRetry } from './encode.js';
import { Heartbeats } from './heartbeats.js';
import { LinkedFrames, type FrameNode } from './linked-frames.js';
import { MAX_TIMER_MS, wholeNumber } from './options.js';
import { ReplayBuffer, type EvictionLimit } from './replay-buffer.js';
import type {
  ByteSink,
  CloseReason,
  Connection,
  ConnectionStats,
  ConnectOptions,
  Opening,
  SnapshotReason,
  StreamSource,
} from './sink.js';
import { afterTurn } from './turn.js';

/** What a host can watch. A hook that throws disturbs nothing; {@link onError} hears of it. */
export interface StreamHooks {
  /** A connection opened; `stats.opening` says with what, and why. */
  onOpen?: (stats: ConnectionStats) => void;
  onClose?: (reason: CloseReason, stats: ConnectionStats) => void;
  /** Frames left the replay buffer for this limit. */
  onEvict?: (limit: EvictionLimit, frames: number) => void;
  /** A listener or hook threw. */
  onError?: (error: unknown) => void;
}

/** Options that all streams share. */
export interface StreamOptions {
  /** Names the stream: `[A-Za-z0-9_-]`, at most 64. @default a UUID */
  streamId?: string | undefined;
  /** Frames retained for replay. @default 256 */
  maxFrames?: number | undefined;
  /** Encoded bytes retained for replay. @default 4_194_304 */
  maxBytes?: number | undefined;
  /** Connections at a time; further ones are refused. @default without limit */
  maxConnections?: number | undefined;
  hooks?: StreamHooks | undefined;
}

/** Counters of a stream since it began; `connections` is the number open now. */
export interface StreamStats {
  published: number;
  connections: number;
  opened: number;
  replays: number;
  snapshots: Record<SnapshotReason, number>;
  evictions: Record<EvictionLimit, number>;
  closes: Record<CloseReason, number>;
  largestFrameBytes: number;
  bufferedFrames: number;
  bufferedBytes: number;
}

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
  readonly #connections = new Map<StreamConnection, ConnectOptions>();
  readonly #listeners = new Set<(frame: Frame) => void>();
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;
  #turnStart: number | undefined;
  #opening: { seq: number; bytes: Uint8Array } | undefined;
  readonly #counts = {
    opened: 0,
    replays: 0,
    snapshots: { none: 0, malformed: 0, 'other-stream': 0, 'not-behind': 0, evicted: 0 },
    closes: { client: 0, lagging: 0, stalled: 0, revoked: 0, disposed: 0, failed: 0 },
    largestFrameBytes: 0,
  };

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
   * Runs `task`, or puts it behind the one that runs: what a listener publishes takes effect
   * after the current frame has reached everybody (DESIGN D37).
   */
  inOrder(task: () => void): void {
    this.#waiting.push(task);
    if (this.#isBusy) return;
    this.#isBusy = true;
    const failures: unknown[] = [];
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        next();
      } catch (error) {
        failures.push(error);
      }
    }
    this.#isBusy = false;
    if (failures.length > 0) throw failures[0];
  }

  /** Publishes the frame that `make` builds for the next position. */
  publish(make: (position: Cursor) => object): void {
    const position = { streamId: this.streamId, seq: this.seq + 1 };
    const json = JSON.stringify(make(position));
    const bytes = encodeFrame(position, json);
    this.#beginTurn();
    this.seq = position.seq;
    const node = this.frames.append(bytes);
    this.#counts.largestFrameBytes = Math.max(this.#counts.largestFrameBytes, bytes.length);
    this.#retain(node);
    for (const listener of this.#listeners) {
      this.guarded(() => listener(JSON.parse(json) as Frame));
    }
  }

  /** Each listener gets a frame of its own, as a client would read it. */
  subscribe(listener: (frame: Frame) => void): () => void {
    const own = (frame: Frame): void => listener(frame);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  refusal(): 'disposed' | 'too-many-connections' | undefined {
    if (this.isDisposed) return 'disposed';
    return this.#connections.size >= this.#maxConnections ? 'too-many-connections' : undefined;
  }

  /** From the reader's position to live in one synchronous step. */
  connect(sink: ByteSink, options: ConnectOptions = {}): Connection {
    const { revalidate, onClose, cursor, approvals } = options;
    const heartbeatMs = wholeNumber('heartbeatMs', options.heartbeatMs, 15_000, 1, MAX_TIMER_MS);
    const maxPendingBytes = wholeNumber('maxPendingBytes', options.maxPendingBytes, 1_048_576, 1);
    const retryMs = wholeNumber('retryMs', options.retryMs, 0, 0, MAX_TIMER_MS / 2);
    this.#admit();
    this.#beginTurn();
    const { node, opening } = this.#start(cursor);
    const connection = new StreamConnection(
      this,
      sink,
      { node: retryMs > 0 ? this.frames.before(node, jittered(retryMs)) : node, opening },
      { maxPendingBytes, revalidate },
    );
    this.#connections.set(connection, { heartbeatMs, onClose, approvals });
    this.#countOpening(opening);
    Heartbeats.every(heartbeatMs).add(connection);
    connection.open();
    this.guarded(() => this.#hooks.onOpen?.(connection.stats));
    return connection;
  }

  leave(connection: StreamConnection, reason: CloseReason): void {
    const options = this.#connections.get(connection);
    if (options === undefined) return;
    this.#connections.delete(connection);
    Heartbeats.every(options.heartbeatMs ?? 0).remove(connection);
    this.#counts.closes[reason]++;
    this.guarded(() => options.onClose?.(reason, connection.stats));
    this.guarded(() => this.#hooks.onClose?.(reason, connection.stats));
  }

  /** Ends every connection. Nothing is published any more. Idempotent. */
  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.#endTurn();
    for (const connection of [...this.#connections.keys()]) connection.end();
    this.#listeners.clear();
  }

  stats(): StreamStats {
    const { snapshots, closes, ...counts } = this.#counts;
    return {
      ...counts,
      published: this.seq,
      connections: this.#connections.size,
      snapshots: { ...snapshots },
      closes: { ...closes },
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
      try {
        this.#hooks.onError?.(error);
      } catch {
        // Nobody is left to tell.
      }
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
    const node = this.frames.before(this.frames.tail, this.#openingBytes());
    return { node, opening: { outcome: 'snapshot', because } };
  }

  /** Encoded once for all that open at the same seq. It takes no seq and is not retained. */
  #openingBytes(): Uint8Array {
    const { streamId, seq } = this;
    if (this.#opening?.seq !== seq) {
      const json = JSON.stringify(this.#openingFrame({ streamId, seq }));
      this.#opening = { seq, bytes: encodeFrame({ streamId, seq }, json) };
    }
    return this.#opening.bytes;
  }

  #countOpening(opening: Opening): void {
    this.#counts.opened++;
    if (opening.outcome === 'replay') this.#counts.replays++;
    else this.#counts.snapshots[opening.because]++;
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
    if (this.#turnStart !== undefined) return;
    this.#turnStart = this.frames.total;
    afterTurn(() => this.#endTurn());
    for (const connection of this.#connections.keys()) {
      if (connection.isBlocked) connection.turnBegins();
    }
  }

  #endTurn(): void {
    const turnStart = this.#turnStart;
    if (turnStart === undefined) return;
    this.#turnStart = undefined;
    for (const connection of [...this.#connections.keys()]) connection.turnEnds(turnStart);
  }
}

/** Between once and twice the asked-for time, so that readers do not come back together. */
function jittered(retryMs: number): Uint8Array {
  return encodeRetry(retryMs * (1 + Math.random()));
}
