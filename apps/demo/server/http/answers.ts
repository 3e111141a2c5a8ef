import { ApiError, notFound } from './api-error.js';
import type { PageFiles } from './page-files.js';
import type { Guard } from './guard.js';
import type { Route } from './route.js';

/** What an app serves, in terms that no framework owns. */
export interface AppParts {
  routes: readonly Route[];
  guard: Guard;
  page: PageFiles;
  /** Whether the server is about to end. */
  isClosing: () => boolean;
  /** Told of a failure that is the server's own. */
  onFailure: (error: unknown) => void;
}

/** A whole answer, as a framework has to send it. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Nothing where the status has no body. */
  readonly body: string | Uint8Array<ArrayBuffer> | null;
}

/** On every answer. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** For answers that are pages and need nothing from anywhere. */
export const BARE_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** JSON, or nothing. */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): PlainAnswer {
  if (body === undefined) return { status, headers, body: null };
  return {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}

/** A file of the page. @throws ApiError 404 */
export function pageAnswer(page: PageFiles, path: string): PlainAnswer {
  const file = page(path);
  if (!file) throw notFound('page');
  return { status: 200, headers: file.headers, body: file.bytes };
}

/** What went wrong, without what only concerns the server. */
export function errorAnswer(error: unknown): PlainAnswer {
  if (error instanceof ApiError) {
    return jsonAnswer(error.status, { error: error.message, code: error.code }, error.headers);
  }
  return jsonAnswer(500, { error: 'Something went wrong on the server.', code: 'internal' });
}

/** @param allowed the methods that the path knows. */
export function methodNotAllowed(allowed: string): ApiError {
  return new ApiError(405, 'method-not-allowed', `Use ${allowed}.`, { Allow: allowed });
}

/**
 * A page whose stream has just ended comes back at once, on a connection that is still open. What
 * it would find is a session that has ended, and it would take that for good.
 */
export function closing(): ApiError {
  const headers = { 'Retry-After': '1', Connection: 'close' };
  return new ApiError(503, 'closing', 'The server is about to end.', headers);
}
