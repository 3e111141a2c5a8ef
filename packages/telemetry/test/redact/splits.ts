import { expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';
import { SHAPES, samples } from './corpus.js';
import { leaksOf } from './leaks.js';

const redactor = createRedactor();

/** At which places a text is divided. */
export type PlacesIn = (text: string, secret: string) => readonly number[];

export const everyPlace: PlacesIn = (text) =>
  Array.from({ length: text.length + 1 }, (_, at) => at);

/** In and around the beginning and the end of the credential, and every 13th place, others for each. */
export const somePlaces: PlacesIn = (text, secret) => {
  const from = text.indexOf(secret);
  const to = from + secret.length;
  return everyPlace(text, secret).filter(
    (at) =>
      (at >= from - 2 && at <= from + 9) ||
      (at >= to - 3 && at <= to + 2) ||
      at === text.length ||
      at % 13 === secret.length % 13,
  );
};

export function piecesOf(text: string, size: number): string[] {
  return text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
}

/** What holds for a credential of each shape, wherever its text is divided. */
export function splitLaws(placesIn: PlacesIn): void {
  it.each(samples(SHAPES, 5))('$label: every split gives what the whole gives', (sample) => {
    const text = `It is ${sample.text} now.\nNext line.`;
    const whole = redactor.text(text).text;
    expect(leaksOf(whole, sample.secret, sample.publicPrefix)).toEqual([]);
    const halves = placesIn(text, sample.secret).map((at) => [text.slice(0, at), text.slice(at)]);
    for (const parts of [...halves, ...[1, 3, 7].map((size) => piecesOf(text, size))]) {
      const redacted = redactor.joined(parts, 'complete');
      expect(redacted).toHaveLength(parts.length);
      expect(redacted.map((part) => part.text).join('')).toBe(whole);
    }
  });

  it.each(samples(SHAPES, 6))('$label: cut anywhere, no fragment is left', (sample) => {
    const text = `It is ${sample.text}`;
    for (const end of placesIn(text, sample.secret)) {
      const parts = piecesOf(text.slice(0, end), 7);
      const redacted = redactor
        .joined(parts, 'cut')
        .map((part) => part.text)
        .join('');
      expect(leaksOf(redacted, sample.secret, sample.publicPrefix), redacted).toEqual([]);
    }
  });

  it.each(samples(SHAPES, 7))(
    '$label: what is released early is what it would be later',
    (sample) => {
      const text = `The first of the lines\nis this: ${sample.text} and more of it\nsecret: none`;
      const whole = redactor.text(text).text;
      for (const end of placesIn(text, sample.secret)) {
        const heard = text.slice(0, end);
        const safe = end - redactor.unfinished(heard);
        const released = redactor.text(heard.slice(0, safe)).text;
        expect(released + redactor.text(text.slice(safe)).text, heard).toBe(whole);
      }
    },
  );
}
