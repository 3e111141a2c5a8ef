import { utf8Length } from '../record/utf8-length.js';
import { assertEqual, type Check } from './check.js';
import { recordText } from './record-text.js';

/** What was left, its text, and the highest number in it. */
const LEFT: readonly (readonly [what: string, text: string, lastSeq: number])[] = [
  ['a record', recordText(7), 7],
  ['a record under a former name', '{"v":1,"seq":9,"name":"model.stream","data":{}}\n', 9],
  ['a gap', `${recordText(3)}{"v":1,"kind":"gap","from":4,"to":12,"count":9}\n`, 12],
  ['an end', '{"v":1,"kind":"end","records":0,"lastSeq":44,"dropped":0}\n', 44],
  ['a record of 300 KB', recordText(5, 300_000), 5],
  ['a record of 1.5 MB', recordText(6, 1_500_000), 6],
  [
    'a record with line separators of Unicode',
    '{"v":1,"seq":8,"data":{"t":"a\u2028b\u2029"}}\n',
    8,
  ],
  ['a line without its end', recordText(7) + recordText(8).trimEnd(), 8],
  ['a torn line', `${recordText(7)}{"v":1,"seq":8,"na`, 7],
  ['a line torn behind a bracket', `${recordText(7)}{"v":1,"seq":8,"data":{"a":{}`, 7],
  ['two records that were glued together', `${recordText(7).trimEnd()}${recordText(8)}`, 8],
  [
    'a record behind the stub of another one',
    `${recordText(7)}{"v":1,"seq":8,"na${recordText(9)}`,
    9,
  ],
  ['a record behind what was never written', `${recordText(7)}\0\0\0${recordText(8)}`, 8],
  ['a higher number further up', recordText(30) + recordText(20), 30],
  ['damage', `${recordText(7)}\0\0\0\0\nrubbish\n{"v":1,"seq":"x"}\n`, 7],
  ['only a first line', '{"v":1,"kind":"segment","segment":1}\n', 0],
];

/** What is asked of a storage that finds something there. */
export const resumeChecks: readonly Check[] = [
  ...LEFT.map(([what, text, expected]): Check => ({
    name: `goes on behind ${what}`,
    async run(place) {
      await place.plant(text);
      const { lastSeq, bytes } = await place.storage().resume();
      assertEqual(lastSeq, expected, 'lastSeq');
      assertEqual(bytes, utf8Length(text), 'bytes');
    },
  })),
  {
    name: 'finds the highest number also where later segments have lower ones, or none',
    async run(place) {
      await place.plant(recordText(500));
      await place.plant(recordText(120));
      for (let i = 0; i < 12; i++) await place.plant('{"v":1,"kind":"segment"}\n');
      assertEqual((await place.storage().resume()).lastSeq, 500, 'lastSeq');
    },
  },
];
