/** A value as OTLP has it. 64-bit integers are strings in its JSON. */
export type AnyValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number }
  | { arrayValue: { values: AnyValue[] } }
  | { kvlistValue: { values: KeyValue[] } }
  | Record<string, never>;

/** An attribute. Keys are unique within a list. */
export interface KeyValue {
  key: string;
  value: AnyValue;
}

/** Attributes of a plain object; `prefix` comes before every key. */
export function attributesOf(values: Readonly<Record<string, unknown>>, prefix = ''): KeyValue[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key: `${prefix}${key}` || freeKey(values), value: anyValue(value) }));
}

/** What recording keeps is plain and at most 32 levels deep, so that this may call itself. */
function anyValue(value: unknown): AnyValue {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    case 'object':
      if (value === null) return {};
      if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
      return { kvlistValue: { values: attributesOf(value as Record<string, unknown>) } };
    default:
      return { stringValue: String(value) };
  }
}

/** The format wants a key that is not empty. */
function freeKey(values: Readonly<Record<string, unknown>>): string {
  let key = '(empty)';
  while (Object.hasOwn(values, key)) key = `(${key})`;
  return key;
}
