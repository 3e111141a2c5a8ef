import { describeBinary } from './binary.js';
import { captureKey } from './capture-key.js';
import { entriesOf, errorFields, primitiveOf } from './known-objects.js';
import { namedValueOf } from './named-value.js';
import { omitted, shapeOf, type Omission } from './omission.js';
import { Plain, type PlainObject } from './plain.js';
import { ACCESSOR, ownValue, UNREADABLE } from './properties.js';
import { concealText, RedactionFailed, secretKind } from './redact-text.js';
import type { CaptureRules, Tally } from './rules.js';
import { captureText } from './texts.js';

/** Of a list that is too long. */
const SHOWN_ITEMS = 200;
/** No name of a header or an option is longer. */
const NAME_CHARS = 128;
/** A number of this size is a text of about a thousand digits. */
const LARGE = 1n << 4_096n;

/** How a field is copied, by its key; `undefined`: whole. */
export type Choice = (key: string) => ((value: unknown) => unknown) | undefined;

/**
 * Goes once over a payload and copies what it finds, without credentials and within bounds. It
 * changes nothing, runs no getter and no `toJSON`, and what throws costs its own field only.
 */
export class Walk {
  readonly #rules: CaptureRules;
  readonly #tally: Tally;
  readonly #ancestors: object[] = [];
  /** Where the walk is, in keys as they are written. */
  readonly #path: (string | number)[] = [];

  constructor(rules: CaptureRules, tally: Tally) {
    this.#rules = rules;
    this.#tally = tally;
  }

  /** The copy of an object's own fields. They may stand for `owner`'s. */
  fields(value: object, choose?: Choice, owner: object = value, listed?: string): PlainObject {
    const copy = new Plain();
    const keys = Object.keys(value);
    const entry = namedValueOf(value, keys, (name) => this.#named(name, true) ?? listed);
    const depth = this.#ancestors.push(owner);
    let index = 0;
    let mayClash = false;
    for (const key of keys) {
      if (this.#isSpent()) {
        copy['$omitted'] = this.#omission({ reason: 'limit', count: keys.length - index });
        break;
      }
      const { name, secret, isAltered } = captureKey(key, this.#rules, this.#tally);
      this.#path[depth - 1] = name;
      const kind = secret ?? (key === entry?.key ? entry.kind : undefined);
      const item = this.#field(value, key, kind, choose?.(key));
      mayClash ||= isAltered;
      if (item !== undefined) copy[mayClash && name in copy ? `${name}#${index}` : name] = item;
      index += 1;
    }
    this.#ancestors.pop();
    return copy;
  }

  /** The copy of a field's value; `undefined` where JSON has none. */
  #field(
    holder: object,
    key: string | number,
    secret: string | undefined,
    copy?: (value: unknown) => unknown,
  ): unknown {
    const depth = this.#ancestors.length;
    this.#tally.nodesLeft -= 1;
    try {
      const value = ownValue(holder, key);
      if (value === ACCESSOR) return this.#omit({ reason: 'accessor' });
      if (value === UNREADABLE) return this.#omit({ reason: 'unreadable' });
      return copy ? copy(value) : this.#value(value, secret);
    } catch (error) {
      if (error instanceof RedactionFailed) throw error;
      this.#ancestors.length = depth;
      return this.#omit({ reason: 'unreadable' });
    }
  }

  /** `secret`: the kind of credential that a text is here, because of the name it stands under. */
  #value(value: unknown, secret: string | undefined): unknown {
    switch (typeof value) {
      case 'string':
        return secret === undefined
          ? captureText(value, this.#rules, this.#tally)
          : concealText(value, secret, this.#tally);
      case 'number':
        return Number.isFinite(value) ? value : plainOf('$number', String(value));
      case 'boolean':
        return value;
      case 'bigint':
        // Its digits cost more than their number.
        if (value > LARGE || value < -LARGE) return this.#omit({ reason: 'size', type: 'bigint' });
        return plainOf('$bigint', this.#value(String(value), secret));
      case 'object':
        return value === null ? null : this.#object(value, secret);
      default:
        return undefined;
    }
  }

  #object(value: object, secret: string | undefined): unknown {
    const ancestor = this.#ancestors.indexOf(value);
    if (ancestor >= 0) return plainOf('$ref', ['$', ...this.#path.slice(0, ancestor)].join('.'));
    if (this.#ancestors.length >= this.#rules.limits.depth) {
      return this.#omit({ reason: 'depth', ...shapeOf(value) });
    }
    if (Array.isArray(value)) return this.#list(value, value, value.length, secret);
    const prototype: unknown = Object.getPrototypeOf(value);
    const isPlain = prototype === Object.prototype || prototype === null;
    return isPlain ? this.fields(value, undefined, value, secret) : this.#instance(value, secret);
  }

  #instance(value: object, secret: string | undefined): unknown {
    const primitive = primitiveOf(value);
    if (primitive !== undefined) return this.#value(primitive, secret);
    if (value instanceof Error) return this.fields(errorFields(value), undefined, value);
    const entries = entriesOf(value, this.#rules.limits.arrayItems);
    if (entries !== undefined) return this.#list(value, entries.items, entries.total, secret);
    const binary = describeBinary(value, this.#rules);
    return binary === undefined ? this.fields(value) : this.#omit(binary);
  }

  #list(
    owner: object,
    items: readonly unknown[],
    total: number,
    secret: string | undefined,
  ): unknown[] {
    const { arrayItems } = this.#rules.limits;
    const shown = total > arrayItems ? Math.min(SHOWN_ITEMS, arrayItems) : total;
    const isFlat = total === 2 || this.#isHeaders();
    const copy: unknown[] = [];
    const depth = this.#ancestors.push(owner);
    while (copy.length < shown && !this.#isSpent()) {
      const index = copy.length;
      this.#path[depth - 1] = index;
      const named = secret ?? this.#named(copy[index - 1], isFlat && index % 2 === 1);
      copy.push(this.#field(items, index, named) ?? null);
    }
    this.#ancestors.pop();
    const missing = total - copy.length;
    const reason = copy.length < shown ? 'limit' : 'size';
    if (missing > 0) copy.push(this.#omit({ reason, type: 'array', count: missing }));
    return copy;
  }

  /** Names and values in turn, as Node's `rawHeaders` has them. */
  #isHeaders(): boolean {
    return /(headers|trailers)$/i.test(String(this.#path[this.#ancestors.length - 1]));
  }

  /** Whether the item before names this one: in a pair, among headers, as an option of a command. */
  #named(name: unknown, isPair: boolean): string | undefined {
    if (typeof name !== 'string' || name.length > NAME_CHARS) return undefined;
    return isPair || name.startsWith('-') ? secretKind(name, this.#rules) : undefined;
  }

  #isSpent(): boolean {
    return this.#tally.nodesLeft <= 0 || this.#tally.charsLeft <= 0;
  }

  #omit(omission: Omission): PlainObject {
    return omitted(this.#omission(omission));
  }

  #omission(omission: Omission): Omission {
    this.#tally.omitted += 1;
    return omission;
  }
}

function plainOf(key: string, value: unknown): PlainObject {
  const plain = new Plain();
  plain[key] = value;
  return plain;
}
