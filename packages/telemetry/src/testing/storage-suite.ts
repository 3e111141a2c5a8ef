import { LoopTelemetryError } from '../errors.js';
import type { TraceStorage } from '../record/storage.js';
import type { Check } from './check.js';
import { openingChecks } from './opening-checks.js';
import { resumeChecks } from './resume-checks.js';
import { segmentChecks } from './segment-checks.js';

/** A place where the segments of one recording are kept, as a test sees it. */
export interface StoragePlace {
  /** A storage for one opening of the recording, as a new process would make it. */
  storage(): TraceStorage;
  /** The texts of all segments, in order. */
  texts(): Promise<readonly string[]>;
  /** Puts a segment there, behind the others, that no recording has written. */
  plant(text: string): Promise<void>;
}

const checks: readonly Check[] = [...segmentChecks, ...resumeChecks, ...openingChecks];

/**
 * What every storage must do: one test a sentence, each in a place of its own. Needs nothing of any
 * platform or test runner.
 *
 * ```ts
 * storageSuite(makePlace, test);
 * ```
 *
 * @param makePlace makes an empty place.
 * @param test registers a test, as `test` and `it` of every runner do.
 * @throws LoopTelemetryError `invalid-option`
 */
export function storageSuite(
  makePlace: () => StoragePlace | Promise<StoragePlace>,
  test: (name: string, run: () => Promise<void>) => unknown,
): void {
  for (const [name, value] of Object.entries({ makePlace, test })) {
    if (typeof value === 'function') continue;
    throw new LoopTelemetryError('invalid-option', `${name}: expected a function.`);
  }
  for (const { name, run } of checks) {
    test(name, async () => run(await makePlace()));
  }
}
