import { LoopEventsError } from '../errors.js';

/**
 * A private copy of a value as JSON would carry it: what the sender mutates later changes nothing
 * (DESIGN D19), and the server folds exactly what a client will read. Strings are shared, so a
 * copy of a long message costs its structure, not its text; that is why this is not a parse of the
 * encoded frame.
 *
 * @throws LoopEventsError `not-serializable` for what JSON cannot carry: cycles, BigInt, a getter
 * or `toJSON` that throws.
 */
export function toPlain<T>(value: T): T {
  try {
    return plain(value, '') as T;
  } catch (cause) {
    throw new LoopEventsError(
      'not-serializable',
      'The value has no JSON form (a cycle, a BigInt, nesting without end, or a getter that ' +
        'throws). Publish plain data.',
      { cause },
    );
  }
}

function plain(input: unknown, key: string): unknown {
  const value = unwrapped(input, key);
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value + 0 : null;
    case 'bigint':
      throw new TypeError('BigInt has no JSON form');
    case 'object':
      if (value === null) return null;
      return Array.isArray(value) ? plainArray(value) : plainObject(value);
    default:
      return undefined;
  }
}

function plainArray(value: readonly unknown[]): unknown[] {
  return Array.from(value, (item, index) => plain(item, String(index)) ?? null);
}

function plainObject(value: object): object {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const item = plain((value as Record<string, unknown>)[key], key);
    if (item === undefined) continue;
    if (key === '__proto__') Object.defineProperty(copy, key, { ...own, value: item });
    else copy[key] = item;
  }
  return copy;
}

const own = { enumerable: true, configurable: true, writable: true };

/** What JSON.stringify looks at: the result of `toJSON`, and the value inside a wrapper object. */
function unwrapped(input: unknown, key: string): unknown {
  let value = input;
  if (typeof value === 'object' && value !== null && 'toJSON' in value) {
    const { toJSON } = value;
    if (typeof toJSON === 'function') value = Reflect.apply(toJSON, value, [key]);
  }
  if (value instanceof Number || value instanceof String || value instanceof Boolean) {
    return value.valueOf();
  }
  return value;
}
