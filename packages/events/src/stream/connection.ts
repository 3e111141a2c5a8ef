import { heartbeat } from './encode.js';
import type { FrameNode, LinkedFrames } from './linked-frames.js';
import type { ByteSink, CloseReason, Connection, ConnectionStats, Opening } from './sink.js';

/** Where a connection stands that is closed: it must not keep frames alive. */
const nowhere: FrameNode = { bytes: undefined, offset: 0, next: undefined };

/** What a connection needs of the stream it reads. */
export interface ConnectionHost {
  readonly frames: LinkedFrames;
  /** Takes the connection out of the stream: no publish, no heartbeat reaches it any more. */
  leave(connection: StreamConnection, reason: CloseReason): void;
}

/** Beats without progress after which a reader with pending bytes is given up (DESIGN D9). */
const STALLED_BEATS = 2;

/**
 * A reader: a cursor into the linked frames, and the rules by which it is given up. Replay, live
 * delivery, a burst and catching up are one walk from `#node` to the empty end of the list, at the
 * pace of the sink.
 */
export class StreamConnection implements Connection {
  readonly opening: Opening;
  readonly openedAt: number = Date.now();
  sentBytes = 0;
  heartbeats = 0;
  closed: CloseReason | undefined;

  readonly #host: ConnectionHost;
  readonly #sink: ByteSink;
  readonly #maxPendingBytes: number;
  readonly #mayStay: (() => boolean | Promise<boolean>) | undefined;
  #node: FrameNode;
  #skip = 0;
  #isBlocked = false;
  /** Bytes beyond the target that the reader has not had the chance to read yet. */
  #credit = 0;
  /** While a turn is open: the stream's length from which on its bytes are credit. */
  #creditFrom: number | undefined;
  #takenAtBeat = -1;
  #idleBeats = 0;
  #isBeingAsked = false;

  constructor(
    host: ConnectionHost,
    sink: ByteSink,
    start: { node: FrameNode; opening: Opening },
    limits: {
      maxPendingBytes: number;
      revalidate: (() => boolean | Promise<boolean>) | undefined;
    },
  ) {
    this.#host = host;
    this.#sink = sink;
    this.opening = start.opening;
    this.#node = start.node;
    this.#maxPendingBytes = limits.maxPendingBytes;
    this.#mayStay = limits.revalidate;
    this.#creditFrom = start.node.offset;
  }

  get stats(): ConnectionStats {
    return this;
  }

  /** Whether the sink asked to wait. */
  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  /** How far the reader is behind: bytes not yet sent, and sent ones the network has not taken. */
  get lag(): number {
    return this.#host.frames.total - this.#node.offset - this.#skip + this.#sink.pendingBytes();
  }

  /**
   * A turn begins: a reader that waits has had the chance to read all that went before. One below
   * the target may be put beyond it by this turn; one beyond target and credit is given up
   * (DESIGN D8).
   */
  turnBegins(): void {
    const { lag } = this;
    if (lag < this.#maxPendingBytes) {
      this.#creditFrom = this.#host.frames.total;
    } else if (lag > this.#maxPendingBytes + this.#credit) {
      this.#cut('lagging');
    }
  }

  /** A turn is over: what it added leaves. `turnStart` is the stream's length before it. */
  turnEnds(turnStart: number): void {
    const from = this.#creditFrom ?? (this.#isBlocked ? undefined : turnStart);
    if (from !== undefined) this.#credit = this.#host.frames.total - from;
    this.#creditFrom = undefined;
    this.#pump();
  }

  /** Sends what the reader opens with. */
  open(): void {
    this.#pump();
  }

  drained(): void {
    this.#isBlocked = false;
    this.#pump();
  }

  close(): void {
    this.#leave('client');
  }

  /** The stream ends: finishes the response properly. */
  end(): void {
    if (this.#leave('disposed')) this.#guarded(() => this.#sink.end());
  }

  /** An interval has passed. */
  beat(): void {
    if (this.#isStalled()) return this.#cut('stalled');
    if (this.#mayStay === undefined) return this.#sendHeartbeat();
    this.#askToStay(this.#mayStay);
  }

  #pump(): void {
    while (!this.#isBlocked && this.closed === undefined) {
      const piece = this.#host.frames.pieceFrom(this.#node, this.#skip);
      if (piece === undefined) return;
      this.#node = piece.node;
      this.#skip = piece.skip;
      this.#write(piece.bytes);
    }
  }

  /** The sink may report a drain before `write` returns, so the wait begins before it is called. */
  #write(bytes: Uint8Array): void {
    this.sentBytes += bytes.length;
    this.#isBlocked = true;
    this.#guarded(() => {
      if (this.#sink.write(bytes)) this.#isBlocked = false;
    });
  }

  /** Bytes under way are as good as a heartbeat; only an idle link needs one. */
  #sendHeartbeat(): void {
    this.#pump();
    if (this.closed !== undefined || this.#isUnderWay()) return;
    this.heartbeats++;
    this.#write(heartbeat);
  }

  #isUnderWay(): boolean {
    return this.#isBlocked || this.#sink.pendingBytes() > 0;
  }

  #isStalled(): boolean {
    const taken = this.sentBytes - this.#sink.pendingBytes();
    const isIdle = this.#isUnderWay() && taken === this.#takenAtBeat;
    this.#takenAtBeat = taken;
    this.#idleBeats = isIdle ? this.#idleBeats + 1 : 0;
    return this.#idleBeats >= STALLED_BEATS;
  }

  #askToStay(mayStay: () => boolean | Promise<boolean>): void {
    if (this.#isBeingAsked) return;
    this.#isBeingAsked = true;
    const decide = (isWelcome: boolean): void => {
      this.#isBeingAsked = false;
      if (this.closed !== undefined) return;
      if (isWelcome) this.#sendHeartbeat();
      else this.#cut('revoked');
    };
    try {
      const answer = mayStay();
      if (typeof answer === 'boolean') decide(answer);
      else answer.then(decide, () => decide(false));
    } catch {
      decide(false);
    }
  }

  #cut(reason: CloseReason): void {
    if (this.#leave(reason)) this.#guarded(() => this.#sink.destroy());
  }

  /** First out of the stream, then the transport: nothing is published into a dying connection. */
  #leave(reason: CloseReason): boolean {
    if (this.closed !== undefined) return false;
    this.closed = reason;
    this.#node = nowhere;
    this.#host.leave(this, reason);
    return true;
  }

  #guarded(task: () => void): void {
    try {
      task();
    } catch {
      this.#cut('failed');
    }
  }
}
