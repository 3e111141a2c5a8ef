import { oneLine } from '../one-line.js';
import { badRequest } from './api-error.js';

// Written by hand: the API's bodies have a handful of fields at most. A schema library would be the
// larger part of its own use.

/** Reads one value. @throws ApiError */
export type Field<Value> = (value: unknown, name: string) => Value;

/** The values that a set of fields reads. */
export type ValuesOf<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never;
};

/**
 * Reads a body. Fields that are not asked for are ignored, so that newer clients may send more.
 *
 * @throws ApiError 400 that names the field and what it should be.
 */
export function readFields<Fields extends Record<string, Field<unknown>>>(
  body: unknown,
  fields: Fields,
): ValuesOf<Fields> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest('invalid-body', 'The body should be a JSON object.');
  }
  const values = Object.entries(fields).map(([name, field]) => {
    const value: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
    return [name, field(value, name)];
  });
  return Object.fromEntries(values) as ValuesOf<Fields>;
}

/** A text that is not blank. */
export function text(maxChars: number): Field<string> {
  return (value, name) => {
    if (typeof value === 'string' && value.trim() !== '' && value.length <= maxChars) return value;
    throw wrong(name, `a text of 1 to ${maxChars} characters that is not blank`);
  };
}

/** A text in one line that is not blank: a name or a title. */
export function line(maxChars: number): Field<string> {
  const read = text(maxChars);
  return (value, name) => read(oneLine(read(value, name)), name);
}

/** One of a few words. */
export function oneOf<Word extends string>(...words: Word[]): Field<Word> {
  return (value, name) => {
    const word = words.find((candidate) => candidate === value);
    if (word !== undefined) return word;
    throw wrong(name, words.map((candidate) => `"${candidate}"`).join(' or '));
  };
}

/** A number without a fraction. */
export function wholeNumberIn(min: number, max: number): Field<number> {
  return (value, name) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) {
      return value;
    }
    throw wrong(name, `a whole number from ${min} to ${max}`);
  };
}

/** Several of one kind. */
export function list<Value>(field: Field<Value>, maxItems: number): Field<Value[]> {
  return (value, name) => {
    if (!Array.isArray(value) || value.length > maxItems) {
      throw wrong(name, `a list of at most ${maxItems}`);
    }
    return value.map((item: unknown) => field(item, name));
  };
}

/** A field that may say that there is nothing. */
export function nullable<Value>(field: Field<Value>): Field<Value | null> {
  return (value, name) => (value === null ? null : field(value, name));
}

/** A field that may be missing. */
export function optional<Value>(field: Field<Value>): Field<Value | undefined> {
  return (value, name) => (value === undefined ? undefined : field(value, name));
}

/**
 * A whole number from a query.
 *
 * @throws ApiError
 */
export function wholeNumber(value: string | null, name: string, fallback?: number): number {
  if (value === null && fallback !== undefined) return fallback;
  if (value !== null && /^\d{1,15}$/.test(value)) return Number(value);
  throw badRequest('invalid-query', `${name}: expected a whole number.`);
}

/**
 * A yes or no from a query: `1` or `0`, no where it is missing.
 *
 * @throws ApiError
 */
export function flag(value: string | null, name: string): boolean {
  if (value === null || value === '0') return false;
  if (value === '1') return true;
  throw badRequest('invalid-query', `${name}: expected 1 or 0.`);
}

function wrong(name: string, expected: string) {
  return badRequest('invalid-body', `${name}: expected ${expected}.`);
}
