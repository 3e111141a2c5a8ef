/** What went wrong, for programs. */
export type LoopPiErrorCode =
  /** Another run is active in the session. */
  | 'busy'
  /** The agent has no queue, no gate, or nothing to abort with. */
  | 'unsupported';

/** The one error class of this package: misuse, thrown at once. */
export class LoopPiError extends Error {
  override readonly name = 'LoopPiError';
  readonly code: LoopPiErrorCode;

  constructor(code: LoopPiErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
