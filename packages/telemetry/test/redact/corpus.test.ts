import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/redact/redactor.js';
import { BARE, NAMED, SHAPES, samples, type Shape } from './corpus.js';
import { HARMLESS } from './harmless.js';
import { leaksOf } from './leaks.js';
import { createRandom } from './random.js';
import { OTHER_WAYS, WAYS } from './ways.js';
import { BARE_POSITIONS, POSITIONS, type Position } from './positions.js';

const redactor = createRedactor();

describe('C-008: credentials in texts', () => {
  it('has as many shapes and look-alikes as are asked for', () => {
    expect(SHAPES.length).toBeGreaterThanOrEqual(120);
    expect(HARMLESS.length).toBeGreaterThanOrEqual(80);
    expect(new Set(SHAPES.map(({ label }) => label)).size).toBe(SHAPES.length);
  });

  it.each([...POSITIONS, ...BARE_POSITIONS])(
    '$label: none that says what it is is left',
    (position) => {
      for (const seed of [1, 2, 3])
        for (const sample of samples(BARE, seed)) check(sample, position);
    },
  );

  it.each(POSITIONS)('$label: none with a name is left', (position) => {
    for (const seed of [1, 2, 3])
      for (const sample of samples(NAMED, seed)) check(sample, position);
  });

  it('keeps what is around them', () => {
    const [sample] = samples(BARE);
    expect(redactor.text(`Use ${sample!.text}, then stop.`)).toEqual({
      text: 'Use [redacted:openai-key], then stop.',
      count: 1,
    });
    expect(redactor.text('postgres://u:p4ss@h/db').text).toBe(
      'postgres://u:[redacted:password]@h/db',
    );
    expect(redactor.text('https://h/?api_key=abcdef&x=1').text).toBe(
      'https://h/?api_key=[redacted:api-key]&x=1',
    );
    expect(redactor.text('Authorization: Basic dXNlcjpwYXNz').text).toBe(
      'Authorization: Basic [redacted:authorization]',
    );
    expect(redactor.text('export API_KEY="abc def"\nPORT=80').text).toBe(
      'export API_KEY="[redacted:api-key]"\nPORT=80',
    );
  });

  it.each([
    ['https://', 'x-access-token'],
    ['https://', 'gitlab-ci-token'],
    ['https:\\/\\/', 'token'],
    ['git+https://', 'api-key'],
    ['redis://', 'password'],
    ['https://ann.', 'secret'],
  ])('keeps the host of an address whose user sounds like a credential: %s%s', (scheme, user) => {
    for (const password of ['abcdefghij12', 'aB3@x9Qz', '4f'.repeat(20)]) {
      const { text } = redactor.text(`git clone ${scheme}${user}:${password}@h.example:6379/0 x`);
      expect(text).toMatch(/^git clone \S+:\[redacted:[a-z-]+\]@h\.example:6379\/0 x$/);
      expect(text).toContain(`${scheme}${user}:`);
    }
  });

  it('takes a name and its value for that where no host follows', () => {
    expect(redactor.text('https://h/ token:abcdefghij12 a@b').text).toContain('token:[redacted:');
    expect(redactor.text('https://token:abcdefghij12/a').text).toContain('token:[redacted:');
  });
});

function check(
  sample: Omit<Shape, 'make'> & { secret: string; text: string },
  position: Position,
): void {
  const placed = position.place(sample.text);
  const { text, count } = redactor.text(placed);
  const where = `${sample.label} ${position.label}: ${text}`;
  expect(leaksOf(text, sample.secret, sample.publicPrefix), where).toEqual([]);
  expect(leaksOf(text, encodeURIComponent(sample.secret), sample.publicPrefix), where).toEqual([]);
  expect(count, where).toBeGreaterThan(0);
  expect(redactor.text(text), where).toEqual({ text, count: 0 });
  if (position.isJson) expect(JSON.parse(text)).toHaveProperty(firstKeyOf(placed));
}

function firstKeyOf(json: string): string {
  return Object.keys(JSON.parse(json) as object)[0]!;
}

describe('ways of writing', () => {
  it.each(WAYS)('%s', (way) => {
    const random = createRandom(WAYS.indexOf(way) + 1);
    const value = random.alnum(/sig=|code=|key=§&|@o1/.test(way) ? 36 : 20);
    const secret = way.includes('Basic ') ? btoa(`ann:${value}`) : value;
    const text = way.replaceAll('§', secret);
    for (const position of POSITIONS)
      check({ label: way, publicPrefix: '', secret, text }, position);
  });

  it.each(OTHER_WAYS)('%s: no credential', (text) => expectUnchanged(text));
});

describe('look-alikes', () => {
  it.each(HARMLESS)('%s stays', (_label, text) => expectUnchanged(text));
});

function expectUnchanged(text: string): void {
  for (const position of POSITIONS) {
    const placed = position.place(text);
    expect(redactor.text(placed)).toEqual({ text: placed, count: 0 });
  }
}
