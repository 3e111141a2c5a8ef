import type { CloseReason, ConnectionStats } from './sink.js';
import type { EvictionLimit } from './replay-buffer.js';

/** What a host can watch. A hook that throws disturbs nothing; {@link onError} hears of it. */
export interface StreamHooks {
  /** A connection opened; `stats.opening` says with what, and why. */
  onOpen?: (stats: ConnectionStats) => void;
  onClose?: (reason: CloseReason, stats: ConnectionStats) => void;
  /** Frames left the replay buffer for this limit. */
  onEvict?: (limit: EvictionLimit, frames: number) => void;
  /** A listener, a hook, a sink or `revalidate` threw. */
  onError?: (error: unknown) => void;
}

/** Options that all streams share. */
export interface StreamOptions {
  /** Names the stream: `[A-Za-z0-9_-]`, at most 64. @default a UUID */
  streamId?: string | undefined;
  /** Frames retained for replay. @default 256 */
  maxFrames?: number | undefined;
  /** Encoded bytes retained for replay. @default 4_194_304 */
  maxBytes?: number | undefined;
  /** Connections at a time; further ones are refused. @default without limit */
  maxConnections?: number | undefined;
  hooks?: StreamHooks | undefined;
}
