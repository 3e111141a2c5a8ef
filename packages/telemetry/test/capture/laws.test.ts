import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';
import { openTestRecorder } from '../record/recorder-support.js';

/** Known to the host, and awkward in JSON, in addresses and in regular expressions. */
const SECRET = ['p"ss', '\\wörd', '\n$&-(7'].join('');
const PLAIN_SECRET = ['Kq7Zt', '0mXw2', 'LrB9s', 'VfN4d'].join('');

const hostile: (() => unknown)[] = [
  () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  () => new Proxy({}, { ownKeys: () => fail(), get: () => fail(), getPrototypeOf: () => fail() }),
  () => new Proxy([], { getOwnPropertyDescriptor: () => fail() }),
  () => Object.defineProperty({}, 'field', { enumerable: true, get: fail }),
  () => ({ toJSON: fail, toString: fail, [Symbol.toPrimitive]: fail }),
  () => Object.create(Date.prototype) as unknown,
  () => Object.setPrototypeOf([], null) as unknown,
  () => Object.assign(new Error(SECRET, { cause: PLAIN_SECRET }), { name: PLAIN_SECRET }),
  () => new AggregateError([new TypeError(PLAIN_SECRET)], SECRET),
  () => new Map([[{ [PLAIN_SECRET]: SECRET }, [SECRET]]]),
  () => new Headers({ 'x-any': PLAIN_SECRET }),
  () => new URL(`http://host/${PLAIN_SECRET}?a=${PLAIN_SECRET}`),
  () => new URLSearchParams({ [PLAIN_SECRET]: PLAIN_SECRET }),
  () => btoa(PLAIN_SECRET),
  () => JSON.stringify({ deep: JSON.stringify({ text: SECRET }) }),
  () => `${'long '.repeat(4_000)}${SECRET}`,
  () => `${'very long '.repeat(110_000)}${PLAIN_SECRET}`,
  () => Object(PLAIN_SECRET) as unknown,
  () => Buffer.from(PLAIN_SECRET),
  () => Symbol(PLAIN_SECRET),
  () => () => PLAIN_SECRET,
  () => 1n << 9_999n,
  () => new Date(NaN),
];

function fail(): never {
  throw new Error(SECRET);
}

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(SECRET, PLAIN_SECRET, '__proto__', '$ref', 'toJSON', '\u2028'),
  fc
    .tuple(fc.string(), fc.constantFrom(SECRET, PLAIN_SECRET), fc.string())
    .map((all) => all.join('')),
);

const trees = fc.anything({
  key: texts,
  values: [texts, fc.double(), fc.bigInt()],
  ...{ maxDepth: 4, withBoxedValues: true, withDate: true, withMap: true, withSet: true },
  ...{ withNullPrototype: true, withSparseArray: true, withTypedArray: true },
});

/** Made late: fast-check looks into what it makes, and these do not like it. */
const values = fc
  .tuple(trees, fc.array(fc.constantFrom(...hostile), { minLength: 1, maxLength: 4 }))
  .map(([tree, makers]) => {
    return { make: (): unknown[] => [tree, ...makers.map((make) => make())] };
  });

const modes = fc.constantFrom('metadata' as const, 'content' as const, 'stream' as const);
const redactor = createRedactor({ secrets: [SECRET, PLAIN_SECRET] });

function linesOf(mode: 'metadata' | 'content' | 'stream', record: (open: Open) => void): string[] {
  const open = openTestRecorder({ mode, redactor });
  record(open);
  open.release();
  return open.lines.map(({ text }) => text);
}

type Open = ReturnType<typeof openTestRecorder>;

/** Everything there is to record with. */
function recordAll({ untyped }: Open, [tree, value, ...others]: unknown[]): void {
  const data = { status: tree, error: value, others };
  untyped.record('agent.settled', data, { runId: value, original: tree });
  untyped.record(value, value, value);
  const tool = untyped.begin('tool', data, { parentOperationId: tree });
  tool.complete(value, value);
  untyped.observe({ type: 'save.started', saveId: tree, rest: value });
  untyped.observe(value, value);
  untyped.record('stream.received', { delta: tree, part: value });
  untyped.failed(tree, 'map', value);
}

test('whatever is recorded, nothing is thrown, and what comes out is lines of JSON', () => {
  fc.assert(
    fc.property(modes, values, (mode, { make }) => {
      const lines = linesOf(mode, (open) => recordAll(open, make()));
      expect(lines.length).toBeGreaterThanOrEqual(5);
      for (const line of lines) {
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(line).toMatch(/^\{"v":1,"seq":\d+,/);
        expect(line).not.toMatch(/[\u2028\u2029]/);
        expect(JSON.parse(line)).toMatchObject({ sessionId: 'session-1', data: {} });
      }
    }),
    { numRuns: 100 },
  );
});

test('no value that the host has registered is in any line', () => {
  const escaped = JSON.stringify(SECRET).slice(1, -1);
  fc.assert(
    fc.property(modes, values, (mode, { make }) => {
      const text = linesOf(mode, (open) => recordAll(open, make())).join('');
      for (const form of [SECRET, escaped, PLAIN_SECRET, btoa(PLAIN_SECRET)]) {
        expect(text).not.toContain(form);
      }
    }),
    { numRuns: 100 },
  );
});

test('the same input gives the same data again, and is what it was', () => {
  fc.assert(
    fc.property(modes, values, (mode, { make }) => {
      const value = make();
      deepFreeze(value, new Set());
      const data = (): unknown[] =>
        linesOf(mode, (open) => {
          open.untyped.record('agent.settled', { status: value });
        }).map((line) => (JSON.parse(line) as { data: unknown }).data);
      expect(data()).toEqual(data());
    }),
    { numRuns: 60 },
  );
});

function deepFreeze(value: unknown, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  try {
    if (!ArrayBuffer.isView(value)) Object.freeze(value);
    for (const key of Reflect.ownKeys(value)) {
      deepFreeze(Reflect.getOwnPropertyDescriptor(value, key)?.value, seen);
    }
  } catch {
    // A hostile proxy cannot be frozen.
  }
}
