import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';
import { written } from '../capture/capturing.js';

// What SECURITY.md says is not found by itself. When one of these is found, it has to say less.
const VALUE = 'swordfish-of-mine';

const texts: readonly [string, (value: string) => string][] = [
  ['an option that says nothing', (value) => `deploy -p ${value} now`],
  ['an argument of a call', (value) => `client.setPassword("${value}")`],
  ['a word without quotes', (value) => `the password is ${value} for now`],
  ['a value without any name', (value) => `it answered ${value}`],
];

const payloads: readonly [string, (value: string) => object][] = [
  ['a field of an object with a telling name', (value) => ({ secrets: { database: value } })],
  ['the item behind an option that says nothing', (value) => ({ args: ['deploy', '-p', value] })],
];

describe('what looks like anything else', () => {
  it.each(texts)('is not known by itself: %s', (_, textWith) => {
    expect(createRedactor().text(textWith(VALUE))).toEqual({ text: textWith(VALUE), count: 0 });
  });

  it.each(payloads)('is not known by itself: %s', (_, payloadWith) => {
    const redactor = createRedactor();
    expect(written(payloadWith(VALUE), { redactor })).toEqual(payloadWith(VALUE));
  });

  it.each([...texts, ...payloads])('goes once it is registered: %s', (_, made) => {
    const redactor = createRedactor({ secrets: [VALUE] });
    expect(written({ made: made(VALUE) }, { redactor })).toEqual({
      made: made('[redacted:registered]'),
    });
  });
});
