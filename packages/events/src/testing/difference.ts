import { isObject } from '../expect.js';

/**
 * The first place where two values of plain JSON differ, as a path and both sides; `undefined`
 * where they are deeply equal. A field that is undefined equals one that is missing.
 */
export function difference(actual: unknown, expected: unknown): string | undefined {
  const found = firstDifference(actual, expected);
  return found === undefined ? undefined : `$${found}`;
}

/** The path grows on the way back: mostly there is none. */
function firstDifference(actual: unknown, expected: unknown): string | undefined {
  if (Object.is(actual, expected)) return undefined;
  if (
    !isObject(actual) ||
    !isObject(expected) ||
    Array.isArray(actual) !== Array.isArray(expected)
  ) {
    return `: got ${shown(actual)}, expected ${shown(expected)}`;
  }
  if (Array.isArray(actual) && actual.length !== (expected['length'] as number)) {
    return `: got ${actual.length} items, expected ${String(expected['length'])}`;
  }
  for (const key in actual) {
    const found = firstDifference(actual[key], expected[key]);
    if (found !== undefined) return `.${key}${found}`;
  }
  for (const key in expected) {
    if (Object.hasOwn(actual, key) || expected[key] === undefined) continue;
    return `.${key}: got undefined, expected ${shown(expected[key])}`;
  }
  return undefined;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
