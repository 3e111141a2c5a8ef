// What a publish costs with nobody connected, beside the JSON of its frame alone.
import { SessionEvents } from '@loop/events';
import { compare } from '../lib/compare.mjs';
import { inTurns } from '../lib/turns.mjs';
import { dataOf, eventOf } from '../servers/frame.mjs';

const ROUNDS = 20;
const unit = 'CPU, as a ratio';

export const job = {
  name: 'publish: to its JSON.stringify',
  quick: 'ours',
  figures: {
    small: { row: 'publish with no connection, 300 B, to its JSON.stringify', unit },
    large: { row: 'publish with no connection, 4 KiB, to its JSON.stringify', unit },
  },
  async run({ share }) {
    const rounds = Math.max(Math.round(ROUNDS * share), 3);
    return { small: await toStringify(rounds, 300), large: await toStringify(rounds, 4_096) };
  },
};

async function toStringify(rounds, size) {
  const session = new SessionEvents({ sessionId: 's0' });
  const [event, frame] = [eventOf(size), dataOf('s0', 1, size)];
  const count = 5_000;
  const { publish, stringify } = await compare(rounds, () => ({
    publish: () => inTurns(count, () => session.publish(event)),
    stringify: () => inTurns(count, () => JSON.stringify(frame)),
  }));
  return publish / stringify;
}
