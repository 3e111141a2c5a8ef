import { LoopEventsError } from '../errors.js';

/**
 * How deep what is published may be nested. Far above what agents mean, and far enough below what
 * `JSON.stringify` can hold (some four thousand levels) that whatever was let in can be sent again
 * inside a snapshot, also from a deep stack: an event taken in and never to be sent would spoil
 * its session for good.
 */
export const MAX_DEPTH = 1_000;

/**
 * A private copy of a value as JSON would carry it: what the sender mutates later changes nothing
 * (DESIGN D19), and the server folds exactly what a client will read. Strings are shared, so a
 * copy of a long message costs its structure, not its text; that is why this is not a parse of the
 * encoded frame.
 *
 * @throws LoopEventsError `not-serializable` for what JSON cannot carry: cycles, BigInt, nesting
 * deeper than `maxDepth`, a getter or `toJSON` that throws.
 */
export function toPlain<T>(value: T, maxDepth: number = MAX_DEPTH): T {
  try {
    return plain(value, '', maxDepth) as T;
  } catch (cause) {
    throw new LoopEventsError(
      'not-serializable',
      'The value has no JSON form (a cycle, a BigInt, nesting without end, or a getter that ' +
        'throws). Publish plain data.',
      { cause },
    );
  }
}

/** What is handed out or taken back: let in by depth already, and wrapped some levels deeper. */
export function ownCopy<T>(value: T): T {
  return toPlain(value, Infinity);
}

function plain(input: unknown, key: string | number, depth: number): unknown {
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
      if (depth === 0) throw new RangeError('nested too deep');
      return Array.isArray(value) ? plainArray(value, depth - 1) : plainObject(value, depth - 1);
    default:
      return undefined;
  }
}

/** By index, as JSON does: a list may iterate otherwise. */
function plainArray(value: readonly unknown[], depth: number): unknown[] {
  const copy: unknown[] = [];
  for (let index = 0; index < value.length; index++) {
    copy.push(plain(value[index], index, depth) ?? null);
  }
  return copy;
}

function plainObject(value: object, depth: number): object {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const item = plain((value as Record<string, unknown>)[key], key, depth);
    if (item === undefined) continue;
    if (key === '__proto__') Object.defineProperty(copy, key, { ...own, value: item });
    else copy[key] = item;
  }
  return copy;
}

const own = { enumerable: true, configurable: true, writable: true };

/** What JSON.stringify looks at: the result of `toJSON`, and the value inside a wrapper object. */
function unwrapped(input: unknown, key: string | number): unknown {
  let value = input;
  if (mayHaveToJson(value)) {
    const { toJSON } = value;
    if (typeof toJSON === 'function') value = Reflect.apply(toJSON, value, [String(key)]);
  }
  if (typeof value !== 'object') return value;
  if (value instanceof Number) return Number(value);
  if (value instanceof String) return String(value);
  if (value instanceof Boolean || value instanceof BigInt) return value.valueOf();
  return value;
}

/** Functions, too, and BigInts: a program may have taught their prototype to be JSON. */
function mayHaveToJson(value: unknown): value is { toJSON?: unknown } {
  switch (typeof value) {
    case 'object':
      return value !== null;
    case 'function':
    case 'bigint':
      return true;
    default:
      return false;
  }
}
