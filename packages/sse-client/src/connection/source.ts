import { createDecoder, type ServerSentEvent } from '../decode/decoder.js';
import { asClientError, LoopClientError } from '../error.js';
import type { StreamLimits } from '../options.js';
import { readAnswer } from '../request/answer.js';
import { discard, type ByteReaderLike, type ByteStreamLike } from '../request/fetch-like.js';
import type { Requester } from '../request/request.js';
import { createWatchdog, type Watchdog } from './watchdog.js';

/** One attempt at a connection, and the connection it becomes. It ends once and for good. */
export interface Source {
  /** Whether nothing was heard for longer than may be. Timers sleep with the machine, clocks do not. */
  overdue(): boolean;
  /** Drops it. None of its callbacks runs from here on. Idempotent. */
  close(): void;
}

/** How a source ended. */
export interface SourceEnd {
  /** Missing when the server ended the stream properly. */
  error?: LoopClientError;
  /** Milliseconds that the server asks to wait. */
  afterMs?: number | undefined;
}

/** What a source tells. */
export interface SourceCallbacks {
  /** The server's answer is an event stream. */
  onOpen(): void;
  onBytes(count: number): void;
  /** What one chunk completed, in order. */
  onEvents(events: readonly ServerSentEvent[]): void;
  /** The server's `retry:` field, in milliseconds. */
  onRetryField(ms: number): void;
  onEnd(end: SourceEnd): void;
}

/** What a source needs. */
export interface SourceOptions extends SourceCallbacks {
  url: string;
  request: Requester;
  limits: StreamLimits;
}

/** Opens a source. Nothing is sent before the current turn is over, so closing it at once costs no request. */
export function openSource(options: SourceOptions): Source {
  const { url, request, limits, onOpen, onBytes, onEvents, onRetryField, onEnd } = options;
  const controller = new AbortController();
  const startedAt = Date.now();
  let dead = false;
  let reader: ByteReaderLike | undefined;
  let watchdog: Watchdog | undefined;
  void run();

  return {
    overdue: () => watchdog?.overdue() ?? Date.now() - startedAt >= limits.silenceMs,
    close: shut,
  };

  async function run(): Promise<void> {
    try {
      const plan = { accept: 'text/event-stream', controller, timeoutMs: limits.silenceMs };
      const response = await request(url, plan);
      if (dead) return discard(response);
      const answer = readAnswer(response, Date.now());
      if ('error' in answer) return end(answer);
      onOpen();
      if (dead) return discard(response);
      await read(answer.body);
      end({});
    } catch (thrown) {
      end({ error: asClientError(thrown) });
    }
  }

  async function read(body: ByteStreamLike): Promise<void> {
    reader = body.getReader();
    watchdog = createWatchdog(limits.silenceMs, () => end({ error: silence(limits.silenceMs) }));
    const decoder = createDecoder(limits.maxEventBytes);
    while (!dead) {
      const { done, value } = await reader.read();
      if (dead || done || !value) return;
      watchdog.feed();
      onBytes(value.byteLength);
      const { events, retryMs, tooLarge } = decoder.feed(value);
      if (retryMs !== undefined) onRetryField(retryMs);
      if (events.length > 0) onEvents(events);
      if (tooLarge) throw eventTooLarge(limits.maxEventBytes);
    }
  }

  function end(how: SourceEnd): void {
    if (dead) return;
    shut();
    onEnd(how);
  }

  function shut(): void {
    if (dead) return;
    dead = true;
    watchdog?.stop();
    controller.abort();
    // A body that its fetch has not tied to the signal is let go here.
    reader?.cancel().catch(() => {});
  }
}

function silence(ms: number): LoopClientError {
  return new LoopClientError(
    'timeout',
    `Nothing was heard for ${ms} ms; a new connection is made.`,
  );
}

function eventTooLarge(maxEventBytes: number): LoopClientError {
  return new LoopClientError(
    'event-too-large',
    `An event is larger than maxEventBytes (${maxEventBytes}). The server would send it again, ` +
      'so the client stopped. Raise maxEventBytes, or reload.',
  );
}
