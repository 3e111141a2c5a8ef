/**
 * The first place where two values of plain JSON differ, as a path and both sides; `undefined`
 * where they are deeply equal. A field that is undefined equals one that is missing.
 */
export function difference(actual: unknown, expected: unknown, path = '$'): string | undefined {
  if (Object.is(actual, expected)) return undefined;
  if (
    !isObject(actual) ||
    !isObject(expected) ||
    Array.isArray(actual) !== Array.isArray(expected)
  ) {
    return `${path}: got ${shown(actual)}, expected ${shown(expected)}`;
  }
  if (Array.isArray(actual) && actual.length !== (expected['length'] as number)) {
    return `${path}: got ${actual.length} items, expected ${String(expected['length'])}`;
  }
  for (const key of new Set([...Object.keys(actual), ...Object.keys(expected)])) {
    const found = difference(actual[key], expected[key], `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
