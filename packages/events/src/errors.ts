/** What went wrong, for programs. */
export type LoopEventsErrorCode =
  /** An option or argument is out of its range. */
  | 'invalid-option'
  /** The session, list or registry was disposed of. */
  | 'disposed'
  /** The stream holds `maxConnections` connections. */
  | 'too-many-connections'
  /** An event has no JSON form. */
  | 'not-serializable'
  /** The call needs something the host's own model does not offer. */
  | 'unsupported';

/** The one error class of this package: misuse, thrown at once. */
export class LoopEventsError extends Error {
  override readonly name = 'LoopEventsError';
  readonly code: LoopEventsErrorCode;

  constructor(code: LoopEventsErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
