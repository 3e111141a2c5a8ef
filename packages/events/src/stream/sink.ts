/**
 * Where a connection's bytes go. The core decides what is sent, when, and whether a reader is
 * given up; a sink moves bytes on one runtime and knows nothing else.
 */
export interface ByteSink {
  /**
   * Takes all of `bytes`, which others share: read only. `false` means: nothing more until
   * `connection.drained()`.
   */
  write(bytes: Uint8Array): boolean;
  /**
   * Bytes accepted and not yet taken by the network. Asked at heartbeats, and when a turn begins in
   * which the reader could be far behind.
   */
  pendingBytes(): number;
  /** Finishes the response properly. Idempotent. */
  end(): void;
  /** Drops the transport at once. Idempotent. */
  destroy(): void;
}

/** Why a connection ended. */
export type CloseReason =
  /** The reader went away. */
  | 'client'
  /** Further behind than the target and its credit allow. */
  | 'lagging'
  /** Bytes were pending and none of them was taken for two heartbeats. */
  | 'stalled'
  /** `revalidate` said no. */
  | 'revoked'
  /** The stream was disposed of. */
  | 'disposed'
  /** The sink threw. */
  | 'failed';

/** One reader's link to a stream, as its sink sees it. */
export interface Connection {
  /** The sink can take bytes again. It may say so before `write` has returned. */
  drained(): void;
  /** The reader is gone. Idempotent; the sink is not called again. */
  close(): void;
  readonly stats: ConnectionStats;
}

/** Figures of one connection. */
export interface ConnectionStats {
  /** How the connection opened. */
  readonly opening: Opening;
  /** Bytes handed to the sink. */
  readonly sentBytes: number;
  readonly heartbeats: number;
  readonly openedAt: number;
  readonly closed: CloseReason | undefined;
}

/** What a connection began with: retained frames again, or a snapshot and the reason for it. */
export type Opening =
  | { readonly outcome: 'replay'; readonly frames: number }
  | { readonly outcome: 'snapshot'; readonly because: SnapshotReason };

/** Why a connection began with a snapshot. Contract: "Replay and Snapshots". */
export type SnapshotReason = 'none' | 'malformed' | 'other-stream' | 'not-behind' | 'evicted';

/** What a reader brings along and what its transport allows. */
export interface ConnectOptions {
  /** The position to go on from, as the reader sent it; `null` is what a header that is missing gives. */
  cursor?: string | null | undefined;
  /** Registers the reader as one who can answer approvals. @default false */
  approvals?: boolean | undefined;
  /** Milliseconds between heartbeats. @default 15_000 */
  heartbeatMs?: number | undefined;
  /** How far a reader may be behind before its credit counts. @default 1_048_576 */
  maxPendingBytes?: number | undefined;
  /** Asked before each heartbeat; `false`, or a rejection, closes the connection. */
  revalidate?: (() => boolean | Promise<boolean>) | undefined;
  /**
   * Sends `retry:` with a value between this and twice this, in milliseconds, so that readers do
   * not all come back at once after a restart. @default not sent
   */
  retryMs?: number | undefined;
  /** Called once, when the connection has ended. */
  onClose?: ((reason: CloseReason, stats: ConnectionStats) => void) | undefined;
}

/** A stream that can be connected to: a session's, or the lists'. */
export interface StreamSource {
  /**
   * Opens a connection: from the position to live delivery in one synchronous step. Its first
   * bytes are in the sink when this returns.
   *
   * @throws LoopEventsError `disposed`, `too-many-connections`; adapters ask {@link refusal} first.
   */
  connect(sink: ByteSink, options?: ConnectOptions): Connection;
  /** Why a connection would be refused just now. */
  refusal(): 'disposed' | 'too-many-connections' | undefined;
}
