import { publishNotes, type Ask, type Bench } from './bench.js';
import { assertEqual, type Check } from './check.js';

/** `E@from` … `E@to` */
function events(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, n) => `E@${from + n}`);
}

/** What each reader opens with, and that it is live from there on. */
function openings(
  name: string,
  published: number,
  rows: readonly (readonly [Ask, readonly string[]])[],
): Check {
  return {
    name,
    run: async (bench) => {
      const session = bench.session();
      publishNotes(session, 1, published);
      for (const [ask, expected] of rows) {
        const reader = await bench.open('one', ask);
        assertEqual(await reader.brief(expected.length), expected, JSON.stringify(ask));
        reader.leave();
      }
      const readers = await Promise.all(rows.map(([ask]) => bench.open('one', ask)));
      publishNotes(session, published + 1, published + 1);
      for (const [n, reader] of readers.entries()) {
        const [ask, opening = []] = rows[n] ?? [];
        const all = [...opening, `E@${published + 1}`];
        assertEqual(await reader.brief(all.length), all, `${JSON.stringify(ask)}, then live`);
      }
    },
  };
}

const MALFORMED = ['s:11', 's:1000000000', 's:9007199254740993', 's:1e2', 's:', ':5', 's', '5'];
const MORE_MALFORMED = ['s:-1', 's:05', 's:5.0', 's:+5', 's:5:', 's: 5', 's:5, s:6', 'S:5', 'ss:5'];

/** Contract: "Replay and Snapshots"; DESIGN D1 to D5. */
export const cursorChecks: readonly Check[] = [
  openings('a cursor equal to the position gets a snapshot, never silence or a frame twice', 10, [
    [{ cursor: 's:10' }, ['S@10']],
    [{ query: 'cursor=s:10' }, ['S@10']],
  ]),
  openings('the oldest cursor that replays is the one before the oldest frame retained', 300, [
    [{ cursor: 's:44' }, events(45, 300)],
    [{ cursor: 's:43' }, ['S@300']],
    [{ cursor: 's:299' }, events(300, 300)],
  ]),
  openings('position 0 replays everything of a young stream', 3, [
    [{ cursor: 's:0' }, events(1, 3)],
  ]),
  openings('the header wins by being there; an empty one is not there', 12, [
    [{ cursor: 's:9', query: 'cursor=s:2' }, events(10, 12)],
    [{ query: 'cursor=s:2' }, events(3, 12)],
    [{ query: 'cursor=s%3A2' }, events(3, 12)],
    [{ cursor: 'garbage', query: 'cursor=s:2' }, ['S@12']],
    [{ cursor: 'older:9', query: 'cursor=s:9' }, ['S@12']],
    [{ cursor: '', query: 'cursor=s:2' }, events(3, 12)],
    [{ query: 'cursor=' }, ['S@12']],
  ]),
  openings(
    'whatever else a cursor is, the answer is a snapshot and never an error status',
    10,
    [...MALFORMED, ...MORE_MALFORMED].map((cursor) => [{ cursor }, ['S@10']] as const),
  ),
  {
    name: 'after a restart a cursor of the old stream gets a snapshot, whatever its number',
    run: async (bench) => {
      publishNotes(bench.session({ streamId: 'A' }), 1, 480);
      const restarted = bench.session({ streamId: 'B' });
      publishNotes(restarted, 1, 5);
      const readers = [];
      for (const cursor of ['A:480', 'A:3', 'A:5']) {
        const reader = await bench.open('one', { cursor });
        assertEqual((await reader.next()).id, 'B:5', `id after ${cursor}`);
        readers.push(reader);
      }
      publishNotes(restarted, 6, 6);
      for (const reader of readers) assertEqual(await reader.brief(1), ['E@6'], 'then');
    },
  },
  {
    name: 'a connection snapshot takes no seq, reaches nobody else and is not retained',
    run: async (bench) => {
      const session = bench.session();
      publishNotes(session, 1, 7);
      const readers = await Promise.all([1, 2, 3, 4, 5].map(() => bench.open('one')));
      for (const reader of readers) assertEqual(await reader.brief(1), ['S@7'], 'opening');
      readers.push(await bench.open('one', { cursor: 's:6' }));
      assertEqual(await readers[5]?.brief(1), ['E@7'], 'replay');
      publishNotes(session, 8, 8);
      for (const reader of readers) assertEqual(await reader.brief(1), ['E@8'], 'next');
    },
  },
  {
    name: 'two sessions never mix, whatever cursor is brought along',
    run: async (bench) => {
      const sessions = ['x', 'y'].map((id) => bench.session({ sessionId: id, streamId: id }));
      for (const session of sessions) publishNotes(session, 1, 5);
      const reader = await bench.open('x', { cursor: 'y:3' });
      for (const session of sessions) publishNotes(session, 6, 9);
      const frames = await reader.frames(5);
      assertEqual(
        frames.map((frame) => frame.sessionId),
        ['x', 'x', 'x', 'x', 'x'],
        'sessions',
      );
      assertEqual(
        frames.map((frame) => frame.seq),
        [5, 6, 7, 8, 9],
        'seqs',
      );
    },
  },
  {
    name: 'approvals=1, exactly, asks for approvals; cursor and query reach the source',
    run: async (bench) => {
      const seen = observeConnects(bench);
      for (const query of ['approvals=1', 'approvals=true', 'approvals=01', 'approvals=', '']) {
        await bench.open('one', { query, cursor: 's:4' });
      }
      const approvals = [true, false, false, false, false];
      assertEqual(
        seen,
        approvals.map((wanted) => ['s:4', wanted]),
        'what connect was given',
      );
    },
  },
];

function observeConnects(bench: Bench): unknown[] {
  const seen: unknown[] = [];
  const session = bench.session();
  bench.route('one', {
    source: {
      refusal: () => session.refusal(),
      connect: (sink, options) => {
        seen.push([options?.cursor, options?.approvals]);
        return session.connect(sink, options);
      },
    },
    options: {},
  });
  return seen;
}
