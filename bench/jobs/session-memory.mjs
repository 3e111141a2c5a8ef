// What a session holds: its own objects, what it retains for replay, its messages, its readers.
import { SessionEvents } from '@loop/events';
import { eventOf } from '../servers/frame.mjs';
import { sourceText } from './agent.mjs';

const FRAMES = 256;
const FRAME_BYTES = 300;
/** A message of an agent's, with what it has read or written. */
const MESSAGE_BYTES = 4_096;
const MESSAGES = 256;

export const job = {
  name: 'memory: a session and its readers',
  quick: 'ours',
  figures: {
    bare: { row: 'memory: a session without anything', unit: 'KiB' },
    frames: { row: 'memory: 256 retained frames of 300 B', unit: 'KiB' },
    evicted: { row: 'memory: what evict() leaves of them', unit: 'KiB' },
    messages: { row: 'memory: 256 messages of 4 KiB', unit: 'KiB' },
    reader: { row: 'memory: a reader, its transport left out', unit: 'KiB' },
  },
  async run({ share }) {
    const count = Math.round(1_000 * share);
    const bare = await heldBy(count, create);
    const retaining = await heldBy(count / 5, publishing);
    const evicted = await heldBy(count / 5, (n) => {
      const session = publishing(n);
      session.evict();
      return session;
    });
    const full = await heldBy(count / 20, (n) => create(n, conversation()));
    const session = create(0);
    return {
      bare,
      frames: retaining - bare,
      evicted: evicted - bare,
      messages: full - bare,
      reader: await heldBy(count, () => session.connect(silentSink())),
    };
  },
};

/** KiB that each of `count` things holds. */
async function heldBy(count, make) {
  // What is compiled and allocated once is not theirs.
  let things = Array.from({ length: 5 }, (_, n) => make(n));
  await collected();
  things = [];
  const before = await collected();
  for (let n = 0; n < count; n++) things.push(make(n));
  const after = await collected();
  return (after - before) / 1_024 / things.length;
}

async function collected() {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function create(n, messages = []) {
  return new SessionEvents({ sessionId: `s${n}`, messages, messageUpdates: 'delta' });
}

function publishing(n) {
  const session = create(n);
  for (let sent = 0; sent < FRAMES; sent++) session.publish(eventOf(FRAME_BYTES));
  return session;
}

/** Each text is one of its own, as those that an agent receives. */
function conversation() {
  return Array.from({ length: MESSAGES }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: [{ type: 'text', text: `${n} ${sourceText(MESSAGE_BYTES)}` }],
  }));
}

function silentSink() {
  return { write: () => true, pendingBytes: () => 0, end() {}, destroy() {} };
}
