import type { ServerSentEvent } from '../decode/decoder.js';
import { isFinal, type LoopClientError } from '../error.js';
import type { StreamLimits } from '../options.js';
import { isOnline } from '../platform/page.js';
import { startTimer, type Timer } from '../platform/timer.js';
import type { Requester } from '../request/request.js';
import type { ConnectionState, StreamStatus } from './connection-state.js';
import { watchPresence } from './presence.js';
import { createRetryPolicy } from './retry-policy.js';
import { openSource, type Source, type SourceEnd } from './source.js';

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
  /** Whether a hidden page keeps its connection; asked when its time is over and after events. */
  isHeld(): boolean;
  onOpen(): void;
  onBytes(count: number): void;
  onEvents(events: readonly ServerSentEvent[]): Delivery;
  onChange(status: StreamStatus): void;
}

/** A connection that is made anew until it is closed or refused for good. */
export interface Connection {
  /** Tries at once, from a clean slate, also after a stop. After `close()` it does nothing. */
  reconnect(): void;
  /** Somebody waits for it: cuts a wait short that the server did not ask for. */
  wake(): void;
  /** Idempotent. Nothing is called back afterwards. */
  close(): void;
}

/**
 * Keeps at most one {@link Source} alive: one is dropped before the next is opened, and a dropped
 * one calls nothing back. Waits, wakes and gives up as DESIGN section 5 says.
 */
export function openConnection(options: ConnectionOptions): Connection {
  const { url, request, limits, isHeld, onOpen, onBytes, onEvents, onChange } = options;
  const policy = createRetryPolicy();
  let source: Source | undefined;
  let wait: { timer: Timer | undefined; until: number } | undefined;
  let error: LoopClientError | undefined;
  /** Until then the server wants to be left alone, whoever looks; in epoch milliseconds. */
  let restUntil = 0;
  /** Let go for the page's sake. */
  let released = false;
  let closed = false;
  const presence = watchPresence({
    releaseHiddenMs: limits.releaseHiddenMs,
    isHeld,
    onAway: release,
    onWake: wake,
    onOffline: showWait,
  });
  connect();

  return {
    reconnect() {
      if (closed) return;
      policy.reset();
      presence.begin();
      connect();
    },
    wake,
    close() {
      closed = true;
      drop();
      presence.stop();
    },
  };

  function connect(): void {
    drop();
    restUntil = 0;
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
    const opener = source;
    onOpen();
    // The host may have closed it out of a callback.
    if (source === opener) show('open');
  }

  function deliver(events: readonly ServerSentEvent[]): void {
    const attempt = policy.attempt;
    const deliverer = source;
    const { progress, fault } = onEvents(events);
    // The host may have asked for another connection out of a callback.
    if (source !== deliverer) return;
    policy.delivered(progress);
    if (fault) startOver(fault);
    else if (policy.attempt !== attempt) show('open');
    presence.reconsider();
  }

  function ended(end: SourceEnd): void {
    error = end.error;
    if (error && isFinal(error)) return stop();
    restUntil = Date.now() + (end.afterMs ?? 0);
    waitFor(policy.ended(end.afterMs));
  }

  function startOver(fault: LoopClientError): void {
    error = fault;
    const ms = policy.startedOver(fault.code === 'gap');
    if (ms === 0) connect();
    else waitFor(ms);
  }

  function waitFor(ms: number): void {
    drop();
    wait = { timer: startTimer(connect, ms), until: Date.now() + ms };
    showWait();
  }

  /** Somebody looks, or the network is back: no reason to wait on, unless the server asked for it. */
  function wake(): void {
    const restMs = restUntil - Date.now();
    const isIdle = released || wait !== undefined;
    if (isIdle ? restMs <= 0 : source?.overdue()) connect();
    else if (released) waitFor(restMs);
  }

  /** A client that has stopped stays as it is. */
  function release(): void {
    if (!source && !wait) return;
    drop();
    released = true;
    show('released');
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
    released = false;
  }

  /** Attempts go on while offline: a server on this machine needs no network. */
  function showWait(): void {
    if (wait) show(isOnline() ? 'waiting' : 'offline');
  }

  function show(status: ConnectionState['status']): void {
    const { attempt } = policy;
    const connection = { status, attempt, ...(wait && { retryAt: wait.until }) };
    onChange({ connection, ...(error && { error }) });
  }
}
