import { LoopClientError } from './error.js';
import type { Credentials, FetchLike } from './fetch-like.js';

/** Header fields for a request. A function is asked anew for each one, and may fetch a token. */
export type HeadersOption =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/** Options of every stream. */
export interface ClientOptions {
  /**
   * Header fields of each request. They make a cross-origin request a preflighted one.
   * @default none
   */
  headers?: HeadersOption | undefined;
  /** Whether cookies go along, as `fetch` means it. @default 'same-origin' (by `fetch`) */
  credentials?: Credentials | undefined;
  /** Makes the requests. @default the platform's `fetch`, looked up when it is needed */
  fetch?: FetchLike | undefined;
  /**
   * Called when a request was answered with 401, once for that request; then it is made once more
   * with fresh `headers`. Refresh a token here. A rejection, or another 401, stops the client with
   * the error `unauthorized`.
   * @default a 401 stops the client
   */
  onUnauthorized?: (() => void | Promise<void>) | undefined;
  /**
   * Milliseconds between the server's heartbeats. A connection that was silent for two and a half
   * of them is given up and made anew. `Infinity` switches that off.
   * @default 15_000
   */
  heartbeatMs?: number | undefined;
  /**
   * The largest event to accept, in bytes as received. It bounds memory; a larger one stops the
   * client with the error `event-too-large`. Keep it well above the largest snapshot.
   * @default 33_554_432 (32 MiB, eight times what a server's replay buffer holds by default)
   */
  maxEventBytes?: number | undefined;
}

const defaultHeartbeatMs = 15_000;
const defaultMaxEventBytes = 32 * 1024 * 1024;

/** How many heartbeats may be missed: two, and half a one for a slow network. */
const toleratedHeartbeats = 2.5;

/** The limits that follow from {@link ClientOptions}. */
export interface StreamLimits {
  /** Silence, in milliseconds, after which a connection is given up. */
  silenceMs: number;
  maxEventBytes: number;
}

/** @throws LoopClientError `invalid-option` */
export function limitsOf(options: ClientOptions): StreamLimits {
  const { heartbeatMs = defaultHeartbeatMs, maxEventBytes = defaultMaxEventBytes } = options;
  requirePositive('heartbeatMs', heartbeatMs);
  requirePositive('maxEventBytes', maxEventBytes);
  return { silenceMs: heartbeatMs * toleratedHeartbeats, maxEventBytes };
}

/** @throws LoopClientError `invalid-option` */
export function requirePositive(name: string, value: number): void {
  if (typeof value === 'number' && value > 0) return;
  throw new LoopClientError(
    'invalid-option',
    `Expected ${name} to be above 0, got ${String(value)}.`,
  );
}
