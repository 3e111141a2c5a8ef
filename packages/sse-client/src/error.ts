/** What went wrong, for programs. */
export type LoopClientErrorCode =
  // The client has stopped; `reconnect()` starts it again.
  /** 401, and `onUnauthorized` is missing, failed, or did not help. */
  | 'unauthorized'
  /** 403. */
  | 'forbidden'
  /** 404: no such session. */
  | 'not-found'
  /** 410. */
  | 'gone'
  /** 204: the server has nothing more to say. */
  | 'ended'
  /** Any other status that says the request itself is wrong. */
  | 'rejected'
  /** One event is larger than `maxEventBytes`. */
  | 'event-too-large'
  // The client tries again by itself.
  /** The server is there and cannot serve just now: 408, 425, 429 or 5xx. */
  | 'unavailable'
  /** No connection, or one that broke. */
  | 'network'
  /** Nothing was heard for two and a half heartbeats. */
  | 'timeout'
  /** Something answered, but not with an event stream: a captive portal, a proxy's page. */
  | 'not-an-event-stream'
  /** Something arrived that is not what was expected. */
  | 'bad-data'
  /** Frames are missing between two that arrived. */
  | 'gap'
  /** The `headers` function threw or rejected. */
  | 'headers-failed'
  // Misuse, thrown at once.
  /** An option is missing or out of its range. */
  | 'invalid-option';

/** Facts beside the message of a {@link LoopClientError}. */
export interface LoopClientErrorOptions extends ErrorOptions {
  /** The HTTP status, when an answer caused the error. */
  status?: number | undefined;
}

/** The one error class of this package. */
export class LoopClientError extends Error {
  override readonly name = 'LoopClientError';
  readonly code: LoopClientErrorCode;
  /** The HTTP status, when an answer caused the error. */
  readonly status: number | undefined;

  constructor(code: LoopClientErrorCode, message: string, options?: LoopClientErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = options?.status;
  }
}

/**
 * Whether trying again cannot help: the same request would meet the same answer, and an event
 * that is too large would be sent again (DESIGN D38).
 */
export function isFinal(error: LoopClientError): boolean {
  switch (error.code) {
    case 'unauthorized':
    case 'forbidden':
    case 'not-found':
    case 'gone':
    case 'ended':
    case 'rejected':
    case 'event-too-large':
      return true;
    default:
      return false;
  }
}

/** What was thrown while talking to a server, as this package's error: unknown things are the network's. */
export function asClientError(thrown: unknown): LoopClientError {
  if (thrown instanceof LoopClientError) return thrown;
  return new LoopClientError(
    'network',
    'The connection could not be made or broke; it is tried again.',
    {
      cause: thrown,
    },
  );
}
