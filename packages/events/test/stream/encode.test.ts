import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, encodeRetry, heartbeat } from '../../src/stream/encode.js';
import { joined } from '../bytes.js';
import { runs } from '../runs.js';
import { eventsIn } from './received.js';

const hostile = [
  '\r',
  '\n',
  '\r\n',
  '\n\n',
  '\r\r',
  '\0',
  '\u2028',
  '\u2029',
  '\u0085',
  '\ufeff',
  '\ud83d',
  '\udc00',
  '\\',
  '"',
  ':',
  '漢',
  '🙂',
  '\n\ndata: x',
  '\r\nid: 9',
  '\nretry: 1',
  'event: heartbeat\ndata: {}\n\n',
  '</script>',
];

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof(fc.constantFrom(...hostile), fc.string()), { maxLength: 8 })
    .map((t) => t.join('')),
);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function encoded(seq: number, value: unknown): Uint8Array {
  return joined(encodeFrame({ streamId: 's', seq }, JSON.stringify(value)));
}

describe('the encoder', () => {
  it('writes an id, one line of data, a blank line, and nothing else (N-01)', () => {
    expect(utf8.decode(encoded(7, { text: 'x' }))).toBe('id: s:7\ndata: {"text":"x"}\n\n');
  });

  it.each(hostile)('keeps %j on one line of data (N-02)', (text) => {
    const bytes = encoded(7, { text, [text]: text });
    expect(utf8.decode(bytes).split(/[\n\r]/)).toHaveLength(4);
    const [event, ...more] = eventsIn([bytes]);
    expect(more).toEqual([]);
    expect(event?.id).toBe('s:7');
    expect(JSON.parse(event?.data ?? '')).toEqual({ text, [text]: text });
  });

  it('writes the heartbeat to the byte, without an id line (N-03)', () => {
    expect(utf8.decode(heartbeat)).toBe('event: heartbeat\ndata: {}\n\n');
    expect(eventsIn([heartbeat])).toEqual([{ event: 'heartbeat', data: '{}', id: undefined }]);
  });

  it.each([
    [1, 'retry: 1\n\n'],
    [1500.5, 'retry: 1501\n\n'],
    [2 ** 31 - 1, 'retry: 2147483647\n\n'],
  ])('writes a delay of %d in digits only', (milliseconds, text) => {
    expect(utf8.decode(encodeRetry(milliseconds))).toBe(text);
  });

  it('is inverted by another reader, for any text, cut anywhere (N-05)', () => {
    const cuts = fc.array(fc.nat({ max: 1e6 }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 12 }), cuts, (values, places) => {
        const whole = joined(values.map((text, index) => encoded(index, { text })));
        const events = eventsIn(cut(whole, places));
        expect(events.map(({ id }) => id)).toEqual(values.map((_, index) => `s:${index}`));
        expect(events.map(({ data }) => JSON.parse(data) as unknown)).toEqual(
          values.map((text) => ({ text })),
        );
      }),
      { numRuns: runs(1_000) },
    );
  });
});

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}
