// The laws of growth of a publish: what it costs must not depend on what has been.
import { SessionEvents } from '@loop/events';
import { compare } from '../lib/compare.mjs';
import { answering, publishDeltas, sourceText } from './agent.mjs';

const ROUNDS = 12;
const DELTAS = 2_000;
const unit = 'CPU of a publish, as a ratio';

export const job = {
  name: 'publish: how it grows',
  quick: 'ours',
  figures: {
    frames: { row: 'publish: frame 20,000 to frame 1,000', unit },
    state: { row: 'publish: a delta with 1 MiB of state to 1 KiB', unit },
    messages: { row: 'publish: a session of 10,000 messages to 100', unit },
    sessions: { row: 'publish: 1,000 sessions to one', unit },
    readers: { row: 'publish: 1,000 silent readers to 100, for each reader', unit },
  },
  async run({ share }) {
    const rounds = Math.max(Math.round(ROUNDS * share), 3);
    return {
      frames: await toFew(
        rounds,
        () => advanced(20_000),
        () => advanced(1_000),
      ),
      state: await toFew(
        rounds,
        () => holding(2 ** 20),
        () => holding(2 ** 10),
      ),
      messages: await toFew(
        rounds,
        () => ofLength(10_000),
        () => ofLength(100),
      ),
      sessions: await sessionsToOne(rounds),
      readers:
        (await toFew(
          rounds,
          () => read(1_000),
          () => read(100),
          1,
        )) / 10,
    };
  },
};

/** @returns what deltas cost in a session with much of something, to one with little */
async function toFew(rounds, withMuch, withLittle, perTurn = 100) {
  const spent = await compare(rounds, async () => {
    const [much, little] = [await withMuch(), await withLittle()];
    return {
      much: () => publishDeltas(much, deltasFor(perTurn), perTurn),
      little: () => publishDeltas(little, deltasFor(perTurn), perTurn),
    };
  });
  return spent.much / spent.little;
}

/** With a turn for each they cost the readers' share, too. */
function deltasFor(perTurn) {
  return perTurn === 1 ? DELTAS / 20 : DELTAS;
}

/** Messages of 500 deltas, as real ones: the open one does not grow without end. */
async function advanced(frames) {
  const session = answering();
  const message = { role: 'assistant', content: [{ type: 'text', text: sourceText(2_000) }] };
  for (let sent = 0; sent < frames; sent += 500) {
    await publishDeltas(session, 500);
    session.publish({ type: 'message_end', message });
    session.publish({ type: 'message_start', message: { role: 'assistant', content: [] } });
  }
  return session;
}

function holding(bytes) {
  return answering([{ role: 'user', content: sourceText(bytes) }]);
}

function ofLength(count) {
  const roles = ['user', 'assistant'];
  const content = [{ type: 'text', text: sourceText(200) }];
  return answering(Array.from({ length: count }, (_, n) => ({ role: roles[n % 2], content })));
}

function read(readers) {
  const session = answering();
  const silent = { write: () => true, pendingBytes: () => 0, end() {}, destroy() {} };
  for (let n = 0; n < readers; n++) session.connect(silent);
  return session;
}

async function sessionsToOne(rounds) {
  const others = Array.from({ length: 1_000 }, (_, n) => {
    const session = new SessionEvents({ sessionId: `s${n}`, messageUpdates: 'delta' });
    session.publish({ type: 'message_start', message: { role: 'assistant', content: [] } });
    return session;
  });
  const spent = await compare(rounds, () => {
    const one = answering();
    return {
      many: async () => {
        for (const session of others) await publishDeltas(session, DELTAS / 1_000);
      },
      one: async () => {
        for (const _ of others) await publishDeltas(one, DELTAS / 1_000);
      },
    };
  });
  return spent.many / spent.one;
}
