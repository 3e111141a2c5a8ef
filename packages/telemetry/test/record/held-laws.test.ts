import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';
import { openTestRecorder } from './recorder-support.js';

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const REGISTERED = ['Kq7Zt', '0mXw2', 'LrB9s', 'VfN4d'].join('');
const redactor = createRedactor({ secrets: [REGISTERED] });

const body = fc.string({
  unit: fc.constantFrom(...letters.split('')),
  ...{ minLength: 40, maxLength: 60 },
});

/** A credential as it stands in a text, and the part of it that must not be seen anywhere. */
const credentials = fc.oneof(
  body.map((secret) => ({ text: ['sk', 'ant', 'api03', secret].join('-'), secret })),
  body.map((secret) => ({ text: `Authorization: Bearer ${secret}`, secret })),
  body.map((secret) => ({ text: `{\\"password\\": \\"${secret}\\"}`, secret })),
  body.map((secret) => ({ text: `https://me:${secret}@host/path`, secret })),
  fc.constant({ text: REGISTERED, secret: REGISTERED }),
  fc.array(body, { minLength: 3, maxLength: 90 }).map((lines) => ({
    text: [privateKey('BEGIN'), ...lines, privateKey('END')].join('\n'),
    secret: lines.join('\n'),
  })),
);

function privateKey(mark: string): string {
  return ['-----', mark, ' PRIVATE ', 'KEY', '-----'].join('');
}

const prose = fc
  .array(
    fc.constantFrom('the', 'reads', 'a', 'line.\n', 'token', 'of', '"text",', '(once)', 'é😀'),
    {
      maxLength: 40,
    },
  )
  .map((words) => `${words.join(' ')} `);

/** A text, the secrets in it, and how long its pieces are. */
const streams = fc
  .tuple(fc.array(fc.tuple(prose, credentials), { maxLength: 3 }), prose)
  .map(([parts, end]) => ({
    text: parts.map(([words, { text }]) => `${words}${text}\n`).join('') + end,
    secrets: parts.map(([, { secret }]) => secret),
  }));
const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 20 });

function piecesOf(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const length = lengths[pieces.length % lengths.length] ?? 1;
    pieces.push(text.slice(from, from + length));
    from += length;
  }
  return pieces;
}

function recorded(pieces: readonly string[], releaseAfter: ReadonlySet<number>) {
  const open = openTestRecorder({ mode: 'stream', redactor });
  pieces.forEach((delta, index) => {
    open.recorder.record('stream.received', { type: 'delta', delta, part: 0 });
    if (releaseAfter.has(index)) open.release();
  });
  open.recorder.record('stream.received', { type: 'end', part: 0 });
  open.release();
  return {
    seqs: open.records.map(({ seq }) => seq),
    text: open.records.map(({ data }) => (data['delta'] as string | undefined) ?? '').join(''),
  };
}

test('pieces come to what redacting the whole text comes to, in order, none missing', () => {
  fc.assert(
    fc.property(streams, sizes, ({ text }, lengths) => {
      const pieces = piecesOf(text, lengths);
      const { seqs, text: written } = recorded(pieces, new Set());
      expect(seqs).toEqual(Array.from({ length: pieces.length + 1 }, (_, index) => index + 1));
      expect(written).toBe(redactor.text(text).text);
    }),
    { numRuns: 150 },
  );
});

test('wherever a stream is cut, no six characters of a credential are written', () => {
  fc.assert(
    fc.property(streams, sizes, fc.array(fc.nat(400)), ({ text, secrets }, lengths, cuts) => {
      const { text: written } = recorded(piecesOf(text, lengths), new Set(cuts));
      for (const secret of secrets) {
        for (let at = 0; at + 6 <= secret.length; at++) {
          const fragment = secret.slice(at, at + 6);
          if (written.includes(fragment)) expect.fail(`${JSON.stringify(fragment)} in ${written}`);
        }
      }
    }),
    { numRuns: 150 },
  );
});
