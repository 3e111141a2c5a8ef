// The load generator's process: readers, and how long frames were under way to them.
import { answerCommands, cpu } from '../lib/commands.mjs';
import { Readers } from './readers.mjs';

let delays;

const readers = new Readers((reader, text, from, end) => {
  if (!delays || reader.isStalled) return;
  const at = text.indexOf('"at":', from) + 5;
  if (at < 5 || at > end) return;
  const sent = Number.parseFloat(text.slice(at, at + 20));
  delays.push(performance.timeOrigin + performance.now() - sent);
});

answerCommands(
  {
    cpu,
    open: (options) => readers.open(options),
    mark: () => readers.mark(),
    receive: ({ frames }) => readers.receive(frames),
    stall: (options) => readers.stall(options),
    report: () => readers.report(),
    bytes: () => readers.bytes(),
    where: () => readers.where(),
    close: () => readers.close(),
    watchDelays() {
      delays = [];
    },
    /** Milliseconds that one frame of a hundred took longer than, since they are watched. */
    p99Ms() {
      const sorted = delays.sort((a, b) => a - b);
      delays = undefined;
      return sorted[Math.floor(sorted.length * 0.99)];
    },
  },
  true,
);
