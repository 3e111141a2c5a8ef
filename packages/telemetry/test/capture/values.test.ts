import { describe, expect, test } from 'vitest';
import { capture, omission, written, writtenValue } from './capturing.js';

describe('values that JSON has', () => {
  test.each([
    ['a text', 'text', 'text'],
    ['a number', 1.5, 1.5],
    ['a negative zero', -0, 0],
    ['true', true, true],
    ['null', null, null],
    ['a list', [1, 'two', [null]], [1, 'two', [null]]],
    ['an object', { a: { b: 1 } }, { a: { b: 1 } }],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    [
      'an instance, by its own fields',
      new (class Sized {
        size = 1;
        get area() {
          return 2;
        }
      })(),
      { size: 1 },
    ],
  ])('%s', (_, value, expected) => expect(writtenValue(value)).toEqual(expected));
});

describe('values that JSON has not', () => {
  const cycle: Record<string, unknown> = { items: [] };
  (cycle['items'] as unknown[]).push({ back: cycle });

  test.each([
    ['a BigInt', 12n, { $bigint: '12' }],
    ['NaN', NaN, { $number: 'NaN' }],
    ['an infinity', -Infinity, { $number: '-Infinity' }],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a date that is none', new Date(NaN), null],
    ['a URL', new URL('http://host/path'), 'http://host/path'],
    [
      'a map',
      new Map<unknown, unknown>([
        ['a', 1],
        [2, { b: 3 }],
      ]),
      [
        ['a', 1],
        [2, { b: 3 }],
      ],
    ],
    ['a set', new Set([1, 'two']), [1, 'two']],
    ['headers', new Headers({ accept: 'all' }), [['accept', 'all']]],
    [
      'search parameters',
      new URLSearchParams('a=1&a=2'),
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    ['a wrapped text', Object('text') as unknown, 'text'],
    ['a wrapped number', Object(1) as unknown, 1],
    ['a cycle', cycle, { items: [{ back: { $ref: '$.value' } }] }],
    [
      'a hole, a function, a symbol and nothing in a list',
      Object.assign(Array<unknown>(2), { 1: () => 1 }).concat(Symbol('s'), undefined),
      [null, null, null, null],
    ],
    [
      'the same in an object',
      { f: () => 1, s: Symbol('s'), u: undefined, [Symbol('k')]: 1, n: 1 },
      { n: 1 },
    ],
    ['bytes', new Uint8Array(3), omission({ reason: 'bytes', type: 'Uint8Array', bytes: 3 })],
    ['a buffer', Buffer.from('abc'), omission({ reason: 'bytes', type: 'Uint8Array', bytes: 3 })],
    [
      'a view',
      new DataView(new ArrayBuffer(4), 1),
      omission({ reason: 'bytes', type: 'DataView', bytes: 3 }),
    ],
    [
      'an ArrayBuffer',
      new ArrayBuffer(4),
      omission({ reason: 'bytes', type: 'ArrayBuffer', bytes: 4 }),
    ],
    [
      'a blob',
      new Blob(['ab'], { type: 'text/plain' }),
      omission({ reason: 'bytes', type: 'Blob', bytes: 2, mime: 'text/plain' }),
    ],
    ['an enormous BigInt', 1n << 5_000n, omission({ reason: 'size', type: 'bigint' })],
  ])('%s', (_, value, expected) => expect(writtenValue(value)).toEqual(expected));

  test('a value that is there twice is written twice: only a cycle is a reference', () => {
    const shared = { a: 1 };
    expect(written({ one: shared, two: shared })).toEqual({ one: { a: 1 }, two: { a: 1 } });
  });
});

describe('errors', () => {
  test('name, message, code and stack, with causes and the errors they stand for', () => {
    const cause = Object.assign(new TypeError('inner'), { code: 'E_INNER' });
    const error = new AggregateError([new Error('one')], 'outer', { cause });
    expect(writtenValue(error)).toMatchObject({
      ...{ name: 'AggregateError', message: 'outer', stack: expect.stringContaining('outer') },
      cause: { name: 'TypeError', message: 'inner', code: 'E_INNER' },
      errors: [{ name: 'Error', message: 'one' }],
    });
  });

  test('an abort, whose fields are getters of the platform', () => {
    const { signal } = new AbortController();
    expect(writtenValue(AbortSignal.abort().reason)).toMatchObject({
      ...{ name: 'AbortError', message: expect.stringContaining('abort'), code: 20 },
    });
    expect(writtenValue(signal)).toEqual({});
  });

  test('a cause that leads back', () => {
    const error: Error & { cause?: unknown } = new Error('round');
    error.cause = error;
    expect(writtenValue(error)).toMatchObject({ message: 'round', cause: { $ref: '$.value' } });
  });

  test('whose stack throws when it is written', () => {
    const { prepareStackTrace } = Error;
    Error.prepareStackTrace = () => {
      throw new Error('no stack for you');
    };
    const error = writtenValue(new Error('fails'));
    Error.prepareStackTrace = prepareStackTrace;
    const stack = omission({ reason: 'unreadable' });
    expect(error).toEqual({ name: 'Error', message: 'fails', stack });
  });

  test('only what an error is: what else hangs on it is not its business', () => {
    const error = Object.assign(new Error('plain'), { request: { headers: 'many' } });
    expect(writtenValue(error)).not.toHaveProperty('request');
  });
});

describe("nobody's code is run", () => {
  test('getters, also on lists', () => {
    const run = (): never => expect.fail('a getter ran');
    const list = Object.defineProperty([1, 2], 1, { get: run, enumerable: true });
    expect(
      written({
        list,
        get field() {
          return run();
        },
        set other(_: number) {},
        after: 1,
      }),
    ).toEqual({
      ...{ list: [1, omission({ reason: 'accessor' })], field: omission({ reason: 'accessor' }) },
      ...{ other: omission({ reason: 'accessor' }), after: 1 },
    });
  });

  test('toJSON, toString, iterators and what a class puts over the platform', () => {
    const run = (): never => expect.fail('foreign code ran');
    class OwnDate extends Date {
      override toISOString = run;
      override toJSON = run;
      override getTime = run;
    }
    class OwnMap extends Map<string, number> {
      override entries = run;
      override [Symbol.iterator] = run;
      override forEach = run;
    }
    // Stacks are written late, and with the message: only then does the getter count.
    let isWritten = false;
    class OwnError extends Error {
      override get message(): string {
        return isWritten ? run() : '';
      }
    }
    const error = Object.defineProperty(new OwnError(), 'stack', { value: 'known' });
    isWritten = true;
    expect(
      written({
        plain: { toJSON: run, toString: run, valueOf: run, a: 1 },
        date: new OwnDate(0),
        map: new OwnMap([['a', 1]]),
        error,
      }),
    ).toMatchObject({
      ...{
        plain: { a: 1 },
        date: '1970-01-01T00:00:00.000Z',
        map: [['a', 1]],
        error: { name: 'Error', message: omission({ reason: 'accessor' }) },
      },
    });
  });
});

describe('what throws costs its own field', () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const throwing = (trap: keyof ProxyHandler<object>) =>
    new Proxy(
      { a: 1 },
      {
        [trap]() {
          throw new Error(trap);
        },
      },
    );

  test.each([
    ['a revoked proxy', revoked.proxy],
    ['a proxy without keys', throwing('ownKeys')],
    ['a proxy without a prototype', throwing('getPrototypeOf')],
    ['what only looks like a date', Object.create(Date.prototype) as object],
    ['what only looks like a map', Object.create(Map.prototype) as object],
  ])('%s', (_, value) => {
    expect(written({ before: 1, value, after: [value] })).toEqual({
      ...{ before: 1, value: omission({ reason: 'unreadable' }) },
      after: [omission({ reason: 'unreadable' })],
    });
  });

  test('a proxy whose fields throw has its keys', () => {
    const value = throwing('getOwnPropertyDescriptor');
    // Listing the keys asks for their descriptors already.
    expect(writtenValue(value)).toEqual(omission({ reason: 'unreadable' }));
  });

  test('a proxy that lets itself be read is read', () => {
    expect(writtenValue(new Proxy({ a: [1] }, {}))).toEqual({ a: [1] });
    expect(writtenValue(new Proxy([1, 2], {}))).toEqual([1, 2]);
  });

  test('deep down, and the cycle detection goes on as before', () => {
    const value: Record<string, unknown> = { bad: { worse: { worst: revoked.proxy } } };
    value['self'] = value;
    expect(writtenValue(value)).toEqual({
      bad: { worse: { worst: omission({ reason: 'unreadable' }) } },
      self: { $ref: '$.value' },
    });
  });

  test('a payload that cannot be read at all, or is none', () => {
    for (const payload of [revoked.proxy, null, undefined, 1, 'text', () => 1]) {
      const { data, failure } = capture(payload);
      expect(data).toEqual(omission({ reason: 'unreadable' }));
      expect(failure?.stage).toBe('read');
    }
  });
});

describe('keys', () => {
  test('with $ at the start are escaped, so that ours cannot be forged', () => {
    expect(written({ $omitted: 1, $$ref: { $bigint: 'x' } })).toEqual({
      ...{ $$omitted: 1, $$$ref: { $$bigint: 'x' } },
    });
  });

  test('of prototypes are ordinary', () => {
    const payload = JSON.parse('{"__proto__":{"polluted":1},"constructor":2}') as object;
    const { data } = capture(payload);
    expect(JSON.stringify(data)).toBe('{"__proto__":{"polluted":1},"constructor":2}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('that are credentials are redacted, each on its own', () => {
    expect(written({ 'key-aaaa': 1, 'key-bbbb': 2 })).toEqual({
      ...{ '[redacted:key]': 1, '[redacted:key]#1': 2 },
    });
  });

  test('that are credentials never take the place of one that looks redacted', () => {
    expect(written({ 'key-aaaa': 1, '[redacted:key]': 2 })).toEqual({
      ...{ '[redacted:key]': 1, '[redacted:key]#1': 2 },
    });
  });

  test('that are endless are cut', () => {
    const keys = Object.keys(written({ ['k'.repeat(5_000)]: 1, ['l'.repeat(50_000)]: 2 }));
    expect(keys).toEqual(['k'.repeat(256), 'l'.repeat(256)]);
  });
});

test('the input is not changed, frozen or not, and the copy is of this moment', () => {
  const inner = Object.freeze({ list: Object.freeze(['key-aaaa', { password: 'hunter2' }]) });
  const payload = Object.freeze({ inner, twice: inner });
  const before = structuredClone(payload);
  const { data } = capture(payload);
  expect(payload).toEqual(before);
  expect(payload.inner).toBe(payload.twice);
  const mutable = { list: [1] };
  const taken = capture(mutable).data;
  mutable.list.push(2);
  expect(taken).toEqual({ list: [1] });
  expect(JSON.stringify(data)).not.toContain('hunter2');
});
