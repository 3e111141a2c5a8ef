/** What a capture is made of: plain values that JSON carries, owned by nobody else. */
export interface PlainObject {
  [key: string]: unknown;
}

/**
 * An object that inherits nothing, so that `__proto__` is a key like any other and nobody's `toJSON`
 * is found. A constructor, because `Object.create(null)` makes a hash table: three times slower to
 * fill and to stringify.
 */
export const Plain: new () => PlainObject = function Plain() {} as unknown as new () => PlainObject;
Plain.prototype = Object.freeze(Object.create(null));
