import { utf8Length } from '../record/utf8-length.js';
import type { TraceSegment, TraceStorage } from '../record/storage.js';
import { assert, assertEqual, type Check } from './check.js';

/** What is asked of segments that are written. */
export const segmentChecks: readonly Check[] = [
  {
    name: 'has nothing before the first opening, and asking makes nothing',
    async run(place) {
      const { lastSeq, bytes } = await place.storage().resume();
      assertEqual({ lastSeq, bytes }, { lastSeq: 0, bytes: 0 }, 'resume()');
      assertEqual(await place.texts(), [], 'segments');
    },
  },
  {
    name: 'numbers segments, names them apart and says which was before',
    async run(place) {
      const storage = place.storage();
      await storage.resume();
      const segments = [await used(storage), await used(storage), await used(place.storage())];
      const names = segments.map(({ name }) => name);
      const numbers = segments.map(({ number }) => number);
      const previous = segments.map((segment) => segment.previous);
      assertEqual(numbers, [1, 2, 3], 'numbers');
      assertEqual(new Set(names).size, 3, 'different names');
      assertEqual(previous, [null, names[0], names[1]], 'previous');
    },
  },
  {
    name: 'keeps lines as they are, in order, and counts their bytes',
    async run(place) {
      const segment = await place.storage().open();
      const texts = [
        '{"a":1}\n',
        '{"text":"語\u{1F600}"}\n{"b":2}\n',
        `{"long":"${'x'.repeat(300_000)}"}\n`,
      ];
      for (const text of texts) {
        assertEqual(await segment.append([text]), utf8Length(text), 'append()');
      }
      assertEqual(await segment.append(['{"c":3}\n', '{"d":4}\n']), 16, 'append() of two lines');
      await segment.sync();
      const atOnce = segment.appendSync?.(['{"e":5}\n']);
      if (segment.appendSync) assertEqual(atOnce, 8, 'appendSync()');
      await segment.close();
      const written = `${texts.join('')}{"c":3}\n{"d":4}\n${segment.appendSync ? '{"e":5}\n' : ''}`;
      const found = await place.texts();
      assertEqual(found.length, 1, 'segments');
      assertEqual(found[0]?.length, written.length, 'characters in it');
      assert(found[0] === written, 'The text of the segment is another one than was written.');
    },
  },
  {
    name: 'takes lines at once while others are under way, each whole',
    async run(place) {
      const segment = await place.storage().open();
      const first = `{"first":"${'x'.repeat(500_000)}"}`;
      const pending = segment.append([`${first}\n`]);
      segment.appendSync?.(['{"second":1}\n']);
      await pending;
      await segment.close();
      const lines = (await place.texts()).join('').split('\n').filter(Boolean);
      const expected = segment.appendSync ? ['{"second":1}', first] : [first];
      assertEqual(lines.sort(), expected.sort(), 'lines');
    },
  },
];

/** Opened, with a line in it, and closed. */
async function used(storage: TraceStorage): Promise<TraceSegment> {
  const segment = await storage.open();
  await segment.append(['{}\n']);
  await segment.close();
  return segment;
}
