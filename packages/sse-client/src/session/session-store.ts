import type { SessionView } from '@loop/events';
import type { ConnectionState } from '../connection/connection-state.js';
import type { LoopClientError } from '../error.js';
import type { ClientOptions } from '../options.js';
import type { ReadonlyStore } from '../store.js';
import type { SessionTraffic } from './traffic.js';

/** Options of `connectSession`. */
export interface SessionOptions extends ClientOptions {
  /**
   * Connects as somebody who can answer approvals: `approvals=1` in the query. Others see
   * approvals just the same. Its stream is not released while the page is hidden, unless
   * `holdWhile` says otherwise.
   * @default false
   */
  approvals?: boolean | undefined;
  /**
   * Whether a page that nobody can see keeps its stream beyond `releaseHiddenMs`. Asked when that
   * time is over and, from then on, after whatever the stream brings. One that throws holds.
   *
   * Over HTTP/1.1 each stream that is kept is one of the six connections that a browser has to a
   * host, for all tabs together: beside a list stream and a request of any tab, four. With
   * `(view) => view.state.pendingApprovals.length > 0` five tabs on one session that waits leave
   * none, and no tab can answer any more. Where approvals wait on the server whoever watches, and
   * the lists say that something does, let go: `() => false`. HTTP/2 has no such limit.
   * @default with approvals always, otherwise never
   */
  holdWhile?: ((view: SessionView) => boolean) | undefined;
  /**
   * Where earlier rounds are; asked with `before` (a message index) and `rounds` in the query.
   * @default the events' URL with `history` for its last part `events`
   */
  historyUrl?: string | URL | undefined;
  /** Rounds that one `loadEarlier()` asks for. @default 3 */
  historyRounds?: number | undefined;
}

/** How a session's connection stands. */
export interface SessionConnection extends ConnectionState {
  /**
   * What the latest connection began with: the frames that were missed, or a snapshot. Missing
   * until one has begun.
   */
  lastOpening?: 'replay' | 'snapshot';
}

/** What a {@link SessionStore} holds. */
export interface SessionStoreState {
  /** The session as far as it was received; it stays while there is no connection. */
  view: SessionView;
  connection: SessionConnection;
  /** Why the latest attempt failed or the store has stopped. Gone once a connection is open. */
  error?: LoopClientError;
}

/** Figures of a {@link SessionStore}, since it was made. */
export interface SessionStoreStats {
  /** Connections that opened. */
  connections: number;
  /** Connections given up because frames were missing or could not be read. */
  startedOver: number;
  bytes: number;
  /** Frames received, those that the view already had included. */
  frames: number;
  heartbeats: number;
  /** When the latest byte came, in epoch milliseconds. */
  lastActivityAt?: number;
  /** The position of the view: `streamId:seq`. */
  cursor?: string;
}

/** A session, kept current until it is closed. */
export interface SessionStore extends ReadonlyStore<SessionStoreState> {
  /**
   * Loads the rounds before the ones that the view holds. One request at a time: asking while one
   * is under way gives the same promise.
   *
   * Resolves with whether the view got them: `false` when it already begins at the session's first
   * message, when the page does not fit any more (the stream or the window became another one
   * meanwhile), or when the store was closed.
   *
   * @throws LoopClientError (as a rejection) `unauthorized`, `forbidden`, `not-found`, `gone`,
   * `rejected`, `unavailable`, `network`, `timeout`, `bad-data`, `headers-failed`, or
   * `invalid-option` where the history's URL is not known. The stream goes on; ask again.
   */
  loadEarlier(): Promise<boolean>;
  /**
   * Connects at once: out of a wait ("Retry now"), or after a stop (the user has signed in). After
   * `close()` it does nothing.
   */
  reconnect(): void;
  /** Ends it for good. Idempotent; no listener is called any more. */
  close(): void;
  /** Figures for inspection. Reading them is the only way to learn of a change. */
  stats(): SessionStoreStats;
  /**
   * Tells what the connections do and bring from now on, at once and after the view has it: for
   * inspectors and measurements. Each call gets a fact of its own kind, see {@link SessionTraffic}.
   * What an observer throws is reported and stops nothing. Returns an idempotent way out.
   */
  observe(observer: (traffic: SessionTraffic) => void): () => void;
}
