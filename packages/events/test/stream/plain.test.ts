import { LoopEventsError } from '@loop/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_DEPTH, toPlain } from '../../src/session/plain.js';
import { runs } from '../runs.js';

const anything = fc.anything({
  key: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toJSON', 'constructor', 'length', '0')),
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withTypedArray: true,
  maxDepth: 4,
});

/** Not `toEqual`, which is led astray by a field named `constructor`. */
function expectAsJson(value: unknown): void {
  const json = JSON.stringify(value) as string | undefined;
  const read: unknown = json === undefined ? undefined : JSON.parse(json);
  const copy = toPlain(value);
  expect(JSON.stringify(copy)).toBe(json);
  expect(isSame(copy, read), 'strictly equal').toBe(true);
}

function isSame(a: unknown, b: unknown): boolean {
  if (!(a instanceof Object && b instanceof Object)) return Object.is(a, b);
  const keys = Reflect.ownKeys(a);
  return (
    Object.getPrototypeOf(a) === Object.getPrototypeOf(b) &&
    keys.length === Reflect.ownKeys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(Reflect.get(a, key), Reflect.get(b, key)))
  );
}

class Point {
  x = 1;
  get doubled(): number {
    return this.x * 2;
  }
}

class Odd extends Array<number> {
  override *[Symbol.iterator](): ArrayIterator<number> {
    yield 0;
  }
}

const withToJson = Object.assign(() => 0, { toJSON: () => ({ from: 'a function' }) });

const cases: [string, unknown][] = [
  ['a date', new Date(0)],
  ['a date that is none', new Date(NaN)],
  ['not a number', [NaN, Infinity, -Infinity, -0]],
  ['holes', Object.assign(Array<unknown>(6), { 1: 1, 3: undefined, 4: () => 0, 5: Symbol('s') })],
  [
    'fields without a value',
    { a: undefined, b: () => 0, c: Symbol('s'), [Symbol('k')]: 1, d: null },
  ],
  ['a map and a set', [new Map([[1, 2]]), new Set([1])]],
  ['bytes', [new Uint8Array([1, 2]), globalThis.Buffer?.from('ab'), new ArrayBuffer(2)]],
  ['boxed values', [Object(1), Object(NaN), Object('text'), Object(false), Object(Symbol('s'))]],
  ['a boxed text that reads otherwise', Object.assign(Object('a'), { toString: () => 'b' })],
  ['a boxed number that counts otherwise', Object.assign(Object(1), { valueOf: () => 2 })],
  ['an instance', new Point()],
  ['an error', Object.assign(new Error('m'), { code: 'E' })],
  ['no prototype', Object.assign(Object.create(null) as object, { a: 1 })],
  ['toJSON with the key it stands at', { at: { toJSON: (key: string) => `<${key}>` } }],
  ['toJSON in a list', [{ toJSON: (key: string) => `<${key}>` }]],
  ['toJSON that leaves itself out', { a: { toJSON: () => undefined }, b: [{ toJSON() {} }] }],
  ['toJSON that gives another with toJSON', { toJSON: () => ({ toJSON: () => 1 }) }],
  ['toJSON that is no function', { toJSON: 1, a: 2 }],
  ['toJSON of a function', { a: withToJson }],
  ['a list with an iterator of its own', Odd.of(1, 2, 3)],
  ['a list with more fields', Object.assign([1], { more: 2 })],
  [
    'a key that names the prototype',
    JSON.parse('{"__proto__":{"polluted":1},"b":{"__proto__":2}}'),
  ],
  ['half of a pair', ['\ud83d', { '\udc00': '\ud83d' }]],
  ['keys in no order', { b: 1, 2: 1, a: 1, 1: 1 }],
  ['nesting as deep as it may be', nested(MAX_DEPTH)],
  ['what looks into its target', new Proxy({ a: 1 }, {})],
];

describe('a plain copy', () => {
  it.each(cases)('of %s is what JSON carries', (_, value) => {
    expectAsJson(value);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('of anything is what JSON carries, and leaves it as it was', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const before = fc.stringify(value);
        expectAsJson(value);
        expect(fc.stringify(value)).toBe(before);
      }),
      { numRuns: runs(500) },
    );
  });

  it('shares no object with its source, frozen or not', () => {
    const source = deepFrozen({ a: [{ b: {} }], c: {} });
    const copy = toPlain(source) as { a: { b: object }[]; c: object };
    copy.a.push({ b: {} });
    Object.assign(copy.a[0]?.b ?? {}, { changed: true });
    expect(source).toEqual({ a: [{ b: {} }], c: {} });
  });

  it('takes a BigInt where the host taught it to be JSON', () => {
    const taught = BigInt.prototype as { toJSON?: () => string };
    taught.toJSON = function (this: bigint) {
      return `${this}n`;
    };
    try {
      expect(toPlain({ a: 1n })).toEqual({ a: '1n' });
    } finally {
      delete taught.toJSON;
    }
  });
});

const cycle: Record<string, unknown> = { a: [] };
(cycle['a'] as unknown[]).push({ cycle });

const refused: [string, unknown][] = [
  ['a cycle', cycle],
  ['a list that holds itself', ((list: unknown[]) => (list.push(list), list))([])],
  ['a BigInt', { a: [1n] }],
  ['a boxed BigInt', { a: Object(1n) }],
  [
    'a getter that throws',
    {
      get a() {
        throw new Error('no');
      },
    },
  ],
  [
    'a toJSON that throws',
    {
      a: {
        toJSON() {
          throw new Error('no');
        },
      },
    },
  ],
  [
    'a toJSON without end',
    {
      toJSON() {
        return { again: this };
      },
    },
  ],
  [
    'a proxy that refuses',
    new Proxy(
      {},
      {
        ownKeys() {
          throw new Error('no');
        },
      },
    ),
  ],
  ['a proxy that was revoked', revoked()],
  ['nesting without end', nested(1e6)],
  ['nesting a level too deep', nested(MAX_DEPTH + 1)],
];

describe('a plain copy is refused', () => {
  it.each(refused)('of %s', (_, value) => {
    const error = thrownBy(() => toPlain(value));
    expect(error).toBeInstanceOf(LoopEventsError);
    expect(error).toMatchObject({ code: 'not-serializable', cause: expect.any(Error) });
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function nested(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { value };
  return value;
}

function deepFrozen<T extends object>(value: T): T {
  for (const item of Object.values(value)) if (typeof item === 'object') deepFrozen(item as object);
  return Object.freeze(value);
}

function thrownBy(task: () => unknown): unknown {
  try {
    task();
  } catch (error) {
    return error;
  }
  return undefined;
}
