import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';
import { SHAPES, samples } from './corpus.js';
import { HARMLESS } from './harmless.js';
import { piecesOf, somePlaces, splitLaws } from './splits.js';

const redactor = createRedactor();

describe('streamed deltas', () => {
  // At every place: in the soak.
  splitLaws(somePlaces);

  it('gives the first delta the placeholder and takes from the others what is covered', () => {
    const { secret } = samples(SHAPES)[0]!;
    const parts = ['a ', secret.slice(0, 9), secret.slice(9, 30), `${secret.slice(30)} b`, ' c'];
    expect(redactor.joined(parts, 'complete')).toEqual([
      { text: 'a ', count: 0 },
      { text: '[redacted:openai-key]', count: 1 },
      { text: '', count: 0 },
      { text: ' b', count: 0 },
      { text: ' c', count: 0 },
    ]);
  });

  it('keeps deltas without a credential as they are', () => {
    for (const [, text] of HARMLESS) {
      const parts = piecesOf(text, 5);
      expect(redactor.joined(parts, 'complete').map((part) => part.text)).toEqual(parts);
    }
    expect(redactor.joined([], 'cut')).toEqual([]);
    expect(redactor.joined(['', 'a', ''], 'cut').map(({ text }) => text)).toEqual(['', 'a', '']);
  });
});

describe('what has to wait', () => {
  it('is nothing behind the end of a line', () => {
    for (const text of ['', 'A line.\n', 'the password is wrong\n', 'token: abc123def456\n']) {
      expect(redactor.unfinished(text), text).toBe(0);
    }
  });

  it('is a private key from its first mark on', () => {
    const text = 'it is\n-----BEGIN PRIVATE KEY-----\nMIIabc\n';
    expect(redactor.unfinished(text)).toBe(text.length - 6);
    expect(redactor.unfinished(`${text}-----END PRIVATE KEY-----\n`)).toBe(0);
  });
});
