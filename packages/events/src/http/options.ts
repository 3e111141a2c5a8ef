import type { ConnectOptions } from '../stream/sink.js';

/** How one event stream is served. The limits and callbacks are the connection's own. */
export interface EventStreamOptions extends Pick<
  ConnectOptions,
  'heartbeatMs' | 'maxPendingBytes' | 'revalidate' | 'retryMs' | 'onClose'
> {
  /**
   * The value of `Cache-Control`. A remote ingress replaces it by `no-store, no-transform`; keep
   * `no-transform`, without it compressing middleware holds events back. Contract: "Connection
   * Lifecycle".
   *
   * @default 'no-cache, no-transform'
   */
  cacheControl?: string | undefined;
}
