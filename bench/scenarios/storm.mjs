// All readers come back at once: what one of them costs the server.
import { checkDelivery, spending } from './delivery.mjs';

const sessions = ['s0'];
const SIZE = 300;
/** What is compiled, cached and allocated once does not count. */
const WARM_CLIENTS = 50;

/** Lets so many readers come, and go again. `missed` of those that go on at `at`. */
async function storm({ server, load }, { count, missed = 0, at }) {
  const options = { port: server.ready, count, sessions, missed, at };
  const { spent, loadShare } = await spending({ server, load }, () => load.ask('open', options));
  await checkDelivery(load, missed * count);
  await load.ask('close');
  return { perClient: spent / count, loadShare };
}

/** @returns a position that is `missed` frames behind */
async function fallBehind({ server, load }, missed) {
  await load.ask('open', { port: server.ready, count: 1, sessions });
  const at = await load.ask('where');
  await load.ask('close');
  await server.ask('publish', { sessions, frames: missed, size: SIZE });
  return at;
}

const behind = {
  name: 'reconnect storm, 200 frames behind',
  quick: 'ours',
  figures: {
    cpu: {
      row: 'reconnect storm, 200 frames behind',
      ...{ unit: 'µs CPU per client', isToFloor: true },
    },
  },
  async run({ share, ...both }) {
    const clients = { missed: 200, at: await fallBehind(both, 200) };
    await storm(both, { count: WARM_CLIENTS, ...clients });
    const count = Math.round(1_000 * share);
    const { perClient, loadShare } = await storm(both, { count, ...clients });
    return { cpu: perClient, loadShare };
  },
};

const anew = {
  name: 'reconnect storm, a snapshot of 1 MiB',
  figures: {
    cpu: {
      row: 'reconnect storm, a snapshot of 1 MiB',
      ...{ unit: 'µs CPU per client', isToFloor: true },
    },
  },
  async run({ share, ...both }) {
    await both.server.ask('prepareSnapshot', { session: 's0', bytes: 2 ** 20 });
    await storm(both, { count: WARM_CLIENTS });
    const { perClient, loadShare } = await storm(both, { count: Math.round(1_000 * share) });
    return { cpu: perClient, loadShare };
  },
};

/** By turns, because a process gets faster while it runs. */
const replay = {
  name: 'a client 200 frames behind to one that is not',
  isOurs: true,
  figures: {
    growth: {
      row: 'a client 200 frames behind to one that is not',
      unit: 'CPU per client, as a ratio',
    },
  },
  async run({ share, ...both }) {
    const clients = { missed: 200, at: await fallBehind(both, 200) };
    const count = Math.round(300 * share);
    let [late, fresh, loadShare] = [0, 0, 0];
    for (let round = 0; round < 4; round++) {
      const { perClient, ...rest } = await storm(both, { count, ...clients });
      const { perClient: other } = await storm(both, { count });
      if (round === 0) continue;
      late += perClient;
      fresh += other;
      loadShare = Math.max(loadShare, rest.loadShare);
    }
    return { growth: late / fresh, loadShare };
  },
};

export const storms = [behind, anew, replay];
