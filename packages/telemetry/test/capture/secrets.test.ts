import { describe, expect, test } from 'vitest';
import { openTestRecorder } from '../record/recorder-support.js';
import { capture, omission, written, writtenValue } from './capturing.js';
import { fakeRedactor } from './fake-redactor.js';

const MASKED = '[redacted:secret]';
const secret = 'hunter2hunter2';

describe('under the name of a secret', () => {
  test.each([
    ['a text goes whole', { password: secret }, { password: MASKED }],
    ['an empty text stays', { password: '' }, { password: '' }],
    ['what is redacted already stays', { password: MASKED }, { password: MASKED }],
    ['numbers and booleans stay', { password: 8, cookie: true }, { password: 8, cookie: true }],
    ['the texts of a list go', { 'Set-Cookie': [secret, 1] }, { 'Set-Cookie': [MASKED, 1] }],
    [
      'of entries in a list only their values go',
      { cookie: [{ name: 'sid', value: secret, path: '/' }] },
      { cookie: [{ name: 'sid', value: MASKED, path: '/' }] },
    ],
    ['the texts of a set go', { cookie: new Set([secret]) }, { cookie: [MASKED] }],
    ['a wrapped text goes', { apiKey: Object(secret) as unknown }, { apiKey: MASKED }],
    ['a large number in digits goes', { password: 12n }, { password: { $bigint: MASKED } }],
    [
      'an object is looked into',
      { authorization: { user: 'me', password: secret } },
      { authorization: { user: 'me', password: MASKED } },
    ],
  ])('%s', (_, payload, expected) => expect(written(payload)).toEqual(expected));
});

describe('names beside their values', () => {
  test.each([
    ['a pair', ['Authorization', secret], ['Authorization', MASKED]],
    [
      'an entry of a list',
      [{ name: 'Authorization', value: secret, enabled: 'yes' }],
      [{ name: 'Authorization', value: MASKED, enabled: 'yes' }],
    ],
    ['its keys in any case', { Key: 'api-key', Value: secret }, { Key: 'api-key', Value: MASKED }],
    ['an entry with a harmless name', { name: 'sid', value: 'x' }, { name: 'sid', value: 'x' }],
    [
      'pairs',
      [
        ['a', 'b'],
        ['cookie', secret],
      ],
      [
        ['a', 'b'],
        ['cookie', MASKED],
      ],
    ],
    ['a map', new Map([['password', secret]]), [['password', MASKED]]],
    ['a map of lists', new Map([['set-cookie', [secret]]]), [['set-cookie', [MASKED]]]],
    ['headers', new Headers({ cookie: secret }), [['cookie', MASKED]]],
    ['parameters', new URLSearchParams({ 'api-key': secret }), [['api-key', MASKED]]],
    ['a command', ['run', '--password', secret, secret], ['run', '--password', MASKED, secret]],
    ['a list of words', ['a', 'password', 'b', 'cookie'], ['a', 'password', 'b', 'cookie']],
  ])('%s', (_, value, expected) => expect(writtenValue(value)).toEqual(expected));

  test('in turn, as raw headers are', () => {
    const rawHeaders = ['Host', 'cookie', 'Cookie', secret, 'X-Api-Key', secret];
    expect(written({ rawHeaders })).toEqual({
      rawHeaders: ['Host', 'cookie', 'Cookie', MASKED, 'X-Api-Key', MASKED],
    });
  });
});

test.each([1, 2, 8, 30])('at depth %i, in lists of lists and errors', (depth) => {
  const planted = {
    password: secret,
    list: [[{ apiKey: secret }]],
    error: new Error('key-abcdef'),
  };
  const payload = Array.from({ length: depth }).reduce<object>((inner) => ({ inner }), planted);
  const { data, redacted } = capture(payload);
  const text = JSON.stringify(data);
  expect(text).not.toContain(secret);
  expect(text).not.toContain('abcdef');
  if (depth < 28) expect(redacted).toBeGreaterThanOrEqual(3);
});

test('every text is looked at: values, keys, messages, stacks, references', () => {
  const cycle: Record<string, unknown> = {};
  cycle['key-aaaa'] = { back: [cycle, 'x key-bbbb y'] };
  const error = new Error('says key-cccc');
  const { data, redacted } = capture({ cycle, error });
  const text = JSON.stringify(data);
  expect(text).not.toMatch(/key-[abc]/);
  expect(text).toContain('x [redacted:key] y');
  expect(redacted).toBe(4);
});

test('what the host has registered goes, from then on', () => {
  const redactor = fakeRedactor();
  expect(written({ text: `is ${secret}` }, { redactor })).toEqual({ text: `is ${secret}` });
  redactor.registerSecret(secret);
  expect(written({ text: `is ${secret}` }, { redactor })).toEqual({ text: 'is [redacted:key]' });
});

test('a key that was harmless is looked at again when the redactor has learned it', () => {
  const open = openTestRecorder();
  const { redactor } = open;
  const keys = (): string[] => Object.keys(open.records.at(-1)?.data ?? {});
  open.untyped.record('agent.settled', { [secret]: 1 });
  expect(keys()).toEqual([secret]);
  redactor.registerSecret(secret);
  open.untyped.record('agent.settled', { [secret]: 1 });
  expect(keys()).toEqual(['[redacted:key]']);
});

describe('if credentials cannot be looked for, nothing is kept', () => {
  const broken = (part: object) => ({ ...fakeRedactor(), ...part });
  const fail = (): never => {
    throw new Error('too much work');
  };

  test.each([
    ['a text', broken({ text: fail }), { deep: { text: 'a' } }],
    ['a key', broken({ keyKind: fail }), { deep: { text: 'a' } }],
    ['the start of a long text', broken({ joined: fail }), { list: ['x'.repeat(2_000_000)] }],
    ['in metadata mode', broken({ text: fail }), { error: new Error('a') }],
  ])('%s', (label, redactor, payload) => {
    const mode = label === 'in metadata mode' ? 'metadata' : 'content';
    const { data, failure, redacted, omitted } = capture(payload, { redactor, mode });
    expect(data).toEqual(omission({ reason: 'redaction-failed' }));
    expect({ redacted, omitted }).toEqual({ redacted: 0, omitted: 1 });
    expect(failure).toMatchObject({ stage: 'redact', error: { message: 'too much work' } });
  });
});
