import { ownValue } from './properties.js';

/** Larger objects are no entries of a list of headers, variables or cookies. */
const MAX_KEYS = 32;

/**
 * Which field of an entry holds the value that another one names (`{ name, value }`, as lists of
 * headers, variables and cookies have it), and the kind of credential that it is by that name.
 */
export function namedValueOf(
  entry: object,
  keys: readonly string[],
  kindOf: (name: string) => string | undefined,
): { key: string; kind: string | undefined } | undefined {
  if (keys.length < 2 || keys.length > MAX_KEYS) return undefined;
  const key = keys.find((each) => /^value$/i.test(each));
  const naming = key && keys.find((each) => /^(?:name|key)$/i.test(each));
  if (!key || !naming) return undefined;
  const name = ownValue(entry, naming);
  return typeof name === 'string' ? { key, kind: kindOf(name) } : undefined;
}
