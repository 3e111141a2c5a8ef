import type { CaptureMode, CaptureStage, DeclaredEvent } from '@loop/events/trace';
import { metadataChoice } from './metadata.js';
import { omitted } from './omission.js';
import { Plain, type PlainObject } from './plain.js';
import { RedactionFailed } from './redact-text.js';
import { newTally, type CaptureRules, type Counts, type Tally } from './rules.js';
import { Walk, type Choice } from './walk.js';

/** A payload as it may be written: plain, ours, without credentials, within bounds. */
export interface Capture extends Counts {
  data: PlainObject;
  /** Why nothing of it is there, if that is so. */
  failure?: { stage: CaptureStage; error: unknown };
}

/** How much of a payload is captured. */
export interface CaptureScope {
  mode: CaptureMode;
  declared: Pick<DeclaredEvent, 'metadata'>;
  /** A field that is said elsewhere in the record. */
  except?: string | undefined;
}

/**
 * Copies a payload: what the mode keeps of it, redacted, and what is too large left out. Never
 * throws. If credentials cannot be looked for, nothing is kept.
 */
export function capturePayload(
  payload: unknown,
  scope: CaptureScope,
  rules: CaptureRules,
): Capture {
  const tally = newTally(rules);
  const capture: Capture = { data: new Plain(), redacted: 0, omitted: 0 };
  try {
    if (typeof payload !== 'object' || payload === null) {
      throw new TypeError('A payload is an object. Pass one, with the fields that its event has.');
    }
    capture.data = new Walk(rules, tally).fields(payload, choiceOf(scope, rules, tally));
    capture.redacted = tally.redacted;
    capture.omitted = tally.omitted;
  } catch (error) {
    withdraw(capture, error);
  }
  return capture;
}

/** Takes a payload back: by this error it could not be read, or credentials not be looked for. */
export function withdraw(capture: Capture, error: unknown): void {
  const isClosed = error instanceof RedactionFailed;
  capture.data = omitted({ reason: isClosed ? 'redaction-failed' : 'unreadable' });
  capture.redacted = 0;
  capture.omitted = 1;
  capture.failure = isClosed ? { stage: 'redact', error: error.cause } : { stage: 'read', error };
}

function choiceOf(
  { mode, declared, except }: CaptureScope,
  rules: CaptureRules,
  tally: Tally,
): Choice | undefined {
  const choice =
    mode === 'metadata' ? metadataChoice(declared.metadata ?? [], rules, tally) : undefined;
  if (except === undefined) return choice;
  return (key) => (key === except ? () => undefined : choice?.(key));
}
