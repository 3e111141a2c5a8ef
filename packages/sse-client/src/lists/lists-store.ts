import type { ConnectionState } from '../connection/connection-state.js';
import type { LoopClientError } from '../error.js';
import type { ClientOptions } from '../options.js';
import type { ReadonlyStore } from '../store.js';

/** Options of `connectLists`. */
export interface ListsOptions extends ClientOptions {
  /**
   * Who the user is, in any words of the host's: their id, say. Tabs of one browser with the same
   * key and URL share one stream, so what one user may see must never go under another's key.
   * It takes Web Locks and BroadcastChannel (a page over HTTPS or on localhost).
   * @default each tab has a stream of its own
   */
  shareKey?: string | undefined;
  /**
   * Load everything: projects, sessions, archived chats. Called whenever changes may have been
   * missed: when a connection begins, also another tab's that this one follows, and when frames
   * are missing or cannot be read.
   */
  onReset?: (() => void | Promise<void>) | undefined;
  /** Load the sessions of this workspace, and archived chats. */
  onSessionsChanged?: ListCallback | undefined;
  /** Load the projects, the sessions of this workspace, and archived chats. */
  onProjectsChanged?: ListCallback | undefined;
}

/**
 * Called once a frame, without waiting for the one before: where loading costs much, put several
 * together. What it throws or rejects with is reported and stops nothing.
 */
export type ListCallback = (change: { workspaceId: string }) => void | Promise<void>;

/** What a {@link ListsStore} holds. */
export interface ListsStoreState {
  /** How the stream's connection stands, whichever tab has it. */
  connection: ConnectionState;
  /** Why the latest attempt failed or the stream has stopped. Gone once a connection is open. */
  error?: LoopClientError;
}

/** Figures of a {@link ListsStore}, since it was made. */
export interface ListsStoreStats {
  /** What this tab is: `leader` has the stream for all, `follower` hears of it, `alone` shares nothing. */
  role: 'leader' | 'follower' | 'alone';
  /** Connections that this tab opened. */
  connections: number;
  /** Bytes on them. */
  bytes: number;
  /** Frames received, directly or through another tab. */
  frames: number;
  /** Times that everything was to be loaded. */
  resets: number;
  /** When the latest byte or frame came, in epoch milliseconds. */
  lastActivityAt?: number;
  /** The position in the stream: `streamId:seq`. */
  cursor?: string;
}

/** The list stream, kept until it is closed. What it brings goes to the callbacks. */
export interface ListsStore extends ReadonlyStore<ListsStoreState> {
  /**
   * Connects at once: out of a wait ("Retry now"), or after a stop (the user has signed in). A
   * follower takes the stream over, as it may know a token that the leader does not. After
   * `close()` it does nothing.
   */
  reconnect(): void;
  /** Ends it for good; another tab goes on. Idempotent; nothing is called any more. */
  close(): void;
  /** Figures for inspection. Reading them is the only way to learn of a change. */
  stats(): ListsStoreStats;
}
