import { defineTraceSchema, event } from '@loop/events/trace';
import { startRecording } from '../record/recording.js';
import type { TraceStorage } from '../record/storage.js';
import { assert, assertEqual, type Check } from './check.js';
import { recordText } from './record-text.js';

const OPENINGS = 10;

const schema = defineTraceSchema({
  name: 'storage-suite',
  version: 1,
  events: { noted: event<{ count: number }>('Something was noted.', { metadata: ['count'] }) },
});

/** What is asked of a storage over several openings of its recording. */
export const openingChecks: readonly Check[] = [
  {
    name: 'never touches what an earlier opening has written: ten openings, each after a torn line',
    async run(place) {
      let before: readonly string[] = [];
      for (let opening = 1; opening <= OPENINGS; opening++) {
        await recordTwo(place.storage());
        await place.plant(`${recordText(opening * 3)}{"v":1,"seq":${opening * 3 + 1},"na`);
        const texts = await place.texts();
        const isKept = before.every((text, index) => texts[index] === text);
        assert(isKept, `Opening ${opening} has changed what was there.`);
        before = texts;
      }
      const all = Array.from({ length: OPENINGS * 3 }, (_, index) => index + 1);
      assertEqual(numbersIn(before), all, 'numbers of records');
    },
  },
];

async function recordTwo(storage: TraceStorage): Promise<void> {
  const recording = await startRecording({ storage, sessionId: 'session', schema, sync: 'never' });
  for (const count of [1, 2]) recording.recorder.record('noted', { count });
  assertEqual(await recording.close(), { ok: true }, 'close()');
}

/** Read as simply as can be: by nothing that is shared with what wrote them. */
function numbersIn(texts: readonly string[]): number[] {
  return texts.flatMap((text) => text.split('\n')).flatMap(numberOf);
}

function numberOf(line: string): number[] {
  try {
    const { seq } = JSON.parse(line) as { seq?: number };
    return seq === undefined ? [] : [seq];
  } catch {
    return [];
  }
}
