import type { CaptureMode } from '@loop/events/trace';
import { capturePayload, type Capture } from '../../src/capture/capture.js';
import { captureRules, type CaptureRules } from '../../src/capture/rules.js';
import { limitsFrom, type TraceLimits } from '../../src/record/limits.js';
import type { Redactor } from '../../src/redact/redactor.js';
import { fakeRedactor } from './fake-redactor.js';

export interface Capturing {
  mode?: CaptureMode;
  metadata?: readonly string[];
  except?: string;
  limits?: Partial<TraceLimits>;
  redactor?: Redactor;
  hash?: CaptureRules['hash'];
}

export function capture(payload: unknown, capturing: Capturing = {}): Capture {
  const { mode = 'content', metadata = [], except, redactor = fakeRedactor() } = capturing;
  const limits = limitsFrom(capturing.limits);
  const rules = captureRules({ redactor, limits, hash: capturing.hash });
  return capturePayload(payload, { mode, declared: { metadata }, except }, rules);
}

/** What stands in the file. */
export function written(payload: unknown, capturing?: Capturing): Record<string, unknown> {
  return JSON.parse(JSON.stringify(capture(payload, capturing).data)) as Record<string, unknown>;
}

/** How one value stands in the file. */
export function writtenValue(value: unknown, capturing?: Capturing): unknown {
  return written({ value }, capturing)['value'];
}

export function omission(facts: object): object {
  return { $omitted: facts };
}
