import { Closes, publishNotes } from './bench.js';
import { assert, assertEqual, type Check } from './check.js';

const KIB = 1_024;

/** More than the buffers of two sockets hold: a reader that never reads is then really behind. */
const MORE_THAN_SOCKETS_HOLD = 24 * 1_024 * KIB;

/** Contract: "Connection Lifecycle"; DESIGN D8, D9. */
export const pressureChecks: readonly Check[] = [
  {
    name: 'a reader that never reads is cut, and costs the others nothing',
    run: async (bench) => {
      const closes = new Closes();
      const session = bench.session({}, { onClose: closes.onClose });
      const unread = await bench.open('one');
      const reader = await bench.open('one');
      let seq = 0;
      await reader.frames(1);
      while (closes.reasons.length === 0 && seq * 64 * KIB < MORE_THAN_SOCKETS_HOLD) {
        publishNotes(session, seq + 1, seq + 4, 'x'.repeat(64 * KIB));
        const got = await reader.frames(4);
        assertEqual(
          got.map((frame) => frame.seq),
          [1, 2, 3, 4].map((n) => seq + n),
          'seqs',
        );
        seq += 4;
      }
      assertEqual(closes.reasons, ['lagging'], 'closed');
      assertEqual(session.stats().connections, 1, 'connections left');
      await unread.rest();
    },
  },
  {
    name: 'a reader that takes nothing is cut on a quiet stream too',
    run: async (bench) => {
      const closes = new Closes();
      const session = bench.session({}, { onClose: closes.onClose, heartbeatMs: 100 });
      await bench.open('one');
      publishNotes(session, 1, MORE_THAN_SOCKETS_HOLD / (256 * KIB), 'x'.repeat(256 * KIB));
      assertEqual(await closes.first(1), ['stalled'], 'closed');
    },
  },
  {
    name: 'a reader that pauses within its limits gets everything, once',
    run: async (bench) => {
      const session = bench.session();
      const reader = await bench.open('one');
      await reader.frames(1);
      for (let turn = 0; turn < 30; turn++) {
        publishNotes(session, turn * 10 + 1, turn * 10 + 10, 'x'.repeat(2 * KIB));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      const seqs = (await reader.frames(300)).map((frame) => frame.seq);
      assertEqual(
        seqs,
        Array.from({ length: 300 }, (_, n) => n + 1),
        'seqs',
      );
      assert(session.stats().connections === 1, 'still connected');
    },
  },
];
