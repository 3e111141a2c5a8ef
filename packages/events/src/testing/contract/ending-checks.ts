import { Closes, publishNotes } from './bench.js';
import { assert, assertEqual, nextTurn, type Check } from './check.js';

const KIB = 1_024;

/** Contract: "Connection Lifecycle"; DESIGN D10, D33. */
export const endingChecks: readonly Check[] = [
  {
    name: 'a reader that leaves in the middle of a replay takes only its own connection along',
    run: async (bench) => {
      const closes = new Closes();
      const session = bench.session({}, { onClose: closes.onClose });
      publishNotes(session, 1, 250, 'x'.repeat(15 * KIB));
      const other = await bench.open('one');
      const reader = await bench.open('one', { cursor: 's:0' });
      await reader.frames(3);
      reader.leave();
      assertEqual(await closes.first(1), ['client'], 'closed');
      publishNotes(session, 251, 251);
      assertEqual(await other.brief(2), ['S@250', 'E@251'], 'the other one');
    },
  },
  {
    name: 'a reader that leaves in the middle of a burst, by giving up the body, does the same',
    run: async (bench) => {
      const closes = new Closes();
      const session = bench.session({}, { onClose: closes.onClose });
      const other = await bench.open('one');
      const reader = await bench.open('one');
      await reader.frames(1);
      publishNotes(session, 1, 100, 'x'.repeat(16 * KIB));
      await reader.frames(2);
      await reader.cancel();
      publishNotes(session, 101, 200, 'x'.repeat(16 * KIB));
      assertEqual(await closes.first(1), ['client'], 'closed');
      assertEqual((await other.frames(201)).at(-1)?.seq, 200, 'the other one');
      assertEqual(session.stats().connections, 1, 'connections left');
    },
  },
  {
    name: 'readers that come and go leave nothing behind',
    run: async (bench) => {
      const closes = new Closes();
      const session = bench.session({}, { onClose: closes.onClose });
      for (let round = 0; round < 5; round++) {
        const readers = await Promise.all(Array.from({ length: 10 }, () => bench.open('one')));
        for (const [n, reader] of readers.entries()) {
          if (n % 2 === 0) reader.leave();
          else await reader.cancel();
        }
        publishNotes(session, round + 1, round + 1);
      }
      await closes.first(50);
      assertEqual(session.stats().connections, 0, 'connections left');
      assertEqual(
        closes.reasons.filter((reason) => reason !== 'client'),
        [],
        'other reasons',
      );
    },
  },
  {
    name: 'dispose ends every response properly, after what was published before',
    run: async (bench) => {
      const closes = new Closes();
      const session = bench.session({}, { onClose: closes.onClose });
      const readers = await Promise.all([1, 2, 3].map(() => bench.open('one')));
      publishNotes(session, 1, 2);
      session.dispose();
      for (const reader of readers) {
        const { events, ending } = await reader.rest();
        assertEqual(
          events.map((event) => event.id),
          ['s:0', 's:1', 's:2'],
          'ids',
        );
        assertEqual(ending, 'proper', 'ending');
      }
      assertEqual(closes.reasons, ['disposed', 'disposed', 'disposed'], 'closed');
      assertEqual((await bench.fetch('one')).status, 404, 'status afterwards');
    },
  },
  {
    name: 'a reader that is thrown out again and again resumes with its last id and misses nothing',
    run: async (bench) => {
      const session = bench.session();
      publishNotes(session, 1, 20);
      let cursor = 's:0';
      const seen: number[] = [];
      while (seen.length < 20) {
        const reader = await bench.open('one', { cursor });
        const frames = await reader.frames(Math.min(3, 20 - seen.length));
        reader.leave();
        seen.push(...frames.map((frame) => frame.seq));
        cursor = `s:${seen.at(-1)}`;
      }
      assertEqual(
        seen,
        Array.from({ length: 20 }, (_, n) => n + 1),
        'seqs',
      );
    },
  },
  {
    name: 'access that is revoked ends the stream at the next heartbeat',
    run: async (bench) => {
      const closes = new Closes();
      let isWelcome = true;
      const revalidate = (): Promise<boolean> => Promise.resolve(isWelcome);
      const session = bench.session({}, { onClose: closes.onClose, heartbeatMs: 150, revalidate });
      const reader = await bench.open('one');
      await reader.frames(1);
      assertEqual((await reader.next()).name, 'heartbeat', 'while welcome');
      isWelcome = false;
      assertEqual(await closes.first(1), ['revoked'], 'closed');
      await reader.rest();
      assertEqual(session.stats().connections, 0, 'connections left');
    },
  },
  {
    name: 'closing one reader closes no other, and nothing is written to it afterwards',
    run: async (bench) => {
      const closes = new Closes();
      const session = bench.session({}, { onClose: closes.onClose, heartbeatMs: 150 });
      const [gone, stays] = await Promise.all([bench.open('one'), bench.open('one')]);
      gone.leave();
      await closes.first(1);
      for (let n = 1; n <= 20; n++) {
        publishNotes(session, n, n);
        await nextTurn();
      }
      const frames = await stays.frames(21);
      assert(frames.at(-1)?.seq === 20, 'the reader that stays gets everything');
      assertEqual(closes.reasons, ['client'], 'closed');
    },
  },
];
