import type { TraceLimits } from '../record/limits.js';
import type { Redactor } from '../redact/redactor.js';

/** What every capture of a recording goes by. */
export interface CaptureRules {
  redactor: Redactor;
  limits: TraceLimits;
  /** SHA-256, in hexadecimal. Where there is none, omissions carry no hash. */
  hash?: ((data: string | Uint8Array) => string) | undefined;
}

/** What was done to a payload. */
export interface Counts {
  /** Credentials that were replaced. */
  redacted: number;
  /** Values that were left out. */
  omitted: number;
}

/** What one capture has done, and may still do. */
export interface Tally extends Counts {
  /** Values that may still be visited. */
  nodesLeft: number;
  /** Text that may still be looked at. In UTF-16 units: to count bytes would be one more pass. */
  charsLeft: number;
}

export function newTally({ limits }: CaptureRules): Tally {
  return { redacted: 0, omitted: 0, nodesLeft: limits.nodes, charsLeft: limits.visitedBytes };
}

/** Credentials could not be looked for: nothing of the payload may be written. */
export class RedactionFailed extends Error {
  override readonly name = 'RedactionFailed';
}
