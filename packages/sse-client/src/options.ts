import { LoopClientError } from './error.js';
import type { Credentials, FetchLike } from './request/fetch-like.js';

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
  /**
   * Milliseconds after which a page that nobody can see lets its stream go. It comes back when
   * somebody looks, with what was missed. Browsers open six HTTP/1.1 connections to a host, and a
   * stream takes one of them for as long as it lives. `Infinity` switches that off.
   * @default 30_000
   */
  releaseHiddenMs?: number | undefined;
}

const defaultHeartbeatMs = 15_000;
const defaultMaxEventBytes = 32 * 1024 * 1024;
const defaultReleaseHiddenMs = 30_000;

/** How many heartbeats may be missed: two, and half a one for a slow network. */
const toleratedHeartbeats = 2.5;

/** The limits that follow from {@link ClientOptions}. */
export interface StreamLimits {
  heartbeatMs: number;
  /** Silence, in milliseconds, after which a connection is given up. */
  silenceMs: number;
  maxEventBytes: number;
  /** How long a hidden page keeps its stream, in milliseconds. */
  releaseHiddenMs: number;
}

/** @throws LoopClientError `invalid-option` */
export function limitsOf(options: ClientOptions): StreamLimits {
  const {
    heartbeatMs = defaultHeartbeatMs,
    maxEventBytes = defaultMaxEventBytes,
    releaseHiddenMs = defaultReleaseHiddenMs,
  } = options;
  requirePositive('heartbeatMs', heartbeatMs);
  requirePositive('maxEventBytes', maxEventBytes);
  // 0 is a way to say: at once.
  if (releaseHiddenMs !== 0) requirePositive('releaseHiddenMs', releaseHiddenMs);
  const silenceMs = heartbeatMs * toleratedHeartbeats;
  return { heartbeatMs, silenceMs, maxEventBytes, releaseHiddenMs };
}

/** @throws LoopClientError `invalid-option` */
export function requirePositive(name: string, value: number): void {
  if (typeof value === 'number' && value > 0) return;
  throw new LoopClientError(
    'invalid-option',
    `Expected ${name} to be above 0, got ${String(value)}.`,
  );
}

/** @throws LoopClientError `invalid-option` */
export function requireText(name: string, value: string): void {
  if (typeof value === 'string' && value !== '') return;
  throw new LoopClientError(
    'invalid-option',
    `Expected ${name} to be a text that is not empty, got ${JSON.stringify(value)}.`,
  );
}
