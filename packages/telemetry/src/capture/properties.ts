/** A property that would have to be computed by somebody's code. */
export const ACCESSOR: unique symbol = Symbol('accessor');

/** The value of a field, {@link ACCESSOR}, or `undefined` where there is none. Runs no getter. */
export function ownValue(holder: object, key: PropertyKey): unknown {
  const property = Reflect.getOwnPropertyDescriptor(holder, key);
  if (property === undefined) return undefined;
  return property.get === undefined && property.set === undefined ? property.value : ACCESSOR;
}

/** A field of an error, its own or a class's; of getters only those of the platform run. */
export function errorField(error: object, key: string): unknown {
  for (let holder: object | null = error; holder; holder = Object.getPrototypeOf(holder)) {
    const property = Reflect.getOwnPropertyDescriptor(holder, key);
    if (property === undefined) continue;
    if (property.get === undefined) return property.value as unknown;
    return platformGetters.has(property.get) ? Reflect.apply(property.get, error, []) : undefined;
  }
  return undefined;
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
