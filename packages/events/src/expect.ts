import { LoopEventsError } from './errors.js';

/**
 * What is expected of an argument or option; `message` says it to whoever calls.
 *
 * @throws LoopEventsError `invalid-option` where it does not hold.
 */
export function expected(holds: boolean, message: string): asserts holds {
  if (!holds) throw new LoopEventsError('invalid-option', message);
}

/** @throws LoopEventsError `invalid-option` */
export function expectText(name: string, value: unknown): asserts value is string {
  expected(
    typeof value === 'string' && value !== '',
    `${name}: expected a text that is not empty.`,
  );
}

/** @throws LoopEventsError `invalid-option` */
export function expectFunction(value: unknown, message: string): void {
  expected(typeof value === 'function', message);
}

/**
 * A whole number within bounds.
 *
 * @param advice what else the message says.
 * @throws LoopEventsError `invalid-option`
 */
export function wholeNumber(
  name: string,
  value: number | undefined,
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
  advice = '',
): number {
  const number = value as number;
  expected(
    Number.isSafeInteger(number) && number >= min && number <= max,
    `${name}: expected a whole number from ${min} to ${max}, got ${String(value)}.${advice}`,
  );
  return number;
}

/**
 * The same of an option that may be left out.
 *
 * @throws LoopEventsError `invalid-option`
 */
export function optionalNumber(
  name: string,
  value: number | undefined,
  fallback: number,
  min: number,
  max?: number,
): number {
  if (value === undefined) return fallback;
  return wholeNumber(name, value, min, max, ` Leave it out for the default, ${fallback}.`);
}

/** Whether its fields may be looked at. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Whether `item` is an object with that field. */
export function hasField(item: unknown, field: string): boolean {
  return isObject(item) && field in item;
}
