/** What went wrong, for programs. */
export type LoopTelemetryErrorCode =
  /** An option or argument is out of its range. */
  | 'invalid-option'
  /** A recording cannot be read at all: it is not there, or may not be opened. */
  | 'unreadable'
  /** Strict reading met damage. */
  | 'damaged'
  /** A file is in the way of one that would be written. */
  | 'exists';

/**
 * The one error class of this package: misuse, thrown at once, and what a reader cannot do.
 * Recording throws nothing once it is open.
 */
export class LoopTelemetryError extends Error {
  override readonly name = 'LoopTelemetryError';
  readonly code: LoopTelemetryErrorCode;

  constructor(code: LoopTelemetryErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
