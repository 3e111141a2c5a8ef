import { publishNote, publishNotes } from './bench.js';
import { assert, assertEqual, type Check } from './check.js';
import { brief } from './event-reader.js';

/** Cursors against a stream at 10 that retains 6 to 10. */
const ATTACHMENTS: readonly (readonly [string, string | undefined, string])[] = [
  ['no cursor', undefined, 'S@10'],
  ['a cursor to replay from', 's:7', 'E@8'],
  ['a cursor that equals the position', 's:10', 'S@10'],
  ['an evicted cursor', 's:2', 'S@10'],
  ['a cursor of another stream', 'other:7', 'S@10'],
  ['a cursor that is none', 'nonsense', 'S@10'],
];

/** Contract: "Connections and Frames"; DESIGN D5, D23. */
export const openingChecks: readonly Check[] = [
  ...ATTACHMENTS.map(
    ([what, cursor, expected]) =>
      ({
        name: `with ${what}, head and first frame arrive without any publish`,
        run: async (bench) => {
          publishNotes(bench.session({ maxFrames: 5 }), 1, 10);
          const reader = await bench.open('one', cursor === undefined ? {} : { cursor });
          assertEqual(await reader.brief(1), [expected], 'opening');
        },
      }) satisfies Check,
  ),
  {
    name: 'a new stream opens at 0',
    run: async (bench) => {
      const session = bench.session();
      const reader = await bench.open('one');
      assertEqual(await reader.next().then((event) => event.id), 's:0', 'id');
      publishNotes(session, 1, 1);
      assertEqual(await reader.brief(1), ['E@1'], 'first frame');
    },
  },
  {
    name: 'every id is the streamId and seq of its own JSON; frames have no name, one line of data',
    run: async (bench) => {
      const session = bench.session({ streamId: 'Stream_1-x' });
      const reader = await bench.open('one');
      session.accept({ requestId: 'q', runId: 'r' });
      publishNote(session, { text: 'hello' });
      session.publishState();
      session.settle();
      const seen: string[] = [];
      for (let n = 0; n < 6; n++) {
        const { id, name, data } = await reader.next();
        const frame = JSON.parse(data ?? '');
        assertEqual(id, `${frame.streamId}:${frame.seq}`, 'id');
        assertEqual(name, undefined, 'name');
        assertEqual(frame.sessionId, 'one', 'sessionId');
        seen.push(brief(frame));
      }
      assertEqual(seen, ['S@0', 'R@1', 'E@2', 'T@3', 'E@4', 'T@5'], 'frames');
    },
  },
  {
    name: 'a heartbeat is a named event with an empty object, without an id, and moves no seq',
    run: async (bench) => {
      const session = bench.session({}, { heartbeatMs: 150 });
      const reader = await bench.open('one');
      await reader.frames(1);
      const heartbeat = { name: 'heartbeat', id: undefined, data: '{}', retry: undefined };
      assertEqual(await reader.next(), heartbeat, 'first heartbeat');
      assertEqual(await reader.next(), heartbeat, 'second heartbeat');
      publishNotes(session, 1, 1);
      assertEqual(await reader.brief(1), ['E@1'], 'next frame');
    },
  },
  {
    name: 'retryMs tells readers to come back at different times, before anything else',
    run: async (bench) => {
      bench.session({}, { retryMs: 1_000 });
      const reader = await bench.open('one');
      const { retry, data } = await reader.next();
      assert(Number(retry) >= 1_000 && Number(retry) <= 2_000, `retry: got ${retry}`);
      assertEqual(data, undefined, 'data beside it');
      assertEqual(await reader.brief(1), ['S@0'], 'opening');
    },
  },
];
