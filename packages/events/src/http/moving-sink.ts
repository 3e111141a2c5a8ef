import type { ByteSink, Connection } from '../stream/sink.js';
import { NodeSink } from './node-sink.js';
import type { NodeResponseLike } from './node-types.js';
import { WebSink } from './web-sink.js';

/**
 * A web stream's sink that leaves the stream for the Node response below it, where a chunk costs a
 * third and is shared by all readers. It moves only when it has seen that nothing stands between
 * the two: the head has left, what it gave the stream was written to the response as the very same
 * object, and whoever reads the stream waits for more. Middleware that changes headers is done by
 * then; middleware that pipes the body, or writes other bytes, keeps the stream.
 *
 * The server still waits for the stream's next chunk. It learns of the end when the response closes.
 */
export class MovingSink implements ByteSink {
  readonly #web: WebSink;
  readonly #response: NodeResponseLike;
  readonly #write: NodeResponseLike['write'];
  #sink: ByteSink;
  #connection: Connection | undefined;
  #given: Uint8Array | undefined;
  #written: unknown;
  #isPiped = false;

  constructor(request: Pick<Request, 'signal'>, response: NodeResponseLike) {
    this.#web = new WebSink(request);
    this.#sink = this.#web;
    this.#response = response;
    this.#write = response.write;
    this.#watchStream();
    if (!Object.hasOwn(response, 'write')) this.#watchResponse();
  }

  get stream(): ReadableStream<Uint8Array> {
    return this.#web.stream;
  }

  /** Tells `connection` what becomes of the body. */
  follow(connection: Connection): void {
    this.#connection = connection;
    this.#web.follow(connection);
  }

  write(bytes: Uint8Array): boolean {
    if (this.#sink === this.#web && this.#isAlone()) this.#move();
    this.#given = bytes;
    return this.#sink.write(bytes);
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
    const isThrough = this.#given !== undefined && this.#written === this.#given;
    return isThrough && !this.#isPiped && this.#web.isAsked && this.#response.headersSent;
  }

  #move(): void {
    this.#unwatchResponse();
    const sink = new NodeSink(this.#response);
    this.#sink = sink;
    if (this.#connection) sink.follow(this.#connection);
  }

  /** Node's `write` is behind this one for as long as we look. */
  #watchResponse(): void {
    this.#response.write = this.#watching;
    this.#response.on('close', this.#unwatchResponse);
  }

  readonly #watching = (...written: Parameters<NodeResponseLike['write']>): boolean => {
    [this.#written] = written;
    return this.#write.apply(this.#response, written);
  };

  /** Somebody who has put another one on top since then calls this one for ever. */
  readonly #unwatchResponse = (): void => {
    if (this.#response.write === this.#watching) Reflect.deleteProperty(this.#response, 'write');
  };

  /** What is piped somewhere may be changed on the way, also by those that change nothing yet. */
  #watchStream(): void {
    const { stream } = this.#web;
    for (const way of ['pipeThrough', 'pipeTo', 'values', Symbol.asyncIterator] as const) {
      const own = Reflect.get(stream, way) as ((...args: unknown[]) => unknown) | undefined;
      if (own === undefined) continue;
      const piping = (...args: unknown[]): unknown => {
        this.#isPiped = true;
        return own.apply(stream, args);
      };
      Object.defineProperty(stream, way, { value: piping, configurable: true });
    }
  }
}
