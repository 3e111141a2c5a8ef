import type { SessionFrame } from '../../session/frame.js';
import { publishNote, publishNotes } from './bench.js';
import { assertEqual, nextTurn, type Check } from './check.js';
import type { EventReader } from './event-reader.js';

const KIB = 1_024;
const MIB = 1_048_576;

async function assertSeqs(reader: EventReader, from: number, to: number): Promise<void> {
  const seqs = (await reader.frames(to - from + 1)).map((frame) => frame.seq);
  assertEqual(
    seqs,
    Array.from({ length: to - from + 1 }, (_, n) => from + n),
    'seqs',
  );
}

function textOf(frame: SessionFrame | undefined): unknown {
  return frame?.type === 'loop.event' && (frame.event as unknown as { text: unknown }).text;
}

/** Contract: "Replay and Snapshots"; DESIGN D7, D8. */
export const deliveryChecks: readonly Check[] = [
  {
    name: 'a burst of 200 frames of 16 KiB in one turn reaches a reader whole and in order',
    run: async (bench) => {
      const session = bench.session();
      const reader = await bench.open('one');
      publishNotes(session, 1, 200, 'x'.repeat(16 * KIB));
      await assertSeqs(reader, 0, 200);
      assertEqual(session.stats().connections, 1, 'connections');
    },
  },
  {
    name: 'a replay of 256 frames of 15 KiB arrives once, in order, and goes on live',
    run: async (bench) => {
      const session = bench.session();
      publishNotes(session, 1, 256, 'x'.repeat(15 * KIB));
      const reader = await bench.open('one', { cursor: 's:0' });
      await assertSeqs(reader, 1, 256);
      publishNotes(session, 257, 257);
      await assertSeqs(reader, 257, 257);
    },
  },
  {
    name: 'a snapshot of 3 MiB arrives whole and goes on live',
    run: async (bench) => {
      const content = 'x'.repeat(3 * MIB);
      const session = bench.session({ messages: [{ role: 'user', content, timestamp: 0 }] });
      const reader = await bench.open('one');
      const [frame] = await reader.frames(1);
      const messages = frame?.type === 'session.snapshot' ? frame.snapshot.messages : [];
      assertEqual(JSON.stringify(messages).includes(content), true, 'the message is whole');
      publishNotes(session, 1, 1);
      await assertSeqs(reader, 1, 1);
    },
  },
  {
    name: 'one frame above 4 MiB arrives live and is not retained',
    run: async (bench) => {
      const session = bench.session();
      const reader = await bench.open('one');
      publishNotes(session, 1, 3);
      const text = 'x'.repeat(4 * MIB + 1);
      publishNotes(session, 4, 4, text);
      await assertSeqs(reader, 0, 3);
      const [large] = await reader.frames(1);
      assertEqual(textOf(large) === text, true, 'the large frame is whole');
      const late = await bench.open('one', { cursor: 's:2' });
      assertEqual(await late.brief(1), ['S@4'], 'a cursor before it');
      publishNotes(session, 5, 5);
      await assertSeqs(reader, 5, 5);
      assertEqual(
        await (await bench.open('one', { cursor: 's:4' })).brief(1),
        ['E@5'],
        'behind it',
      );
    },
  },
  {
    name: 'text of every script arrives as it was, wherever its bytes are split',
    run: async (bench) => {
      const session = bench.session();
      const reader = await bench.open('one');
      const text = '你好🌍é'.repeat(30_000);
      for (const shift of ['', 'a', 'ab', 'abc']) publishNote(session, { text: shift + text });
      const [, ...frames] = await reader.frames(5);
      for (const [n, frame] of frames.entries()) {
        assertEqual(textOf(frame) === 'abc'.slice(0, n) + text, true, `frame ${n + 1} is whole`);
      }
    },
  },
  {
    name: 'line ends and controls in text stay text',
    run: async (bench) => {
      const session = bench.session();
      const reader = await bench.open('one');
      const text = 'a\rb\n\ndata: x\r\nid: 9\nevent: y\u0000\u2028\u2029\uFEFF\t"\\';
      publishNote(session, { text });
      publishNotes(session, 2, 2);
      const [, frame, next] = await reader.frames(3);
      assertEqual(textOf(frame), text, 'text');
      assertEqual(next?.seq, 2, 'the next frame');
    },
  },
  {
    name: 'readers that come at any position while frames are published miss and repeat none',
    run: async (bench) => {
      const session = bench.session({ maxFrames: 1_000 });
      const readers: Promise<void>[] = [];
      for (let n = 1; n <= 600; n++) {
        publishNotes(session, n, n);
        if (n % 7 === 0) await Promise.resolve();
        if (n % 25 !== 0) continue;
        const from = Math.floor(Math.random() * n);
        readers.push(
          bench.open('one', { cursor: `s:${from}` }).then((r) => assertSeqs(r, from + 1, 600)),
        );
        if (n % 50 === 0) await nextTurn();
      }
      await Promise.all(readers);
    },
  },
];
