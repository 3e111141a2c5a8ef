import { Allowance } from './allowance.js';
import { heartbeat } from './encode.js';
import { LinkedFrames, pieceFrom, type FrameNode } from './linked-frames.js';
import type {
  ByteSink,
  CloseReason,
  Connection,
  ConnectionStats,
  ConnectOptions,
  Opening,
} from './sink.js';

/** Where a connection stands that is closed: it must not keep frames alive. */
const { tail: nowhere } = new LinkedFrames();

/** What a connection needs of the stream it reads. */
export interface ConnectionHost {
  readonly frames: LinkedFrames;
  /** Takes the connection out of the stream: no publish, no heartbeat reaches it any more. */
  leave(connection: StreamConnection, reason: CloseReason): void;
  /** Hears what the sink or `revalidate` threw. */
  report(error: unknown): void;
}

/** Where a reader begins, and why there. */
export interface ConnectionStart {
  readonly node: FrameNode;
  readonly opening: Opening;
}

/** What one reader's transport allows. */
export interface ConnectionLimits {
  readonly maxPendingBytes: number;
  readonly revalidate?: ConnectOptions['revalidate'];
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
  readonly #allowance: Allowance;
  readonly #mayStay: ConnectionLimits['revalidate'];
  #node: FrameNode;
  #isBlocked = false;
  #isWriting = false;
  /** Bytes that the network had taken when the sink was last asked. */
  #taken = 0;
  /** Bytes taken at the last beat; `undefined` where none were under way. */
  #takenAtBeat: number | undefined;
  #idleBeats = 0;
  #isBeingAsked = false;

  constructor(
    host: ConnectionHost,
    sink: ByteSink,
    start: ConnectionStart,
    limits: ConnectionLimits,
  ) {
    this.#host = host;
    this.#sink = sink;
    this.opening = start.opening;
    this.#node = start.node;
    this.#allowance = new Allowance(limits.maxPendingBytes, start.node.offset);
    this.#mayStay = limits.revalidate;
  }

  get stats(): ConnectionStats {
    return this;
  }

  /**
   * A turn begins: the reader has had the chance to read all that went before. Its lag is what was
   * not sent yet and what was sent but not taken; the sink is asked only where that could be much.
   */
  turnBegins(): void {
    const { total } = this.#host.frames;
    const unsent = total - this.#node.offset;
    const mostLag = unsent + this.sentBytes - this.#taken;
    const lag = mostLag < this.#allowance.target ? mostLag : unsent + this.#pendingBytes();
    if (this.#allowance.turnBegins(lag, total)) this.#cut('lagging');
  }

  /** A turn is over: what it added leaves. */
  turnEnds(): void {
    this.#allowance.turnEnds(this.#host.frames.total);
    this.#pump();
  }

  /** Sends what the reader opens with. */
  open(): void {
    this.#pump();
  }

  /** A sink may report it before `write` returns: the loop that called it then goes on. */
  drained(): void {
    this.#isBlocked = false;
    if (!this.#isWriting) this.#pump();
  }

  close(): void {
    this.#leave('client');
  }

  /** The stream ends: finishes the response properly. */
  end(): void {
    if (!this.#leave('disposed')) return;
    try {
      this.#sink.end();
    } catch (error) {
      this.#host.report(error);
      this.#destroy();
    }
  }

  /** An interval has passed. */
  beat(): void {
    if (this.#isStalled()) return this.#cut('stalled');
    if (this.#mayStay === undefined) return this.#sendHeartbeat();
    this.#askToStay(this.#mayStay);
  }

  /** A closed one stands where nothing comes. */
  #pump(): void {
    while (!this.#isBlocked) {
      const piece = pieceFrom(this.#node);
      if (piece === undefined) return;
      this.#node = piece.node;
      this.#write(piece.bytes);
    }
  }

  #write(bytes: Uint8Array): void {
    this.sentBytes += bytes.length;
    this.#isBlocked = true;
    this.#isWriting = true;
    try {
      if (this.#sink.write(bytes)) this.#isBlocked = false;
    } catch (error) {
      this.#fail(error);
    }
    this.#isWriting = false;
  }

  /** Bytes under way are as good as a heartbeat; only an idle link needs one. */
  #sendHeartbeat(): void {
    this.#pump();
    if (this.closed !== undefined || this.#isUnderWay()) return;
    this.heartbeats++;
    this.#write(heartbeat);
  }

  #isUnderWay(): boolean {
    return this.#isBlocked || this.#pendingBytes() > 0;
  }

  /**
   * Whether bytes were under way at this beat and the ones before, and none of them was taken. A
   * sink may count its own framing as pending, so what is taken can also seem to shrink.
   */
  #isStalled(): boolean {
    const pending = this.#pendingBytes();
    const before = this.#takenAtBeat;
    const taken = this.#isBlocked || pending > 0 ? this.sentBytes - pending : undefined;
    const isIdle = before !== undefined && taken !== undefined && taken <= before;
    this.#takenAtBeat = taken;
    this.#idleBeats = isIdle ? this.#idleBeats + 1 : 0;
    return this.#idleBeats >= STALLED_BEATS;
  }

  /** One question at a time: while an answer is due, no heartbeat is sent and none is asked for. */
  #askToStay(mayStay: () => boolean | Promise<boolean>): void {
    if (this.#isBeingAsked || this.closed !== undefined) return;
    this.#isBeingAsked = true;
    const decide = (isWelcome: boolean): void => {
      this.#isBeingAsked = false;
      if (isWelcome) this.#sendHeartbeat();
      else this.#cut('revoked');
    };
    const refuse = (error: unknown): void => {
      this.#host.report(error);
      decide(false);
    };
    try {
      const answer = mayStay();
      if (typeof answer === 'boolean') decide(answer);
      else answer.then(decide, refuse);
    } catch (error) {
      refuse(error);
    }
  }

  #pendingBytes(): number {
    try {
      const pending = this.#sink.pendingBytes();
      this.#taken = this.sentBytes - pending;
      return pending;
    } catch (error) {
      this.#fail(error);
      return Infinity;
    }
  }

  #fail(error: unknown): void {
    this.#host.report(error);
    this.#cut('failed');
  }

  #cut(reason: CloseReason): void {
    if (this.#leave(reason)) this.#destroy();
  }

  #destroy(): void {
    try {
      this.#sink.destroy();
    } catch (error) {
      this.#host.report(error);
    }
  }

  /** First out of the stream, then the transport: nothing is published into a dying connection. */
  #leave(reason: CloseReason): boolean {
    if (this.closed !== undefined) return false;
    this.closed = reason;
    this.#node = nowhere;
    this.#host.leave(this, reason);
    return true;
  }
}
