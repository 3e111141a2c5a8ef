// The load generator's process: opens readers, waits for frames, and says what it has cost itself.
import { Reader } from './reader.mjs';

/** As many connects at once as a server's backlog takes without a second's delay. */
const AT_ONCE = 256;

let readers = [];
let check = () => {};
let delays;

const commands = {
  /** Resolves when each has its opening; of those that go on somewhere, `missed` frames. */
  async open({ port, count, sessions, missed, at }) {
    const paths = Array.from({ length: count }, (_, n) => `/${sessions[n % sessions.length]}`);
    for (let from = 0; from < count; from += AT_ONCE) {
      const opened = paths.slice(from, from + AT_ONCE).map((path) => open(port, path, missed, at));
      readers.push(...opened.map(({ reader }) => reader));
      await Promise.all(opened.map(({ isOpen }) => isOpen));
    }
  },
  /** Resolves when each that is here has so many frames. */
  async receive({ frames }) {
    await new Promise((resolve) => {
      check = () => {
        if (
          readers.every(
            (reader) => reader.isOver || reader.socket.isPaused() || reader.frames >= frames,
          )
        )
          resolve();
      };
      check();
    });
    check = () => {};
  },
  /** These stop reading. */
  stall: ({ count }) => readers.slice(0, count).forEach(({ socket }) => socket.pause()),
  where: () => readers.map(({ id }) => id),
  report: () => ({
    open: readers.filter(({ isOver }) => !isOver).length,
    frames: readers.reduce((sum, reader) => sum + reader.frames, 0),
    bytes: readers.reduce((sum, reader) => sum + reader.bytes, 0),
    problems: readers.reduce((sum, reader) => sum + reader.problems, 0),
  }),
  cpu() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  /** From now on: how long frames were under way, in milliseconds. */
  watchDelays: () => void (delays = []),
  delays() {
    const sorted = delays.sort((a, b) => a - b);
    delays = undefined;
    return { p50: sorted[sorted.length >> 1], p99: sorted[Math.floor(sorted.length * 0.99)] };
  },
  async close() {
    const closed = readers.map(
      ({ socket, isOver }) => isOver || new Promise((resolve) => socket.on('close', resolve)),
    );
    for (const { socket } of readers) socket.destroy();
    await Promise.all(closed);
    readers = [];
  },
};

function open(port, path, missed = 0, lastEventId) {
  let reader;
  const isOpen = new Promise((resolve, reject) => {
    reader = new Reader({
      ...{ port, path, lastEventId },
      onFrame(one, text, end) {
        if (one.frames >= missed) resolve();
        if (delays) measure(text, end);
        check();
      },
      onClose: () => (check(), reject(new Error('closed before it was open'))),
    });
  });
  isOpen.catch(() => {});
  return { reader, isOpen };
}

function measure(text, end) {
  const at = text.indexOf('"at":', end);
  if (at < 0) return;
  const sent = Number.parseFloat(text.slice(at + 5, at + 25));
  delays.push(performance.timeOrigin + performance.now() - sent);
}

process.on('message', async ({ id, command, options }) => {
  try {
    process.send({ id, answer: await commands[command](options ?? {}) });
  } catch (error) {
    process.send({ id, error: String(error?.stack ?? error) });
  }
});
process.on('disconnect', () => process.exit());
process.send({ ready: true });
