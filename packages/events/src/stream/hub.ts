import { LoopEventsError } from '../errors.js';
import { expected, expectFunction, optionalNumber } from '../expect.js';
import { textOf, type Json } from '../json.js';
import { StreamCounters, type StreamStats } from './counters.js';
import { isStreamId, resolveCursor, type Cursor } from './cursor.js';
import { encodeFrame, encodeRetry } from './encode.js';
import { Guard } from './guard.js';
import { InOrder } from './in-order.js';
import { LinkedFrames, type FrameNode } from './linked-frames.js';
import { Listeners } from './listeners.js';
import { readerOptions, Readers } from './readers.js';
import { ReplayBuffer } from './replay-buffer.js';
import type { ByteSink, Connection, ConnectOptions, Opening, StreamSource } from './sink.js';
import type { StreamHooks, StreamOptions } from './stream-options.js';

/** What a hub does not know: what its frames say. */
export interface FrameWriter {
  /** The frame a reader opens with when there is nothing to replay, at the current seq. */
  opening(position: Cursor): object;
  /** @default JSON.stringify */
  toJson?(frame: object): Json;
}

/**
 * The base of every hub: numbers frames, encodes each once, retains the latest, and moves readers
 * and listeners along. It knows nothing of what the frames say.
 */
export class StreamHub<Frame extends { seq: number }> implements StreamSource {
  readonly streamId: string;
  seq = 0;
  isDisposed = false;
  /** Runs code of the host's. */
  readonly guard: Guard;

  readonly frames: LinkedFrames = new LinkedFrames();
  readonly #buffer: ReplayBuffer;
  readonly #maxConnections: number;
  readonly #hooks: StreamHooks;
  readonly #writer: FrameWriter;
  readonly #counters = new StreamCounters();
  readonly #readers: Readers;
  readonly #listeners: Listeners<Frame>;
  readonly #order: InOrder;
  /** What readers open with who have nothing to replay, for as long as it is current. */
  #opening: FrameNode | undefined;

  /** @throws LoopEventsError `invalid-option` */
  constructor(options: StreamOptions, writer: FrameWriter) {
    const { streamId = crypto.randomUUID(), hooks = {} } = options;
    expected(isStreamId(streamId), 'streamId: expected 1 to 64 letters, digits, "_" or "-".');
    this.streamId = streamId;
    this.#buffer = new ReplayBuffer(
      optionalNumber('maxFrames', options.maxFrames, 256, 0),
      optionalNumber('maxBytes', options.maxBytes, 4_194_304, 0),
    );
    this.#maxConnections = optionalNumber('maxConnections', options.maxConnections, Infinity, 1);
    this.#hooks = hooks;
    this.#writer = writer;
    this.guard = new Guard((error) => hooks.onError?.(error));
    this.#listeners = new Listeners(this.guard.run);
    this.#order = new InOrder(this.guard.run);
    this.#readers = new Readers({
      ...{ frames: this.frames, counters: this.#counters, hooks, guard: this.guard },
      // Whoever comes next has its opening made anew.
      onEmpty: () => this.forgetOpening(),
    });
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
    const json = this.#toJson(make(position));
    const frame = encodeFrame(position, json);
    this.#readers.beginTurn();
    this.seq = position.seq;
    this.forgetOpening();
    const node = this.frames.append(frame);
    this.#counters.published(this.frames.total - node.offset);
    this.#retain(node);
    this.#listeners.tell(() => JSON.parse(textOf(json)) as Frame);
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
    return this.#readers.size >= this.#maxConnections ? 'too-many-connections' : undefined;
  }

  /** From the reader's position to live in one synchronous step. */
  connect(sink: ByteSink, options: ConnectOptions = {}): Connection {
    expectFunction(sink?.write, 'sink: expected a ByteSink.');
    const checked = readerOptions(options);
    // A turn that begins may cut readers, whose hooks may do anything: only then is it seen who is in.
    this.#readers.beginTurn();
    this.#admit();
    const { node, opening } = this.#start(options.cursor);
    const first =
      checked.retryMs > 0 ? this.frames.before(node, [jittered(checked.retryMs)]) : node;
    return this.#readers.open(sink, { node: first, opening }, checked);
  }

  /**
   * Ends every connection. Nothing is published any more; a frame that is under way still reaches
   * every listener. Idempotent.
   */
  dispose(): void {
    this.isDisposed = true;
    this.#order.drop();
    this.#readers.end();
  }

  stats(): StreamStats {
    return {
      ...this.#counters.read(),
      published: this.seq,
      connections: this.#readers.size,
      evictions: { ...this.#buffer.evictions },
      bufferedFrames: this.#buffer.frames,
      bufferedBytes: this.#buffer.bytes,
    };
  }

  #admit(): void {
    const refusal = this.refusal();
    if (refusal === undefined) return;
    const answer = refusal === 'disposed' ? 404 : 503;
    throw new LoopEventsError(
      refusal,
      `The stream takes no reader: ask refusal() before connecting, and answer ${answer}.`,
    );
  }

  #start(cursor: string | null | undefined): { node: FrameNode; opening: Opening } {
    const { streamId, seq } = this;
    const oldestSeq = seq - this.#buffer.frames + 1;
    const resolved = resolveCursor(cursor, { streamId, seq, oldestSeq });
    const replayed =
      resolved.outcome === 'replay' ? this.#buffer.at(resolved.from - oldestSeq) : undefined;
    if (resolved.outcome === 'replay' && replayed) {
      return { node: replayed, opening: { outcome: 'replay', frames: seq - resolved.from + 1 } };
    }
    const because = resolved.outcome === 'snapshot' ? resolved.because : 'evicted';
    this.#opening ??= this.frames.before(this.frames.tail, this.#encodedOpening());
    return { node: this.#opening, opening: { outcome: 'snapshot', because } };
  }

  /** Encoded once for all that open at the same seq. It takes no seq and is not retained. */
  #encodedOpening(): Uint8Array[] {
    const position = { streamId: this.streamId, seq: this.seq };
    return encodeFrame(position, this.#toJson(this.#writer.opening(position)));
  }

  /** What is published is plain already; a host's own snapshot may hold anything. */
  #toJson(frame: object): Json {
    try {
      return this.#writer.toJson?.(frame) ?? JSON.stringify(frame);
    } catch (cause) {
      throw new LoopEventsError(
        'not-serializable',
        'A frame has no JSON form: let the model give a snapshot that is plain data.',
        { cause },
      );
    }
  }

  #retain(node: FrameNode): void {
    const before = { ...this.#buffer.evictions };
    this.#buffer.add(node);
    for (const limit of ['frames', 'bytes'] as const) {
      const evicted = this.#buffer.evictions[limit] - before[limit];
      if (evicted > 0) this.guard.run(() => this.#hooks.onEvict?.(limit, evicted));
    }
  }
}

/** Between once and twice the asked-for time, so that readers do not come back together. */
function jittered(retryMs: number): Uint8Array {
  return encodeRetry(retryMs * (1 + Math.random()));
}
