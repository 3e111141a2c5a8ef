import { errorField } from './properties.js';

/** A text or number that an object stands for; `null` for a date that is none. */
export function primitiveOf(value: object): unknown {
  if (value instanceof Date) {
    const time = Reflect.apply(getTime, value, []);
    return Number.isNaN(time) ? null : new Date(time).toISOString();
  }
  if (value instanceof URL) return Reflect.apply(urlText, value, []);
  if (value instanceof String) return Reflect.apply(stringText, value, []);
  if (value instanceof Number) return Reflect.apply(numberValue, value, []);
  if (value instanceof Boolean) return Reflect.apply(booleanValue, value, []);
  return undefined;
}

/** What is kept of an error, with its causes and the errors it stands for. */
export function errorFields(error: Error): object {
  const fields = ['name', 'message', 'code', 'stack', 'cause', 'errors'];
  return Object.fromEntries(fields.map((key) => [key, errorField(error, key)]));
}

/** What a container of the platform holds: at most `max` entries, and how many there are. */
export function entriesOf(
  value: object,
  max: number,
): { items: unknown[]; total: number } | undefined {
  const entries = containers.find(([type]) => value instanceof type)?.[1];
  if (entries === undefined) return undefined;
  const items: unknown[] = [];
  let total = 0;
  for (const entry of Reflect.apply(entries, value, [])) {
    if (total < max) items.push(entry);
    total += 1;
  }
  return { items, total };
}

// The platform's own methods, as they were when this was loaded: what a payload or its classes
// have put in their place is not run.
const { getTime } = Date.prototype;
const { toString: urlText } = URL.prototype;
const { valueOf: stringText } = String.prototype;
const { valueOf: numberValue } = Number.prototype;
const { valueOf: booleanValue } = Boolean.prototype;

type Entries = () => Iterable<unknown>;
const containers: [new () => object, Entries][] = [
  [Map, Map.prototype.entries],
  [Set, Set.prototype.values],
  [Headers, Headers.prototype.entries],
  [URLSearchParams, URLSearchParams.prototype.entries],
  [FormData, FormData.prototype.entries],
];
