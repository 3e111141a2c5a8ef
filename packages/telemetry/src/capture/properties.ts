/** In place of a value: it would have to be computed by somebody's code. */
export const ACCESSOR: unique symbol = Symbol('accessor');
/** In place of a value: it throws when it is read. */
export const UNREADABLE: unique symbol = Symbol('unreadable');

/** The value of a field, {@link ACCESSOR}, or `undefined` where there is none. Runs no getter. */
export function ownValue(holder: object, key: PropertyKey): unknown {
  const property = Reflect.getOwnPropertyDescriptor(holder, key);
  if (property === undefined) return undefined;
  return property.get === undefined && property.set === undefined ? property.value : ACCESSOR;
}

/**
 * The same for a field of an error, its own or a class's; of getters only those of the platform run,
 * and even these may throw: a program can have a say in how stacks are written.
 */
export function errorField(error: object, key: string): unknown {
  try {
    for (let holder: object | null = error; holder; holder = Object.getPrototypeOf(holder)) {
      const property = Reflect.getOwnPropertyDescriptor(holder, key);
      if (property === undefined) continue;
      if (property.get === undefined) return property.value as unknown;
      return platformGetters.has(property.get) ? Reflect.apply(property.get, error, []) : ACCESSOR;
    }
    return undefined;
  } catch {
    return UNREADABLE;
  }
}

/** Some engines compute an error's stack, and all a DOMException's fields: that of an abort. */
const platformGetters: ReadonlySet<unknown> = new Set(
  [
    [new Error('sample'), 'stack'],
    [Error.prototype, 'stack'],
    ...['name', 'message', 'code'].map((key) => [globalThis.DOMException?.prototype, key]),
  ].map(
    ([holder, key]) =>
      holder && Reflect.getOwnPropertyDescriptor(holder as object, key as string)?.get,
  ),
);
