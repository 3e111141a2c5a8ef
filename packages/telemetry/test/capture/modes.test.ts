import { describe, expect, test } from 'vitest';
import { capture, omission, written } from './capturing.js';

const payload = {
  toolCallId: 'call-1',
  isError: true,
  password: 'hunter2',
  text: 'what was said',
  list: [1, 2, 3],
  args: { path: 'a', cost: 1 },
  count: 3,
  nothing: null,
  missing: undefined,
};
const metadata = ['toolCallId', 'isError', 'password'];

function left(type: string, size?: number): object {
  return omission({ reason: 'mode', type, ...(size === undefined ? {} : { size }) });
}

test('metadata mode keeps what is listed, and of the rest its shape', () => {
  expect(written(payload, { mode: 'metadata', metadata })).toEqual({
    toolCallId: 'call-1',
    isError: true,
    password: '[redacted:secret]',
    text: left('string', 13),
    list: left('array', 3),
    args: left('object', 2),
    count: left('number'),
    nothing: left('null'),
  });
});

test.each(['content', 'stream'] as const)('%s mode keeps all', (mode) => {
  expect(written(payload, { mode, metadata })).toEqual({
    ...structuredClone(payload),
    password: '[redacted:secret]',
    missing: undefined,
  });
});

test('counts what was left out', () => {
  expect(capture(payload, { mode: 'metadata', metadata }).omitted).toBe(5);
  expect(capture(payload).omitted).toBe(0);
});

test('what is said elsewhere in the record is not said again', () => {
  expect(written({ type: 'a', b: 1 }, { except: 'type' })).toEqual({ b: 1 });
  expect(written({ type: 'a', b: 1 }, { except: 'type', mode: 'metadata' })).toEqual({
    b: left('number'),
  });
});

describe('metadata mode tells why something failed', () => {
  const inMetadata = (data: object): object => written(data, { mode: 'metadata' });

  test.each([
    ['a message', { errorMessage: 'no key-abcd left' }, { errorMessage: 'no [redacted:key] left' }],
    ['a name', { errorName: 'TypeError' }, { errorName: 'TypeError' }],
    ['a text', { error: 'refused' }, { error: 'refused' }],
    [
      'an error, without its stack',
      { error: Object.assign(new TypeError('refused'), { code: 'E_NO' }) },
      { error: { name: 'TypeError', message: 'refused', code: 'E_NO' } },
    ],
    [
      'a plain object',
      { error: { message: 'refused', code: 7, detail: 'more' } },
      { error: { message: 'refused', code: 7 } },
    ],
    ['an object that says nothing', { error: { detail: 1 } }, { error: left('object', 1) }],
    ['no error', { error: null }, { error: left('null') }],
  ])('%s', (_, data, expected) => expect(inMetadata(data)).toEqual(expected));

  test('in 256 code points, cut between them and never inside of a credential', () => {
    const data = {
      error: { message: '😀'.repeat(300) },
      errorMessage: `${'x'.repeat(8_188)}key-abcdef`,
    };
    expect(inMetadata(data)).toEqual({
      ...{ error: { message: '😀'.repeat(256) }, errorMessage: 'x'.repeat(256) },
    });
  });
});

test('a getter is not run in metadata mode either, listed or not', () => {
  const data = {
    get listed(): never {
      return expect.fail();
    },
    get other(): never {
      return expect.fail();
    },
  };
  expect(written(data, { mode: 'metadata', metadata: ['listed'] })).toEqual({
    ...{ listed: omission({ reason: 'accessor' }), other: omission({ reason: 'accessor' }) },
  });
});
