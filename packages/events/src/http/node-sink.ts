import type { ByteSink, Connection } from '../stream/sink.js';
import { chunkOf, chunkSocket } from './chunks.js';
import { afterEndGrace } from './end-grace.js';
import type { NodeResponseLike, NodeSocketLike } from './node-types.js';
import type { HeaderRecord } from './rules.js';

/**
 * A Node response as a sink. `write` and 'drain' are the pace, 'close' is how every ending is
 * learnt of: the reader's FIN or reset, the server's own end, HTTP/2's reset of the stream.
 */
export class NodeSink implements ByteSink {
  readonly #response: NodeResponseLike;
  #head: HeaderRecord | undefined;
  #connection: Connection | undefined;
  #isOver = false;
  #callOffGrace: (() => void) | undefined;
  #socket: NodeSocketLike | null | undefined;
  /** Where chunks go past the response, if they may. */
  #chunks: NodeSocketLike | undefined;
  #isSettled = false;
  #isEnded = false;

  /**
   * @param head leaves with the first bytes, so a connection that is refused has sent nothing.
   * Without one the response has begun already.
   */
  constructor(response: NodeResponseLike, head?: HeaderRecord) {
    this.#response = response;
    this.#head = head;
  }

  /** Tells `connection` what becomes of the response. */
  follow(connection: Connection): void {
    this.#connection = connection;
    this.#response.on('drain', this.#onDrain);
    this.#response.on('close', this.#onClose);
    this.#response.on('prefinish', this.#onEnded);
    this.#response.on('error', this.#onError);
  }

  write(bytes: Uint8Array): boolean {
    if (this.#head) {
      this.#response.writeHead(200, this.#head);
      this.#head = undefined;
      return this.#response.write(bytes);
    }
    // The host has ended the response: behind its last chunk nothing may stand.
    if (this.#isEnded) return false;
    if (!this.#isSettled) this.#findChunkSocket();
    // A reader that has said its last word closes the socket once what is pending has left.
    const socket = this.#chunks?.writable === true ? this.#chunks : undefined;
    return socket ? socket.write(chunkOf(bytes)) : this.#response.write(bytes);
  }

  pendingBytes(): number {
    return this.#response.writableLength;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    // Node takes the socket away from a response before it says that the response has closed.
    this.#socket = isHttp2(this.#response) ? undefined : this.#response.socket;
    this.#callOffGrace = afterEndGrace(() => this.#response.destroy());
    this.#response.end();
  }

  destroy(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#response.destroy();
  }

  /** Looked for once, when the head has left: asking a framework's response each time costs. */
  #findChunkSocket(): void {
    this.#isSettled = true;
    this.#chunks = chunkSocket(this.#response);
    this.#chunks?.on('drain', this.#onDrain);
  }

  readonly #onDrain = (): void => {
    if (!this.#isOver) this.#connection?.drained();
  };

  readonly #onEnded = (): void => {
    this.#isEnded = true;
  };

  readonly #onClose = (): void => {
    this.#isOver = true;
    this.#callOffGrace?.();
    this.#response.off('drain', this.#onDrain);
    this.#chunks?.off('drain', this.#onDrain);
    this.#chunks = undefined;
    this.#response.off('close', this.#onClose);
    this.#response.off('prefinish', this.#onEnded);
    this.#response.off('error', this.#onError);
    this.#connection?.close();
    if (this.#socket && isServerClosing(this.#socket)) this.#socket.destroySoon();
  };

  readonly #onError = (): void => {
    this.#connection?.close();
    this.destroy();
  };
}

/** Whether the reader of this response is gone already, on either protocol. */
export function isGone(response: NodeResponseLike): boolean {
  return response.destroyed === true || response.stream?.destroyed === true;
}

/** A socket shared by many streams is not ours to end. */
function isHttp2(response: NodeResponseLike): boolean {
  return response.stream !== undefined;
}

/**
 * Whether the server has stopped listening. It then waits for every socket, and closes one that
 * becomes idle later only by the keep-alive timeout, seconds after its last response.
 */
function isServerClosing(socket: NodeSocketLike & { server?: { listening?: boolean } }): boolean {
  return socket.server?.listening === false;
}
