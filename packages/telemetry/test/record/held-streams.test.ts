import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HeldStreams } from '../../src/record/held-streams.js';
import { fakeRedactor } from '../capture/fake-redactor.js';

const stream = { owner: 'op-1', part: '0' };
const other = { owner: 'op-1', part: '1' };

/** Entries are numbers; what left is written `number: text`. */
function hold(redactor = fakeRedactor()) {
  const left: string[] = [];
  let count = 0;
  const held = new HeldStreams<number>({
    redactor,
    emit: (entry, outcome) => {
      if (outcome === undefined) left.push(`${entry}`);
      else
        left.push(
          'error' in outcome ? `${entry}! ${String(outcome.error)}` : `${entry}: ${outcome.text}`,
        );
    },
  });
  return {
    held,
    left,
    pieces: (texts: readonly string[], of = stream) => {
      for (const text of texts) held.pushPiece(++count, of, text);
    },
    event: (chars = 1) => held.push(++count, chars),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a hold ends', () => {
  test('with a line', () => {
    const { left, pieces } = hold();
    pieces(['one ', 'key-ab', 'cdef']);
    expect(left).toEqual([]);
    pieces([' two\n']);
    expect(left).toEqual(['1: one ', '2: [redacted:key]', '3: ', '4:  two\n']);
  });

  test('with its stream, at once, and only this one', () => {
    const { held, left, pieces } = hold();
    pieces(['a key-ab', 'cdef']);
    pieces(['b'], other);
    held.end('op-1', '0');
    expect(left).toEqual(['1: a [redacted:key]', '2: ']);
    held.end('op-1');
    expect(left.at(-1)).toBe('3: b');
  });

  test('after 250 ms', () => {
    const { left, pieces } = hold();
    pieces(['one ']);
    vi.advanceTimersByTime(249);
    expect(left).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(left).toEqual(['1: one ']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('after 2 KiB without a line', () => {
    const { left, pieces } = hold();
    pieces(Array.from({ length: 20 }, () => 'x'.repeat(100)));
    expect(left).toEqual([]);
    pieces(['y'.repeat(48)]);
    expect(left).toHaveLength(21);
  });

  test('with nothing held there is no timer', () => {
    const { event, pieces } = hold();
    event();
    pieces(['a\n']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a cut', () => {
  test('masks what may be a credential, and its rest when that comes', () => {
    const { held, left, pieces } = hold();
    pieces(['is key-ab']);
    held.release();
    expect(left).toEqual(['1: is [redacted:key]']);
    pieces(['cdef', 'gh and more\n']);
    expect(left.slice(1)).toEqual(['2: ', '3:  and more\n']);
  });

  test('masks it through several cuts', () => {
    const { left, pieces } = hold();
    for (const text of ['key-', 'aaaa', 'bbbb', 'cccc done\n']) {
      pieces([text]);
      vi.advanceTimersByTime(250);
    }
    expect(left).toEqual(['1: [redacted:key]', '2: ', '3: ', '4:  done\n']);
  });

  test('does not join what is not: the next text is as it came', () => {
    const { held, left, pieces } = hold();
    pieces(['the ke']);
    held.release();
    pieces(['ttle\n']);
    expect(left).toEqual(['1: the [redacted:key]', '2: ttle\n']);
  });

  test('of a very long credential still knows its rest', () => {
    const { left, pieces } = hold();
    pieces(['key-', ...Array.from({ length: 200 }, () => 'abcdefghij'.repeat(10)), '. end\n']);
    expect(left.filter((line) => line.includes('abcdef'))).toEqual([]);
    expect(left.at(-1)).toBe('202: . end\n');
  });
});

describe('order', () => {
  test('what follows a held piece waits behind it', () => {
    const { left, pieces, event } = hold();
    event();
    pieces(['a']);
    event();
    pieces(['b'], other);
    event();
    pieces(['\n'], other);
    expect(left).toEqual(['1']);
    pieces(['\n']);
    expect(left).toEqual(['1', '2: a', '3', '4: b', '5', '6: \n', '7: \n']);
  });

  test('what emitting causes to come in goes behind what waits', () => {
    const left: number[] = [];
    const held: HeldStreams<number> = new HeldStreams<number>({
      redactor: fakeRedactor(),
      emit: (entry) => {
        left.push(entry);
        if (entry === 1) held.push(9, 0);
      },
    });
    held.pushPiece(1, stream, 'a');
    held.push(2, 0);
    held.end('op-1');
    expect(left).toEqual([1, 2, 9]);
  });

  test('parts do not mix', () => {
    const { held, left, pieces } = hold();
    pieces(['key-']);
    pieces(['aaaa\n'], other);
    pieces(['bbbb\n']);
    expect(left).toEqual(['1: [redacted:key]', '2: aaaa\n', '3: \n']);
    held.release();
    expect(left).toHaveLength(3);
  });
});

describe('what waits is bounded', () => {
  test('in entries', () => {
    const { left, pieces, event } = hold();
    pieces(['a']);
    for (let index = 0; index < 998; index++) event();
    expect(left).toEqual([]);
    event();
    expect(left).toHaveLength(1_000);
  });

  test('in size', () => {
    const { left, pieces, event } = hold();
    pieces(['a']);
    event(1_048_574);
    expect(left).toEqual([]);
    event();
    expect(left).toHaveLength(3);
  });

  test('in streams: the one that was quiet for longest is cut', () => {
    const { left, pieces, held } = hold();
    for (let part = 0; part < 64; part++) pieces(['a'], { owner: 'op', part: `${part}` });
    pieces(['b'], { owner: 'op', part: '0' });
    pieces(['a'], { owner: 'op', part: 'new' });
    held.end('op', '0');
    expect(left).toEqual(['1: a', '2: a']);
  });
});

describe('a redactor that throws', () => {
  const fail = (): never => {
    throw new Error('too much work');
  };

  test('gives each piece its error', () => {
    const { left, pieces } = hold({ ...fakeRedactor(), joined: fail });
    pieces(['a', 'b\n']);
    expect(left).toEqual(['1! Error: too much work', '2! Error: too much work']);
  });

  test('while it looks for what is unfinished: nothing goes before its time', () => {
    const { held, left, pieces } = hold({ ...fakeRedactor(), unfinished: fail });
    pieces(['a\n']);
    expect(left).toEqual([]);
    held.release();
    expect(left).toEqual(['1: a\n']);
  });
});
