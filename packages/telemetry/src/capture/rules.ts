import type { TraceLimits } from '../record/limits.js';
import type { Redactor } from '../redact/redactor.js';
import { KnownKeys } from './known-keys.js';

/** What every capture of a recording goes by. */
export interface CaptureRules {
  readonly redactor: Redactor;
  readonly limits: TraceLimits;
  /** SHA-256, in hexadecimal. Where there is none, omissions carry no hash. */
  readonly hash?: ((data: string | Uint8Array) => string) | undefined;
  /** Keys as they are written. A vocabulary has few of them, so they are remembered. */
  readonly keys: KnownKeys;
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

export function captureRules({
  redactor,
  limits,
  hash,
}: Pick<CaptureRules, 'redactor' | 'limits' | 'hash'>): CaptureRules {
  return { redactor, limits, hash, keys: new KnownKeys(redactor) };
}

export function newTally({ limits }: CaptureRules): Tally {
  return { redacted: 0, omitted: 0, nodesLeft: limits.nodes, charsLeft: limits.visitedBytes };
}
