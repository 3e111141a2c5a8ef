import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { capture, omission, written, writtenValue } from './capturing.js';

const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');
const prose = (length: number): string => 'some prose, '.repeat(length).slice(0, length);

describe('long texts', () => {
  test('stay whole up to 16 KiB of UTF-8', () => {
    for (const text of [prose(16_384), 'é'.repeat(8_192)]) expect(writtenValue(text)).toBe(text);
  });

  test('are described above it, in UTF-16 units and in bytes', () => {
    const text = 'é'.repeat(8_193);
    expect(writtenValue(text, { hash: sha256 })).toEqual(
      omission({
        ...{ reason: 'size', type: 'string', chars: 8_193, bytes: 16_386 },
        ...{ sha256: sha256(text), preview: 'é'.repeat(512) },
      }),
    );
  });

  test('without a hash function there is no hash', () => {
    expect(writtenValue(prose(20_000))).not.toHaveProperty('$omitted.sha256');
  });

  test('size, hash and preview are of the redacted text', () => {
    const text = `key-abcdef ${prose(20_000)}`;
    const redacted = text.replace('key-abcdef', '[redacted:key]');
    const value = writtenValue(text, { hash: sha256 });
    expect(value).toMatchObject(
      omission({
        chars: redacted.length,
        sha256: sha256(redacted),
        preview: redacted.slice(0, 512),
      }),
    );
  });

  test('a preview ends between code points', () => {
    const value = writtenValue('😀'.repeat(10_000), { limits: { previewChars: 5 } });
    expect(value).toMatchObject(omission({ preview: '😀'.repeat(5) }));
  });
});

describe('texts too long to be looked through', () => {
  test('have a preview of their start, and no hash', () => {
    const text = prose(1_048_577);
    expect(writtenValue(text, { hash: sha256 })).toEqual(
      omission({ reason: 'size', type: 'string', chars: text.length, preview: text.slice(0, 512) }),
    );
  });

  test('a credential that the cut goes through is masked', () => {
    const text = `${prose(8_190)}key-abcdef${prose(2_000)}`;
    const limits = { scannedBytes: 9_000, previewChars: 10_000, textBytes: 8_192 };
    const { data } = capture({ value: text }, { limits });
    expect(JSON.stringify(data)).toContain(`${prose(8_190)}[redacted:key]"`);
  });

  test('the cut goes through no pair of surrogates', () => {
    const text = `${'x'.repeat(8_191)}😀${prose(2_000)}`;
    const limits = { scannedBytes: 9_000, previewChars: 10_000, textBytes: 8_192 };
    expect(writtenValue(text, { limits })).toMatchObject(omission({ preview: 'x'.repeat(8_191) }));
  });
});

describe('base64', () => {
  const data = Buffer.from(Array.from({ length: 1_500 }, (_, index) => (index * 7) % 251));

  test.each([
    ['as a data URI', `data:image/png;base64,${data.toString('base64')}`, { mime: 'image/png' }],
    ['alone', data.toString('base64'), {}],
    ['for URLs', data.toString('base64url'), {}],
    ['in lines', data.toString('base64').replace(/.{76}/g, '$&\r\n'), {}],
  ])('%s: no preview', (_, text, mime) => {
    expect(writtenValue(text, { hash: sha256 })).toEqual(
      omission({
        ...{ reason: 'size', type: 'base64', ...mime },
        ...{ chars: text.length, bytes: text.length, sha256: sha256(text) },
      }),
    );
  });

  test.each([
    ['up to 1 KiB', data.toString('base64').slice(0, 1_024)],
    ['a long word', 'a'.repeat(3_000)],
    ['hexadecimal digits', data.toString('hex')],
    ['prose', prose(3_000)],
  ])('%s stays', (_, text) => expect(writtenValue(text)).toBe(text));
});

describe('binary data', () => {
  test('has a hash where it is large, for what is small could be guessed', () => {
    const large = new Uint8Array(2_000).fill(7);
    const facts = { reason: 'bytes', type: 'Uint8Array' };
    expect(written({ large, small: large.subarray(0, 16) }, { hash: sha256 })).toEqual({
      large: omission({ ...facts, bytes: 2_000, sha256: sha256(large) }),
      small: omission({ ...facts, bytes: 16 }),
    });
  });
});

describe('lists', () => {
  test('up to 1,000 items stay', () => {
    const list = Array.from({ length: 1_000 }, (_, index) => index);
    expect(writtenValue(list)).toEqual(list);
  });

  test('of longer ones 200 stay, and the number of the others', () => {
    const value = writtenValue(Array.from({ length: 1_001 }, (_, index) => index)) as unknown[];
    expect(value).toHaveLength(201);
    expect(value.slice(198)).toEqual([
      ...[198, 199],
      omission({ reason: 'size', type: 'array', count: 801 }),
    ]);
  });

  test('maps and sets count as lists', () => {
    const value = writtenValue(new Set(Array(1_500).keys())) as unknown[];
    expect(value[200]).toEqual(omission({ reason: 'size', type: 'array', count: 1_300 }));
  });
});

describe('a payload as a whole', () => {
  test('is nested 32 levels deep', () => {
    const nested = (depth: number): object =>
      Array.from({ length: depth }).reduce<object>((inner) => ({ inner }), { end: 1 });
    expect(JSON.stringify(capture(nested(31)).data)).toContain('"end":1');
    const { data } = capture(nested(32));
    expect(JSON.stringify(data)).toContain(
      '{"$omitted":{"reason":"depth","type":"object","size":1}}',
    );
  });

  test('may be nested without end', () => {
    let payload: object = {};
    for (let depth = 0; depth < 100_000; depth++) payload = [payload];
    expect(JSON.stringify(capture({ payload }).data).length).toBeLessThan(200);
  });

  test('has 10,000 values', () => {
    const wide = Array.from({ length: 20 }, () => Array.from({ length: 900 }, () => 1));
    const value = writtenValue(wide) as unknown[][];
    const values = value.flat().filter((item) => item === 1);
    expect(values.length).toBeGreaterThan(9_900);
    expect(values.length).toBeLessThanOrEqual(10_000);
    expect(value.at(-1)).toEqual(omission({ reason: 'limit', type: 'array', count: 8 }));
  });

  test('may have a hundred thousand keys', () => {
    const payload: Record<string, number> = {};
    for (let index = 0; index < 100_000; index++) payload[`k${index}`] = index;
    const { data } = capture(payload);
    expect(Object.keys(data)).toHaveLength(10_001);
    expect(data['$omitted']).toEqual({ reason: 'limit', count: 90_000 });
  });

  test('has 1 MiB of text that is looked at', () => {
    const payload = { a: prose(600_000), b: prose(600_000), c: 'short' };
    expect(written(payload)).toMatchObject({
      a: omission({ reason: 'size', chars: 600_000 }),
      b: omission({ reason: 'limit', type: 'string', chars: 600_000 }),
      c: 'short',
    });
    const keys = Object.fromEntries(
      Array.from({ length: 9_000 }, (_, i) => [`${i}`.padEnd(200), i]),
    );
    expect(capture(keys).data['$omitted']).toMatchObject({ reason: 'limit' });
  });

  test('a list of so many times the same is not unfolded', () => {
    let payload: unknown = 1;
    for (let depth = 0; depth < 30; depth++) payload = [payload, payload];
    expect(JSON.stringify(capture({ payload }).data).length).toBeLessThan(100_000);
  });
});
