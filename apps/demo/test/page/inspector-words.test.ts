import type { Opening } from '@loop/events';
import { describe, expect, it } from 'vitest';
import { findIn } from '../../web/inspector/find-in.js';
import { formatBytes, formatCounts, formatDuration } from '../../web/inspector/format.js';
import type { InspectedConnection, Inspection } from '../../wire/inspection.js';
import { openingWords } from '../../web/inspector/opening-words.js';
import { literal } from '../../web/inspector/literal.js';

function accountOf(...connections: Partial<InspectedConnection>[]): Inspection {
  return { connections } as Inspection;
}

describe('what is said of an opening', () => {
  const replay: Opening = { outcome: 'replay', frames: 12 };
  const evicted: Opening = { outcome: 'snapshot', because: 'evicted' };
  const opening = { at: 0, cursor: 's:5', first: { isSnapshot: false, seq: 6 } };

  it.each<[string, Inspection | undefined]>([
    ['replay, from 6 on', undefined],
    ['replay of 12, from 6 on', accountOf({ reader: 'me', cursor: 's:5', opening: replay })],
    ['replay, from 6 on', accountOf({ reader: 'other', cursor: 's:5', opening: replay })],
    ['replay, from 6 on', accountOf({ reader: 'me', cursor: 's:4', opening: replay })],
    ['replay, from 6 on', accountOf({ reader: 'me', cursor: 's:5', opening: evicted })],
  ])('%s', (words, inspection) => {
    expect(openingWords(opening, 'me', inspection)).toBe(words);
  });

  it('names the reason for a snapshot, and nothing before a first frame', () => {
    const account = accountOf({ reader: 'me', cursor: null, opening: evicted });
    const first = { isSnapshot: true, seq: 1_200 };
    expect(openingWords({ at: 0, first }, 'me', account)).toMatch(/^snapshot at 1,200, because /);
    expect(openingWords({ at: 0 }, 'me', account)).toBe('nothing has come yet');
  });
});

describe('finding', () => {
  const root = { state: { run: { status: 'running' } }, list: [{ text: 'Größe RUN' }, null, 7] };

  it('looks at paths and values, in any case of letters', () => {
    expect(findIn(root, 'run')).toEqual({
      found: [
        { path: 'state.run.status', value: 'running' },
        { path: 'list[0].text', value: 'Größe RUN' },
      ],
      isCut: false,
    });
    expect(findIn(root, 'null').found).toEqual([{ path: 'list[1]', value: null }]);
    expect(findIn(root, 'nowhere').found).toEqual([]);
  });

  it('shows the place in a long text', () => {
    const { found } = findIn({ text: `${'a'.repeat(9_000)}needle` }, 'needle');
    expect(found[0]?.value).toBe(`… ${'a'.repeat(40)}needle`);
  });

  it('ends where there is too much', () => {
    const many = Array.from({ length: 60_000 }, (_, n) => n);
    expect(findIn(many, '1')).toMatchObject({ isCut: true, found: { length: 100 } });
    expect(findIn(many, 'x')).toEqual({ isCut: true, found: [] });
  });
});

describe('figures', () => {
  it.each([
    [formatDuration(-5), '0 ms'],
    [formatDuration(999), '999 ms'],
    [formatDuration(1_440), '1.4 s'],
    [formatDuration(61_000), '61 s'],
    [formatDuration(180_000), '3 min'],
    [formatBytes(1_023), '1023 B'],
    [formatBytes(1_536), '1.5 KiB'],
    [formatBytes(3_145_728), '3.0 MiB'],
    [formatCounts({ none: 0, evicted: 1_000, malformed: 2 }), 'evicted 1,000, malformed 2'],
    [literal('a\u202Eb\n\u200B'), '"a\\u{202e}b\\n\\u{200b}"'],
    [literal(undefined), 'undefined'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected);
  });
});
