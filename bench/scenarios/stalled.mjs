// 50 of 1,000 clients stop reading. Ten sessions have a hundred viewers each; the stalled ones are
// half of one session's, which then gets much more than a reader may be behind with.
import { checkDelivery, deliver, sessionNames, spending } from './delivery.mjs';

const CLIENTS = 1_000;
const VIEWERS = 100;
const STALLED = 50;
const sessions = sessionNames(CLIENTS / VIEWERS);
/** Not the same: the kernel buffers much more for a reader that has read much. */
const [before, after] = sessions;
/** More than our limit of 1 MiB and the 4 MiB that the kernel takes for one that does not read. */
const heavy = { frames: 512, size: 16_384, pauseMs: 8 };
const light = { frames: 200, size: 300, pauseMs: 20 };

export const stalled = {
  name: '50 of 1,000 clients stop reading',
  figures: {
    cut: { row: '50 stalled clients: how many are cut', unit: 'clients' },
    memory: { row: '50 stalled clients: memory, after to before', unit: 'as a ratio' },
    p99: { row: "50 stalled clients: the others' p99, after to before", unit: 'as a ratio' },
  },
  async run({ server, load }) {
    // What is kept for replay is there from the beginning.
    await server.ask('publish', { ...heavy, sessions: [before, after], pauseMs: 0 });
    await load.ask('open', { port: server.ready, count: CLIENTS, sessions });
    // The first frames compile what the others run.
    await deliver({ server, load }, { ...light, sessions, frames: 50 });
    const { p99: p99Before } = await traffic({ server, load }, before, VIEWERS);
    const memoryBefore = await server.ask('memory');
    await load.ask('stall', { session: after, count: STALLED });
    const { p99, loadShare } = await traffic({ server, load }, after, VIEWERS - STALLED);
    const cut = CLIENTS - (await server.ask('connections'));
    const memory = (await server.ask('memory')) / memoryBefore;
    return { cut, memory, p99: p99 / p99Before, loadShare };
  },
};

/** Little to all sessions but one, and much to that one, of whose viewers `reading` read. */
async function traffic({ server, load }, much, reading) {
  const others = sessions.filter((session) => session !== much);
  const frames = Object.fromEntries(others.map((session) => [session, light.frames]));
  await load.ask('mark');
  await load.ask('watchDelays');
  const { loadShare } = await spending({ server, load }, async () => {
    await Promise.all([
      server.ask('publish', { ...heavy, sessions: [much] }),
      server.ask('publish', { ...light, sessions: others }),
    ]);
    await load.ask('receive', { frames: { ...frames, [much]: heavy.frames } });
  });
  const p99 = await load.ask('p99Ms');
  await checkDelivery(load, heavy.frames * reading + light.frames * others.length * VIEWERS);
  return { p99, loadShare };
}
