// Written by hand: a schema library would be the larger part of its own use.

/**
 * What a value has to be like.
 *
 * @returns where it is not, as a path into it (`''`: the value itself); `undefined` where it is.
 */
export type Shape = (value: unknown) => string | undefined;

function where(holds: (value: unknown) => boolean): Shape {
  return (value) => (holds(value) ? undefined : '');
}

export const text: Shape = where((value) => typeof value === 'string');
export const number: Shape = where((value) => Number.isFinite(value));
export const flag: Shape = where((value) => typeof value === 'boolean');
/** Anything, but not nothing. */
export const given: Shape = where((value) => value !== undefined);

/** The latest moment that a `Date` can hold, in epoch milliseconds. */
const LATEST = 8.64e15;

/** Epoch milliseconds, as a calendar can show them. */
export const time: Shape = where((value) => typeof value === 'number' && Math.abs(value) <= LATEST);

/** One of a few words. */
export function oneOf(...words: readonly unknown[]): Shape {
  return where((value) => words.includes(value));
}

/** One that may be missing. */
export function optional(shape: Shape): Shape {
  return (value) => (value === undefined ? undefined : shape(value));
}

/** One that may say that there is nothing. */
export function nullable(shape: Shape): Shape {
  return (value) => (value === null ? undefined : shape(value));
}

/** A list of one kind. */
export function listOf(shape: Shape): Shape {
  return (value) => (Array.isArray(value) ? firstProblem(value.entries(), () => shape) : '');
}

/** An object with these fields, and whatever others. */
export function object(fields: Readonly<Record<string, Shape>>): Shape {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
    const own = Object.keys(fields).map((name): [string, unknown] => [
      name,
      Reflect.get(value, name),
    ]);
    return firstProblem(own, (name) => fields[name]);
  };
}

/** An object whose kind stands in one of its fields; of a kind that is not named, only that. */
export function tagged(
  tag: string,
  kinds: Readonly<Record<string, Readonly<Record<string, Shape>>>>,
): Shape {
  return (value) => {
    const problem = object({ [tag]: text })(value);
    if (problem !== undefined) return problem;
    const kind = String(Reflect.get(Object(value), tag));
    return Object.hasOwn(kinds, kind) ? object(kinds[kind] ?? {})(value) : undefined;
  };
}

/** A text, or something else. */
export function textOr(shape: Shape): Shape {
  return (value) => (typeof value === 'string' ? undefined : shape(value));
}

function firstProblem<Key extends string | number>(
  entries: Iterable<[Key, unknown]>,
  shapeOf: (key: Key) => Shape | undefined,
): string | undefined {
  for (const [key, value] of entries) {
    const problem = shapeOf(key)?.(value);
    if (problem !== undefined) return `/${key}${problem}`;
  }
  return undefined;
}
