// A server's process: makes one contender, and does what the run asks.
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { answerCommands, cpu } from '../lib/commands.mjs';
import { pause, turn } from '../lib/turns.mjs';

const [module, options] = process.argv.slice(2);
const { create } = await import(module);
const contender = await create(JSON.parse(options));
const { server } = contender;
// Node's own limit of 511 would make a storm wait, and measure that.
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 });
await once(server, 'listening');
const delay = monitorEventLoopDelay({ resolution: 1 });

const commands = {
  cpu,
  /** `frames` frames to each of `sessions`, `burst` in a turn, a pause of `pauseMs` after each. */
  async publish({ sessions, frames, burst = 1, size, pauseMs = 0 }) {
    for (let sent = 0; sent < frames; sent += burst) {
      for (const session of sessions) {
        for (let n = 0; n < burst; n++) contender.publish(session, size);
      }
      await (pauseMs < 1 ? turn() : pause(pauseMs));
    }
  },
  prepareSnapshot: ({ session, bytes }) => contender.prepareSnapshot(session, bytes),
  /** Bytes that are held once all that can go has gone. */
  memory() {
    globalThis.gc();
    globalThis.gc();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },
  watchStalls() {
    delay.reset();
    delay.enable();
  },
  longestStallMs() {
    delay.disable();
    return delay.max / 1e6;
  },
  connections: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
};

answerCommands(commands, server.address().port);
