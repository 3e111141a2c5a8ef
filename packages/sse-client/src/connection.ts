import type { ServerSentEvent } from './decoder.js';
import { isFinal, type LoopClientError } from './error.js';
import type { StreamLimits } from './options.js';
import { isOnline, watchPage } from './page.js';
import type { Requester } from './request.js';
import { createRetryPolicy } from './retry-policy.js';
import { openSource, type Source, type SourceEnd } from './source.js';
import { startTimer, type Timer } from './timer.js';

/** How a stream's connection stands. */
export interface ConnectionState {
  /**
   * `connecting`: asked, no answer yet · `open`: the server answered with a stream · `waiting`:
   * for the next attempt · `offline`: the same, and the platform believes there is no network ·
   * `closed`: by `close()`, or for the reason in `error`.
   */
  status: 'connecting' | 'open' | 'waiting' | 'offline' | 'closed';
  /** How many connections in a row came to nothing; 0 while all is well. */
  attempt: number;
  /** When the next attempt is made, in epoch milliseconds, while one is waited for. */
  retryAt?: number;
}

/** What came of a chunk's events. */
export interface Delivery {
  /** The reader moved on. */
  progress: boolean;
  /** The events do not go on from where the reader stands: it has to start over. */
  fault?: LoopClientError | undefined;
}

/** What a connection needs. */
export interface ConnectionOptions {
  /** Asked for each attempt: it holds the position. */
  url: () => string;
  request: Requester;
  limits: StreamLimits;
  onOpen(): void;
  onBytes(count: number): void;
  onEvents(events: readonly ServerSentEvent[]): Delivery;
  /** `error`: why the latest attempt failed; `undefined` once one is open. */
  onChange(state: ConnectionState, error: LoopClientError | undefined): void;
}

/** A connection that is made anew until it is closed or refused for good. */
export interface Connection {
  /** Tries at once, from a clean slate, also after a stop. After `close()` it does nothing. */
  reconnect(): void;
  /** Idempotent. Nothing is called back afterwards. */
  close(): void;
}

/**
 * Keeps at most one {@link Source} alive: one is dropped before the next is opened, and a dropped
 * one calls nothing back. Waits, wakes and gives up as DESIGN section 5 says.
 */
export function openConnection(options: ConnectionOptions): Connection {
  const { url, request, limits, onOpen, onBytes, onEvents, onChange } = options;
  const policy = createRetryPolicy();
  let source: Source | undefined;
  let wait: { timer: Timer | undefined; until: number; asked: boolean } | undefined;
  let error: LoopClientError | undefined;
  let closed = false;
  const unwatchPage = watchPage({ onWake: wake, onOffline: showWait });
  connect();

  return {
    reconnect() {
      if (closed) return;
      policy.reset();
      connect();
    },
    close() {
      closed = true;
      drop();
      unwatchPage();
    },
  };

  function connect(): void {
    drop();
    source = openSource({
      url: url(),
      request,
      limits,
      onOpen: opened,
      onBytes,
      onEvents: deliver,
      onRetryField: policy.setLeast,
      onEnd: ended,
    });
    show('connecting');
  }

  function opened(): void {
    policy.opened();
    error = undefined;
    onOpen();
    show('open');
  }

  function deliver(events: readonly ServerSentEvent[]): void {
    const attempt = policy.attempt;
    const { progress, fault } = onEvents(events);
    policy.delivered(progress);
    if (fault) startOver(fault);
    else if (policy.attempt !== attempt) show('open');
  }

  function ended(end: SourceEnd): void {
    error = end.error;
    if (error && isFinal(error)) stop();
    else waitFor(policy.ended(end.afterMs), Boolean(end.afterMs));
  }

  function startOver(fault: LoopClientError): void {
    error = fault;
    const ms = policy.startedOver(fault.code === 'gap');
    if (ms === 0) connect();
    else waitFor(ms, false);
  }

  function waitFor(ms: number, asked: boolean): void {
    drop();
    wait = { timer: startTimer(connect, ms), until: Date.now() + ms, asked };
    showWait();
  }

  /** Somebody looks, or the network is back: no reason to wait on, unless the server asked for it. */
  function wake(restored: boolean): void {
    if (wait) {
      if (!wait.asked || Date.now() >= wait.until) connect();
    } else if (source && (restored || source.overdue())) connect();
  }

  function stop(): void {
    drop();
    show('closed');
  }

  /** Leaves nothing behind that could call back. */
  function drop(): void {
    source?.close();
    source = undefined;
    clearTimeout(wait?.timer);
    wait = undefined;
  }

  /** Attempts go on while offline: a server on this machine needs no network. */
  function showWait(): void {
    if (wait) show(isOnline() ? 'waiting' : 'offline');
  }

  function show(status: ConnectionState['status']): void {
    const { attempt } = policy;
    onChange({ status, attempt, ...(wait && { retryAt: wait.until }) }, error);
  }
}
