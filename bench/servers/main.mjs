// A server's process: makes one contender, and does what the run asks over IPC.
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const { create } = await import(process.argv[2]);
const contender = await create();
const { server } = contender;
// Node's own limit of 511 would make a storm wait, and measure that.
server.listen({ port: 0, host: '127.0.0.1', backlog: 8_192 });
await once(server, 'listening');
const delay = monitorEventLoopDelay({ resolution: 1 });

const commands = {
  /** `frames` frames to each of `sessions`, `burst` in a turn, a pause of `pauseMs` after each. */
  async publish({ sessions, frames, burst, size, pauseMs }) {
    for (let sent = 0; sent < frames; sent += burst) {
      for (const session of sessions) {
        for (let at = 0; at < burst; at++) contender.publish(session, size);
      }
      await (pauseMs < 1 ? turn() : pause(pauseMs));
    }
  },
  prepare({ sessions, frames = 0, size, snapshotBytes = 0 }) {
    for (const session of sessions) {
      if (snapshotBytes > 0) contender.prepareSnapshot(session, snapshotBytes);
      for (let at = 0; at < frames; at++) contender.publish(session, size);
    }
  },
  cpu() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  memory() {
    globalThis.gc();
    globalThis.gc();
    const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
    return { heap: heapUsed + external, arrayBuffers, rss };
  },
  watchDelay() {
    delay.reset();
    delay.enable();
  },
  delay() {
    delay.disable();
    return { maxMs: delay.max / 1e6, p99Ms: delay.percentile(99) / 1e6 };
  },
  connections: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
};

const turn = () => new Promise((resolve) => setImmediate(resolve));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

process.on('message', async ({ id, command, options }) => {
  try {
    process.send({ id, answer: await commands[command](options ?? {}) });
  } catch (error) {
    process.send({ id, error: String(error?.stack ?? error) });
  }
});
process.on('disconnect', () => process.exit());
process.send({ ready: server.address().port });
