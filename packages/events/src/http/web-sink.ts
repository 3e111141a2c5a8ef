import type { ByteSink, Connection } from '../stream/sink.js';
import { afterEndGrace } from './end-grace.js';

/** What a copy of a live stream is: see {@link WebSink.stream}. */
function emptyStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}

/**
 * A web stream as a sink. The queue's mark is zero, so the stream asks for more exactly when its
 * consumer waits for more: one piece is under way at a time, and what counts as pending is what
 * the consumer has not come back from yet. (A consumer that waits for its socket before it asks
 * again, as servers do, makes that figure the network's. `desiredSize` would be empty as soon as
 * the consumer holds the piece.) Not a byte stream: that would detach bytes which others share.
 */
export class WebSink implements ByteSink {
  /**
   * The response's body. A copy of it (`response.clone()`) is empty: middleware that reads a copy
   * to its end, for an ETag say, would never come to one, and what the slower of two branches has
   * not read would pile up without limit. So it is where copies are made by the body's own `tee`,
   * as on Node; Chromium, Bun, Deno and workerd make theirs without asking.
   */
  readonly stream: ReadableStream<Uint8Array>;

  #controller!: ReadableStreamDefaultController<Uint8Array>;
  /** Held as a whole: some runtimes drop a request's signal together with the request. */
  readonly #request: Pick<Request, 'signal'> | undefined;
  #connection: Connection | undefined;
  #pendingBytes = 0;
  /** The consumer waits for bytes. */
  #isAsking = false;
  #state: 'open' | 'ending' | 'over' = 'open';
  #callOffGrace: (() => void) | undefined;

  /**
   * @param request whose abort says that the reader is gone. Left out where that is learnt of in
   * another way: on some servers a signal is costly, and made when it is first asked for.
   */
  constructor(
    request: Pick<Request, 'signal'> | undefined,
    Stream: typeof ReadableStream<Uint8Array> = ReadableStream,
  ) {
    this.#request = request;
    this.stream = new Stream(
      {
        start: (controller: ReadableStreamDefaultController<Uint8Array>) => {
          this.#controller = controller;
        },
        pull: () => this.#onPull(),
        cancel: () => void this.#onGone(),
      },
      { highWaterMark: 0 },
    );
    this.stream.tee = () => [this.stream, emptyStream()];
  }

  /** Tells `connection` what becomes of the body. */
  follow(connection: Connection): void {
    this.#connection = connection;
    this.#request?.signal.addEventListener('abort', this.#onAbort);
  }

  write(bytes: Uint8Array): false {
    this.#pendingBytes += bytes.length;
    this.#isAsking = false;
    this.#controller.enqueue(bytes);
    return false;
  }

  pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** Whether the consumer has taken everything and waits for more. */
  get isAsked(): boolean {
    return this.#isAsking;
  }

  /**
   * Closes the stream when its consumer comes back for more: a stream that is closed while a
   * server still holds its bytes can no longer be dropped, should the reader never take them.
   */
  end(): void {
    if (this.#state !== 'open') return;
    if (this.#isAsking) return this.#close();
    this.#state = 'ending';
    this.#callOffGrace = afterEndGrace(() => this.destroy());
  }

  destroy(): void {
    if (this.#state === 'over') return;
    this.#finish();
    this.#controller.error(new Error('The event stream was cut.'));
  }

  #onPull(): void {
    this.#pendingBytes = 0;
    this.#isAsking = true;
    if (this.#state === 'ending') this.#close();
    else this.#connection?.drained();
  }

  readonly #onAbort = (): void => {
    if (this.#onGone()) this.#controller.close();
  };

  /** The reader left: by cancelling the body, or by aborting the request. */
  #onGone(): boolean {
    if (this.#state === 'over') return false;
    this.#finish();
    this.#connection?.close();
    return true;
  }

  #close(): void {
    this.#finish();
    this.#controller.close();
  }

  #finish(): void {
    this.#state = 'over';
    this.#pendingBytes = 0;
    this.#callOffGrace?.();
    this.#request?.signal.removeEventListener('abort', this.#onAbort);
  }
}
