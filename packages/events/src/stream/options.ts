import { LoopEventsError } from '../errors.js';

/** The longest delay a timer can hold. */
export const MAX_TIMER_MS = 2_147_483_647;

/**
 * A whole number within bounds, or the default where none is given.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function wholeNumber(
  name: string,
  value: number | undefined,
  fallback: number,
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
): number {
  if (value === undefined) return fallback;
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  throw new LoopEventsError(
    'invalid-option',
    `${name}: expected a whole number from ${min} to ${max}, got ${String(value)}. ` +
      `Leave it out for the default, ${fallback}.`,
  );
}
