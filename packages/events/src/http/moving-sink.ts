import type { ByteSink, Connection } from '../stream/sink.js';
import { NodeSink } from './node-sink.js';
import type { NodeResponseLike } from './node-types.js';
import { WebSink } from './web-sink.js';

/**
 * A web stream's sink that leaves the stream for the Node response below it, where a chunk costs a
 * third and is shared by all readers. It moves only when it has seen that nothing stands between
 * the two: the head has left, what it gave the stream was written to the response as the very same
 * object, by whoever read it and at once, and that one waits for more. Middleware that changes
 * headers is done by then; middleware that reads or pipes the body keeps the stream.
 *
 * The server still waits for the stream's next chunk. It learns of the end when the response closes.
 */
export class MovingSink implements ByteSink {
  readonly #web: WebSink;
  readonly #response: NodeResponseLike;
  readonly #write: NodeResponseLike['write'];
  #sink: ByteSink;
  #connection: Connection | undefined;
  #isStraight = false;
  #written: unknown;

  constructor(response: NodeResponseLike) {
    this.#web = new WebSink(undefined, WatchedStream);
    this.#sink = this.#web;
    this.#response = response;
    this.#write = response.write;
    if (!Object.hasOwn(response, 'write')) response.write = this.#watching;
    response.on('close', this.#onClose);
  }

  get stream(): WatchedStream {
    return this.#web.stream as WatchedStream;
  }

  /** Tells `connection` what becomes of the body. */
  follow(connection: Connection): void {
    this.#connection = connection;
    this.#web.follow(connection);
  }

  write(bytes: Uint8Array): boolean {
    if (this.#sink === this.#web && this.#isAlone()) this.#move();
    if (this.#sink !== this.#web) return this.#sink.write(bytes);
    // The same bytes may have passed before: heartbeats are one object.
    this.#written = undefined;
    this.#isStraight = false;
    const { isAsked } = this.#web;
    this.#web.write(bytes);
    if (isAsked) queueMicrotask(() => this.#look(bytes));
    return false;
  }

  /**
   * Runs right behind what waited for these bytes. A server writes them there and then; whoever
   * stands in between hands them on, and they arrive a promise later.
   */
  #look(bytes: Uint8Array): void {
    this.#isStraight = this.#written === bytes;
  }

  pendingBytes(): number {
    return this.#sink.pendingBytes();
  }

  end(): void {
    this.#unwatchResponse();
    this.#sink.end();
  }

  destroy(): void {
    this.#unwatchResponse();
    this.#sink.destroy();
  }

  #isAlone(): boolean {
    return (
      this.#isStraight && !this.stream.isPiped && this.#web.isAsked && this.#response.headersSent
    );
  }

  #move(): void {
    this.#unwatchResponse();
    const sink = new NodeSink(this.#response);
    this.#sink = sink;
    if (this.#connection) sink.follow(this.#connection);
  }

  /** Node's `write` is behind this one for as long as we look. */
  readonly #watching = (...written: Parameters<NodeResponseLike['write']>): boolean => {
    [this.#written] = written;
    return this.#write.apply(this.#response, written);
  };

  /**
   * Somebody who has put another one on top since then calls this one for ever. Node's own is put
   * in its place, because an object that has lost a property takes some kilobytes more.
   */
  #unwatchResponse(): void {
    if (this.#response.write === this.#watching) this.#response.write = this.#write;
  }

  readonly #onClose = (): void => {
    this.#unwatchResponse();
    this.#response.off('close', this.#onClose);
    this.#connection?.close();
  };
}

type Bytes = ReadableStream<Uint8Array>;

/** What is piped somewhere may be changed on the way, also by those that change nothing yet. */
class WatchedStream extends ReadableStream<Uint8Array> {
  isPiped = false;

  override pipeThrough<T>(...args: Parameters<ReadableStream['pipeThrough']>): ReadableStream<T> {
    this.isPiped = true;
    return super.pipeThrough(...args) as ReadableStream<T>;
  }

  override pipeTo(...args: Parameters<ReadableStream['pipeTo']>): Promise<void> {
    this.isPiped = true;
    return super.pipeTo(...args);
  }

  override values(...args: Parameters<Bytes['values']>): ReturnType<Bytes['values']> {
    this.isPiped = true;
    return super.values(...args);
  }

  override [Symbol.asyncIterator](
    ...args: Parameters<Bytes['values']>
  ): ReturnType<Bytes['values']> {
    return this.values(...args);
  }
}
