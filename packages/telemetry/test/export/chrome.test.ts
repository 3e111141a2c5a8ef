import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ChromeEvent,
  chromeEvents,
  chromeLines,
  type ChromeOptions,
  exportChrome,
} from '../../src/export/chrome.js';
import { joined, made, ORIGIN, type Plan, plans } from './make.js';
import { chromeProblems } from './validate-chrome.js';

function events(list: readonly Plan[], options: ChromeOptions = {}, loose = 0): ChromeEvent[] {
  const { tree, places } = made(list, loose);
  return [...chromeEvents(tree, places, options)];
}

const drawn = (list: readonly ChromeEvent[], id: string): string =>
  list
    .filter(({ args, id: own }) => args?.['operationId'] === id || own === id)
    .map(({ ph }) => ph)
    .join('');

describe('a picture of a recording', () => {
  test('what lies in each other is nested, what overlaps stands for itself', () => {
    const list = events([
      { id: 'run', name: 'run', start: 0, took: 100 },
      { id: 'first', start: 10, took: 20, parent: 0 },
      { id: 'left', start: 40, took: 20, parent: 0 },
      { id: 'right', start: 50, took: 20, parent: 0 },
      { id: 'below', start: 52, took: 1, parent: 3 },
      { id: 'late', start: 90, took: 20, parent: 0 },
    ]);
    expect(drawn(list, 'run')).toBe('X');
    expect(drawn(list, 'first')).toBe('X');
    for (const id of ['left', 'right', 'below', 'late']) expect(drawn(list, id)).toBe('be');
    expect(list.find(({ id }) => id === 'left')?.cat).toBe('step');
    expect(list.find(({ args }) => args?.['operationId'] === 'first')).toMatchObject({
      ts: ORIGIN + 10,
      dur: 20,
    });
  });

  test('operations that only touch are nested', () => {
    const list = events([
      { id: 'a', start: 0, took: 5 },
      { id: 'b', start: 5, took: 0 },
      { id: 'c', start: 5, took: 5 },
    ]);
    expect(['a', 'b', 'c'].map((id) => drawn(list, id))).toEqual(['X', 'X', 'X']);
  });

  test('what has no end has none, and says why', () => {
    const list = events([{ id: 'open', start: 3 }]);
    expect(drawn(list, 'open')).toBe('b');
    expect(list[0]?.args).toMatchObject({ incomplete: 'crashed', outcome: 'unknown' });
  });

  test('payloads stay where they are, unless they are asked for', () => {
    const kept = { name: '', description: '', metadata: ['kept'] };
    const schema = { events: new Map([['step.started', kept]]), aliases: new Map() };
    const plan = { id: 'a', start: 0, took: 1, data: { kept: 'seen', text: 'private' } };
    const quiet = JSON.stringify(events([plan], { schema }));
    expect(quiet).toContain('seen');
    expect(quiet).not.toContain('private');
    expect(JSON.stringify(events([plan], { content: true }))).toContain('private');
  });

  test('numbers that a caller reads in records become curves', () => {
    const list = events([{ id: 'a', start: 0, took: 1, points: 1 }], {
      counters: ({ name }) => (name === 'step.noted' ? { waiting: 4 } : undefined),
    });
    expect(list.filter(({ ph }) => ph === 'C')).toMatchObject([
      { name: 'waiting', args: { value: 4 } },
    ]);
  });

  test('a label names an operation, its category stays', () => {
    const list = events([{ id: 'a', start: 0, took: 1 }], {
      describe: () => ({ label: 'step one' }),
    });
    expect(list[0]).toMatchObject({ name: 'step one', cat: 'step' });
  });

  test('any recording makes a valid file, and one without events too', () => {
    fc.assert(
      fc.property(plans, fc.nat(2), fc.boolean(), (list, loose, content) => {
        const { tree, places } = made(list, loose);
        const text = [...chromeLines(chromeEvents(tree, places, { content }))].join('');
        expect(chromeProblems(text)).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(chromeProblems([...chromeLines([])].join(''))).toEqual([]);
  });

  test('what a reader yields, in any order, makes a valid file', async () => {
    await fc.assert(
      fc.asyncProperty(
        plans.map((list) => made(list, 1).items).chain((items) => fc.shuffledSubarray(items)),
        async (items) => {
          expect(chromeProblems(await joined(exportChrome(items)))).toEqual([]);
        },
      ),
    );
  });

  test('every operation is drawn once, and only what ended has an end', () => {
    fc.assert(
      fc.property(plans, (list) => {
        const all = events(list);
        const ends = all.filter(({ ph }) => ph === 'X' || ph === 'e').length;
        expect(all.filter(({ ph }) => ph === 'X' || ph === 'b')).toHaveLength(list.length);
        expect(ends).toBe(list.filter(({ took }) => took !== undefined).length);
      }),
    );
  });
});

describe('the validator', () => {
  const line = { pid: 1, tid: 1, name: 'x' };
  const names = ['process_name', 'thread_name'].map((name) => ({
    ...{ ph: 'M', name, pid: 1, tid: name === 'process_name' ? 0 : 1, ts: 0, args: { name: 'n' } },
  }));
  test.each([
    [
      'crossing boxes',
      [
        { ...line, ph: 'X', ts: 0, dur: 5 },
        { ...line, ph: 'X', ts: 3, dur: 5 },
      ],
    ],
    ['an end alone', [{ ...line, ph: 'e', ts: 0, id: '1', cat: 'c' }]],
    [
      'an end before its beginning',
      [
        { ...line, ph: 'b', ts: 5, id: '1', cat: 'c' },
        { ...line, ph: 'e', ts: 4, id: '1', cat: 'c' },
      ],
    ],
    ['no duration', [{ ...line, ph: 'X', ts: 0 }]],
    ['an instant without a scope', [{ ...line, ph: 'i', ts: 0 }]],
    ['a line without a name', [{ ...line, ph: 'X', ts: 0, dur: 1, tid: 9 }]],
  ])('refuses %s', (_, list) => {
    const text = JSON.stringify({ displayTimeUnit: 'ms', traceEvents: [...names, ...list] });
    expect(chromeProblems(text)).toHaveLength(1);
  });
});
