import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';
import { SHAPES, samples } from './corpus.js';
import { HARMLESS } from './harmless.js';
import { leaksOf } from './leaks.js';

const redactor = createRedactor();

function piecesOf(text: string, size: number): string[] {
  return text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
}

describe('streamed deltas', () => {
  it.each(samples(SHAPES, 5))('$label: every split gives what the whole gives', (sample) => {
    const text = `It is ${sample.text} now.\nNext line.`;
    const whole = redactor.text(text).text;
    expect(leaksOf(whole, sample.secret, sample.publicPrefix)).toEqual([]);
    const splits = Array.from({ length: text.length + 1 }, (_, at) => [
      text.slice(0, at),
      text.slice(at),
    ]);
    for (const parts of [...splits, ...[1, 3, 7].map((size) => piecesOf(text, size))]) {
      const redacted = redactor.joined(parts, 'complete');
      expect(redacted).toHaveLength(parts.length);
      expect(redacted.map((part) => part.text).join('')).toBe(whole);
    }
  });

  it.each(samples(SHAPES, 6))('$label: cut anywhere, no fragment is left', (sample) => {
    const text = `It is ${sample.text}`;
    for (let end = 0; end <= text.length; end++) {
      const parts = piecesOf(text.slice(0, end), 7);
      const redacted = redactor
        .joined(parts, 'cut')
        .map((part) => part.text)
        .join('');
      expect(leaksOf(redacted, sample.secret, sample.publicPrefix), redacted).toEqual([]);
    }
  });

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

  it.each(samples(SHAPES, 7))(
    '$label: what is released early is what it would be later',
    (sample) => {
      const text = `The first of the lines\nis this: ${sample.text} and more of it\nsecret: none`;
      const whole = redactor.text(text).text;
      for (let end = 0; end <= text.length; end++) {
        const heard = text.slice(0, end);
        const safe = end - redactor.unfinished(heard);
        const released = redactor.text(heard.slice(0, safe)).text;
        expect(released + redactor.text(text.slice(safe)).text, heard).toBe(whole);
      }
    },
  );
});
