import { utf8Length } from '../record/utf8-length.js';
import { omitted } from './omission.js';
import type { PlainObject } from './plain.js';
import type { CaptureRules } from './rules.js';
import { describeText } from './texts.js';

/** A shorter text would hardly be shorter than its description. */
const LARGE_CHARS = 2_048;

/**
 * Takes the largest values out of a capture until it is `excess` bytes of JSON smaller: texts
 * first, wherever they are, then whole fields, then all.
 *
 * @returns how many values went
 */
export function shrink(data: PlainObject, excess: number, rules: CaptureRules): number {
  let left = excess;
  let count = 0;
  for (const { holder, key, size } of candidates(data)) {
    if (left <= 0) break;
    const description = omissionOf(holder[key], size, rules);
    const saved = size - jsonBytes(description);
    if (saved <= 0) continue;
    holder[key] = description;
    left -= saved;
    count += 1;
  }
  if (left <= 0) return count;
  const bytes = jsonBytes(data);
  for (const key of Object.keys(data)) delete data[key];
  Object.assign(data, omitted({ reason: 'size', type: 'object', bytes }));
  return 1;
}

interface Place {
  holder: PlainObject;
  key: string;
  size: number;
}

/** The fields are measured when the texts have gone. */
function* candidates(data: PlainObject): Iterable<Place> {
  yield* bySize([...placesIn(data)].filter(({ holder, key }) => isLargeText(holder[key])));
  yield* bySize(Object.keys(data).map((key) => ({ holder: data, key })));
}

function bySize(places: { holder: PlainObject; key: string }[]): Place[] {
  return places
    .map(({ holder, key }) => ({ holder, key, size: jsonBytes(holder[key]) }))
    .sort((a, b) => b.size - a.size);
}

function* placesIn(holder: PlainObject): Iterable<{ holder: PlainObject; key: string }> {
  for (const [key, value] of Object.entries(holder)) {
    if (key === '$omitted') continue;
    if (typeof value === 'object' && value !== null) yield* placesIn(value as PlainObject);
    else yield { holder, key };
  }
}

function isLargeText(value: unknown): boolean {
  return typeof value === 'string' && value.length >= LARGE_CHARS;
}

function omissionOf(value: unknown, bytes: number, rules: CaptureRules): PlainObject {
  if (typeof value === 'string') return omitted(describeText(value, rules));
  return omitted({ reason: 'size', type: Array.isArray(value) ? 'array' : typeof value, bytes });
}

function jsonBytes(value: unknown): number {
  return utf8Length(JSON.stringify(value) ?? '');
}
